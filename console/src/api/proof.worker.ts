import { isProofHash, proofRules, proofText } from "@tracewater/contract/system/proof-of-work";
import { sha256Of } from "./sha-256.ts";

/** Solves the puzzles of a challenge next to the page, which stays quick meanwhile. */
addEventListener("message", ({ data: uuid }: MessageEvent<string>) => {
  const solve = (puzzle: number): number => {
    for (let nonce = 0; ; nonce++) {
      if (isProofHash(sha256Of(proofText(uuid, puzzle, nonce)))) return nonce;
    }
  };
  postMessage(Array.from({ length: proofRules.puzzles }, (_, puzzle) => solve(puzzle)));
});
