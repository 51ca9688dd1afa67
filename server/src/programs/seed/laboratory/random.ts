/** A number from 0 to 1 that hangs on the words alone: the same demo for the same days. */
export function randomOf(...labels: readonly (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of labels.join("|")) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Around 1, nearly always within ± 2.5 times the spread. */
export function wobble(spread: number, ...labels: readonly (string | number)[]): number {
  const sum = [1, 2, 3, 4].reduce((total, at) => total + randomOf(...labels, at), 0);
  return 1 + spread * 1.7 * (sum - 2);
}
