import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type SigningKey, signingKey } from "@tracewater/custody/head";

/**
 * The key that signs the heads of chains, in `DATA_DIR/keys/custody.key` (0600, 32 bytes in hex); made at the first
 * start. It never is in the database: anyone who can write there cannot sign.
 */
export function openSigningKey(dataDir: string): Promise<SigningKey> {
  return openKeyFile(join(dataDir, "keys", "custody.key"), () => signingKey());
}

/** The key in a file (0600, 32 bytes in hex); where there is none, the one that `make` gives, which is kept there. */
export async function openKeyFile(
  file: string,
  make: () => SigningKey | Promise<SigningKey>,
): Promise<SigningKey> {
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new Error(`The key file ${file} cannot be read (${error.code}).`);
  });
  if (kept !== null) {
    if (!/^[0-9a-f]{64}$/.test(kept.trim()))
      throw new Error(`The key file ${file} does not contain 32 bytes in hex.`);
    return signingKey(kept.trim());
  }
  const key = await make();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${key.secretKey}\n`, { mode: 0o600, flag: "wx" });
  await chmod(file, 0o600);
  return key;
}
