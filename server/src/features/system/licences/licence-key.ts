import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The platform's pair (Ed25519) for authorization codes. */
export type LicenceKey = { privateKey: KeyObject; publicKey: KeyObject };

/** Opens the key in `DATA_DIR/keys`, or the file that LICENCE_KEY_FILE names; makes one (0600) at the first start. */
export async function openLicenceKey(dataDir: string, keyFile: string | undefined): Promise<LicenceKey> {
  const file = keyFile ?? join(dataDir, "keys", "licence.key");
  const pem = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && keyFile === undefined) return null;
    throw new Error(`The key file ${file} cannot be read (${error.code}).`);
  });
  return pem === null ? keep(file, makeLicenceKey()) : readKey(file, pem);
}

export function makeLicenceKey(): LicenceKey {
  return generateKeyPairSync("ed25519");
}

function readKey(file: string, pem: string): LicenceKey {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== "ed25519")
      throw new Error(`it contains ${privateKey.asymmetricKeyType}`);
    return { privateKey, publicKey: createPublicKey(privateKey) };
  } catch (cause) {
    throw new Error(`The key file ${file} does not contain an Ed25519 private key in PEM form.`, { cause });
  }
}

async function keep(file: string, key: LicenceKey): Promise<LicenceKey> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, key.privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  await chmod(file, 0o600);
  return key;
}
