import { createHash, randomBytes } from "node:crypto";

/** Crockford's letters: none that is taken for another. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 80 random bits in sixteen letters: nobody guesses one, and everybody can type it. */
export function makeClaimCode(bytes: Buffer = randomBytes(16)): string {
  return [...bytes.subarray(0, 16)].map((byte) => letters[byte % 32]).join("");
}

/** As it is kept; the code itself is on the label alone. */
export function hashClaimCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
