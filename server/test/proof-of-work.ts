import { createHash } from "node:crypto";
import { isProofHash, proofRules, proofText } from "@tracewater/contract/system/proof-of-work";

/** Solves the puzzles of a challenge as the console does. */
export function solvePuzzles(uuid: string): number[] {
  return Array.from({ length: proofRules.puzzles }, (_, puzzle) => {
    for (let nonce = 0; ; nonce++) {
      const hash = createHash("sha256")
        .update(proofText(uuid, puzzle, nonce))
        .digest();
      if (isProofHash(hash)) return nonce;
    }
  });
}
