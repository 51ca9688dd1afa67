/**
 * A time stamp authority for tests, made with `openssl`: a root, the authority that it certifies, and its answers. What
 * it needs of Node a test gives it: this folder runs in a browser too.
 */
export const openssl = "/usr/bin/openssl";

/** Functions of `node:child_process`, promised, of `node:fs/promises` and of `node:os`. */
export type NodeTools = {
  execFile(program: string, args: readonly string[], options: { cwd: string }): Promise<{ stdout: string }>;
  mkdtemp(prefix: string): Promise<string>;
  readFile(path: string): Promise<Uint8Array>;
  rm(path: string, options: { recursive: true; force: true }): Promise<void>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  tmpdir(): string;
};
export type TestAuthority = Awaited<ReturnType<typeof createTestAuthority>>;
type Folder = Awaited<ReturnType<typeof openFolder>>;

const config = `
[tsa]
default_tsa = main
[main]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[stamps]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[other]
keyUsage = critical,digitalSignature
`;

/** `kind` chooses the keys, `uses` what the authority is certified for. */
export async function createTestAuthority(
  tools: NodeTools,
  name: string,
  kind: "ec" | "rsa" = "ec",
  uses: "stamps" | "other" = "stamps",
) {
  const folder = await openFolder(tools);
  await folder.write("tsa.cnf", config);
  await folder.write("serial", "01\n");
  const key =
    kind === "ec" ? ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["-newkey", "rsa:2048"];
  await makeRoot(folder, name, key);
  await certifyAuthority(folder, name, key, uses);
  let turn: Promise<unknown> = Promise.resolve();

  return {
    rootFile: folder.at("root.pem"),
    rootPem: new TextDecoder().decode(await folder.read("root.pem")),

    /** Answers a request as an authority does over HTTP; its serial numbers are a file, so one at a time. */
    async answer(request: Uint8Array): Promise<Uint8Array> {
      const made = turn.then(() => answerRequest(folder, request));
      turn = made.catch(() => undefined);
      return made;
    },

    /** What `openssl ts -verify` prints of a token over a text; throws where it refuses. */
    async verify(token: Uint8Array, text: string): Promise<string> {
      await folder.write("token.der", token);
      await folder.write("text", text);
      const from = ["-in", "token.der", "-token_in", "-data", "text", "-CAfile", "root.pem"];
      return (await folder.openssl("ts", "-verify", ...from)).trim();
    },

    remove: folder.remove,
  };
}

/** A folder of its own, in which `openssl` runs. */
async function openFolder({ execFile, mkdtemp, readFile, rm, writeFile, tmpdir }: NodeTools) {
  const folder = await mkdtemp(`${tmpdir()}/tw-tsa-`);
  const at = (name: string) => `${folder}/${name}`;
  return {
    at,
    openssl: async (...args: string[]) => (await execFile(openssl, args, { cwd: folder })).stdout,
    read: async (name: string) => new Uint8Array(await readFile(at(name))),
    write: (name: string, content: string | Uint8Array) => writeFile(at(name), content),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeRoot(folder: Folder, name: string, key: readonly string[]): Promise<void> {
  const files = ["-keyout", "root.key", "-out", "root.pem", "-subj", `/CN=${name} root`, "-days", "30"];
  const root = ["-x509", "-nodes", ...key, ...files, "-sha256"];
  await folder
    .openssl("req", ...root, "-config", "tsa.cnf", "-extensions", "ca")
    .catch(() => folder.openssl("req", ...root, "-addext", "basicConstraints=critical,CA:TRUE"));
}

async function certifyAuthority(
  folder: Folder,
  name: string,
  key: readonly string[],
  uses: "stamps" | "other",
): Promise<void> {
  const asked = ["-keyout", "tsa.key", "-out", "tsa.csr", "-subj", `/CN=${name}`];
  await folder.openssl("req", "-nodes", ...key, ...asked);
  const root = ["-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key", "-set_serial", "7", "-days", "20"];
  const extensions = ["-extfile", "tsa.cnf", "-extensions", uses];
  await folder.openssl("x509", "-req", ...root, "-out", "tsa.pem", ...extensions, "-sha256");
}

async function answerRequest(folder: Folder, request: Uint8Array): Promise<Uint8Array> {
  await folder.write("request.tsq", request);
  const signer = ["-signer", "tsa.pem", "-inkey", "tsa.key", "-out", "answer.tsr"];
  await folder.openssl("ts", "-reply", "-queryfile", "request.tsq", "-config", "tsa.cnf", ...signer);
  return folder.read("answer.tsr");
}
