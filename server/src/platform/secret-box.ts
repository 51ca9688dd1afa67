import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Keeps secrets at rest (AES-256-GCM) under one key that never is in the database. */
export type SecretBox = {
  seal(secret: string): Buffer;
  open(sealed: Buffer): string;
};

/** Opens the key in `DATA_DIR/keys`, or the file that SECRET_KEY_FILE names; makes one (0600) at the first start. */
export async function openSecretBox(dataDir: string, keyFile: string | undefined): Promise<SecretBox> {
  const file = keyFile ?? join(dataDir, "keys", "secret.key");
  return createSecretBox((await readKey(file)) ?? (await makeKey(file, keyFile !== undefined)));
}

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
      decipher.setAuthTag(sealed.subarray(13, 29));
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString("utf8");
    },
  };
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new Error(`The key file ${file} cannot be read (${error.code}).`);
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw new Error(`The key file ${file} does not contain 32 bytes in base64.`);
  return key;
}

async function makeKey(file: string, named: boolean): Promise<Buffer> {
  if (named) throw new Error(`The key file ${file} (SECRET_KEY_FILE) does not exist.`);
  const key = randomBytes(32);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  await chmod(file, 0o600);
  return key;
}
