import { randomBytes, randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { Words } from "../../platform/words.ts";

/** argon2id with OWASP's first choice of costs: 19 MiB, 2 passes, 1 lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize("NFKC"));
}

/** Verified against when the user is unknown, so that the answer takes the same time. */
export const nobodysHash = hashPassword(randomBytes(32).toString("base64url"));

/** The shortest password of who manages others, and of everybody else. */
export const shortestPassword = { administrator: 15, user: 12 } as const;

/** Why a password cannot be taken, or null. */
export function refusePassword(
  password: string,
  userName: string,
  shortest: number = shortestPassword.administrator,
): Words | null {
  if (password.length < shortest) {
    return { en: `${shortest} characters or more`, zh: `至少 ${shortest} 个字符` };
  }
  if (password.length > 128) return { en: "128 characters at most", zh: "最多 128 个字符" };
  const plain = password.toLowerCase();
  if (userName.length > 2 && plain.includes(userName.toLowerCase())) {
    return { en: "must not contain the user name", zh: "不能包含用户名" };
  }
  if (new Set(plain).size < 5 || isRun(plain) || commonParts.some((part) => isMade(plain, part))) {
    return { en: "is one of those that are tried first", zh: "过于常见，容易被猜到" };
  }
  return null;
}

/** For one use: 4 groups of 5 letters and digits that are not mistaken for one another. */
export function makeOneTimeCode(): string {
  const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
  const letter = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, letter).join("")).join("-");
}

const commonParts = [
  "password",
  "qwerty",
  "tracewater",
  "letmein",
  "welcome",
  "administrator",
  "iloveyou",
  "abc123",
];

function isMade(password: string, part: string): boolean {
  return password.replaceAll(part, "").replace(/[\d\W_]/g, "").length < 3 && password.includes(part);
}

function isRun(password: string): boolean {
  const steps = [...password].slice(1).map((c, i) => c.charCodeAt(0) - password.charCodeAt(i));
  return steps.every((step) => step === steps[0]);
}
