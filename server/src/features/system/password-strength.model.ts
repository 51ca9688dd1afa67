/*
 * How much of a password its owner chose. What people put together by habit counts little, however long it is: common
 * passwords and words, with digits for letters too; rows of keys, sequences, repetitions, years; the product's name and
 * their own. The rest counts by its characters.
 */
import type { CommonPasswords } from "./common-passwords.ts";

/** What the guessable parts of a password are. */
export type Habit = "common" | "name" | "pattern";

type Part = { cost: number; habit: Habit | null };
type Reading = { cost: number; habits: readonly Habit[] };

/** What a part counts, in freely chosen letters. */
const costs = { name: 1, pattern: 1, repeat: 0.5, top: 1.5, common: 2.5, letter: 1, other: 0.5 };

/** Longer parts are in no list, and the row of keys below is no longer. */
const maxPart = 32;

/** The cheapest reading of the password: in how many free choices it is guessed, and by which habits. */
export function readPassword(password: string, names: readonly string[], lists: CommonPasswords): Reading {
  const text = password.normalize("NFKC").toLowerCase();
  const known = names.map((name) => name.toLowerCase()).filter((name) => name.length > 2);
  const best: Reading[] = [{ cost: 0, habits: [] }];
  for (let end = 1; end <= text.length; end++) {
    let found: Reading = { cost: Number.POSITIVE_INFINITY, habits: [] };
    for (let begin = Math.max(0, end - maxPart); begin < end; begin++) {
      const before = best[begin];
      const part = partOf(text, begin, end, known, lists);
      if (before === undefined || part === null || before.cost + part.cost >= found.cost) continue;
      const habits = part.habit === null ? before.habits : [...before.habits, part.habit];
      found = { cost: before.cost + part.cost, habits };
    }
    best.push(found);
  }
  return best.at(-1) ?? { cost: 0, habits: [] };
}

function partOf(
  text: string,
  begin: number,
  end: number,
  names: readonly string[],
  lists: CommonPasswords,
): Part | null {
  const part = text.slice(begin, end);
  if (part.length === 1) return { cost: /\p{L}/u.test(part) ? costs.letter : costs.other, habit: null };
  if (part.length > 1 && text.slice(begin - part.length, begin) === part && begin >= part.length) {
    return { cost: costs.repeat, habit: "pattern" };
  }
  if (part.length < 3) return null;
  if (isSequence(part) || isKeyboardWalk(part) || /^(19|20)\d\d$/.test(part)) {
    return { cost: costs.pattern, habit: "pattern" };
  }
  const spelled = spellings(part);
  if (spelled.some((one) => names.includes(one))) return { cost: costs.name, habit: "name" };
  if (part.length < 4) return null;
  if (spelled.some(lists.isTop)) return { cost: costs.top, habit: "common" };
  return spelled.some(lists.isCommon) ? { cost: costs.common, habit: "common" } : null;
}

/** `abcd`, `4321`, `aaaa`; after 9 comes 0. */
function isSequence(part: string): boolean {
  const isDigits = /^\d+$/.test(part);
  const steps = [...part].slice(1).map((letter, at) => {
    const step = letter.charCodeAt(0) - part.charCodeAt(at);
    return isDigits && Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
}

/** The keys of a keyboard, each row half a key further right than the one above it. */
const rows = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"];
const keys = new Map(rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)));
const shifted = new Map([..."!@#$%^&*()_+"].map((sign, at) => [sign, "1234567890-=".charAt(at)] as const));

/** At least four keys, each next to the one before it: `qwer`, `1q2w3e`, `zaq1`. */
function isKeyboardWalk(part: string): boolean {
  if (part.length < 4) return false;
  const places = [...part].map((letter) => keys.get(shifted.get(letter) ?? letter));
  return places.every((place, at) => {
    const before = places[at - 1];
    if (place === undefined) return false;
    if (at === 0 || before === undefined) return true;
    return Math.abs(place.x - before.x) <= 1 && Math.abs(place.y - before.y) <= 1;
  });
}

const digitsForLetters: Record<string, string> = {
  ...{ "@": "a", "4": "a", "8": "b", "(": "c", "3": "e", "6": "g", "9": "g", "1": "i", "!": "i", "|": "l" },
  ...{ "0": "o", $: "s", "5": "s", "7": "t", "+": "t", "2": "z" },
};

/** The part as it is, and with letters for the digits and signs that stand for them. */
function spellings(part: string): string[] {
  if (!/[a-z]/.test(part) || /^[a-z]+$/.test(part)) return [part];
  const plain = [...part].map((letter) => digitsForLetters[letter] ?? letter).join("");
  const withL = [...part]
    .map((letter) => (letter === "1" ? "l" : (digitsForLetters[letter] ?? letter)))
    .join("");
  return [...new Set([part, plain, withL])];
}
