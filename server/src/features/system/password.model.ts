import { randomBytes, randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { LocalizedText } from "../../platform/localized-text.ts";
import { commonPasswords } from "./common-passwords.ts";
import { type Habit, readPassword } from "./password-strength.model.ts";

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
): LocalizedText | null {
  if (password.length < shortest) {
    return { en: `must have at least ${shortest} characters`, zh: `至少 ${shortest} 个字符` };
  }
  if (password.length > 128) return { en: "must have at most 128 characters", zh: "最多 128 个字符" };
  const plain = password.toLowerCase();
  if (userName.length > 2 && plain.includes(userName.toLowerCase())) {
    return { en: "must not contain the user name", zh: "不能包含用户名" };
  }
  if (new Set(plain).size < 5) return guessable.pattern;
  const { cost, habits } = readPassword(password, [userName, ...productNames], commonPasswords());
  if (cost >= minChosen) return null;
  if (habits.includes("common")) return guessable.common;
  return habits.includes("name") ? guessable.name : guessable.pattern;
}

/** What a password has to be worth, in freely chosen letters: two uncommon words and a little more. */
const minChosen = 6;

const productNames = ["tracewater", "wastewater"];

const guessable: Record<Habit, LocalizedText> = {
  common: {
    en: "is too easy to guess: a common password or word with little added. Use several unrelated words",
    zh: "过于容易猜到：由常见密码或单词稍加改动而成。请使用多个不相关的词语",
  },
  name: {
    en: "is too easy to guess: a name of this platform or yours with little added. Use several unrelated words",
    zh: "过于容易猜到：由平台名称或您的姓名稍加改动而成。请使用多个不相关的词语",
  },
  pattern: {
    en: "is too easy to guess: a sequence, a row of keys, a year or a repetition. Use several unrelated words",
    zh: "过于容易猜到：由连续字符、键盘顺序、年份或重复字符组成。请使用多个不相关的词语",
  },
};

/** For one use: 4 groups of 5 letters and digits that are not mistaken for one another. */
export function makeOneTimeCode(): string {
  const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
  const letter = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, letter).join("")).join("-");
}
