import { randomInt } from "node:crypto";

/** Letters and digits that are not mistaken for one another. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const count = 10;
const length = 12;

/** Ten codes of 12 letters in three groups (59 bits), each with a first letter of its own. */
export function makeRecoveryCodes(): string[] {
  const marks = new Set<string>();
  while (marks.size < count) marks.add(letter());
  return [...marks].map((mark) => {
    const rest = Array.from({ length: length - 1 }, letter).join("");
    return `${mark}${rest}`.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** A recovery code as it was hashed, however it was typed; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.replace(/[\s-]/g, "").toUpperCase();
  return plain.length === length && [...plain].every((one) => alphabet.includes(one)) ? plain : null;
}

function letter(): string {
  return alphabet.charAt(randomInt(alphabet.length));
}
