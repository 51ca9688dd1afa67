import { createHash } from "node:crypto";
import { isProofHash, proofRules, proofText } from "@tracewater/contract/system/proof-of-work";

/** Whether these numbers solve the puzzles of a challenge. */
export function isProven(uuid: string, nonces: readonly number[]): boolean {
  if (nonces.length !== proofRules.puzzles) return false;
  return nonces.every((nonce, puzzle) =>
    isProofHash(
      createHash("sha256")
        .update(proofText(uuid, puzzle, nonce))
        .digest(),
    ),
  );
}
