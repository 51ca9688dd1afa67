import { createHash } from "node:crypto";
import { join } from "node:path";
import { type SigningKey, signingKey } from "@tracewater/custody/head";
import { openKeyFile } from "./signing-key.ts";

/**
 * The key that signs checkpoints, in `DATA_DIR/keys/checkpoint.key` (0600, 32 bytes in hex). It is drawn by itself at the
 * first start: anyone who has the key of the heads cannot sign a checkpoint. Where checkpoints were signed before there
 * was such a file, the key that signed them goes on, because witnesses and papers know it.
 */
export function openCheckpointKey(
  dataDir: string,
  heads: SigningKey,
  isSigned: () => Promise<boolean>,
): Promise<SigningKey> {
  const file = join(dataDir, "keys", "checkpoint.key");
  return openKeyFile(file, async () => ((await isSigned()) ? derivedKey(heads) : signingKey()));
}

/** As checkpoints were signed until there was a file of their own. */
function derivedKey({ secretKey }: SigningKey): SigningKey {
  return signingKey(createHash("sha256").update(`tracewater checkpoint\n${secretKey}`).digest("hex"));
}
