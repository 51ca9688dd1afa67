/*
 * The work that a browser proves before it may try a password: numbers whose hashes begin with zeros. Many small
 * puzzles instead of one, so that the time it takes hardly varies.
 */

/** 16 puzzles of 2^13 hashes each: some 130,000 hashes, half a second in a browser. */
export const proofRules = { puzzles: 16, bits: 13 } as const;

/** What is hashed with SHA-256. */
export function proofText(uuid: string, puzzle: number, nonce: number): string {
  return `${uuid}:${puzzle}:${nonce}`;
}

/** Whether a hash begins with as many zero bits as asked for. */
export function isProofHash(hash: Uint8Array): boolean {
  let left: number = proofRules.bits;
  for (const byte of hash) {
    if (left <= 0) return true;
    if (byte >>> Math.max(0, 8 - left) !== 0) return false;
    left -= 8;
  }
  return left <= 0;
}
