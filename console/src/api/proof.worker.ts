import { sha256 } from "@noble/hashes/sha2.js";
import { isProofHash, proofRules, proofText } from "@tracewater/contract/system/proof-of-work";

/** Solves the puzzles of a challenge next to the page, which stays quick meanwhile. */
addEventListener("message", ({ data: uuid }: MessageEvent<string>) => {
  const text = new TextEncoder();
  const solve = (puzzle: number): number => {
    for (let nonce = 0; ; nonce++) {
      if (isProofHash(sha256(text.encode(proofText(uuid, puzzle, nonce))))) return nonce;
    }
  };
  postMessage(Array.from({ length: proofRules.puzzles }, (_, puzzle) => solve(puzzle)));
});
