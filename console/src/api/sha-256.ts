/**
 * SHA-256 (FIPS 180-4) of ASCII text, for the proof of work alone: it protects nothing, since the server checks the
 * result. A library that streams and signs would be a thirtieth of the log-in page.
 */
export function sha256Of(text: string): Uint8Array {
  const length = text.length;
  const words = new Int32Array(((length + 72) >> 6) << 4);
  for (let at = 0; at < length; at++) put(words, at, text.charCodeAt(at));
  put(words, length, 0x80);
  words[words.length - 1] = length * 8;
  const state = start.slice();
  for (let block = 0; block < words.length; block += 16) mix(state, words, block);
  const bytes = new Uint8Array(32);
  for (let at = 0; at < 32; at++) bytes[at] = wordAt(state, at >> 2) >> (24 - 8 * (at & 3));
  return bytes;
}

const primes = firstPrimes(64);
/** The first 32 bits of the fractions of the primes' roots (4.2.2, 5.3.3). */
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime > 0)) found.push(one);
  return found;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function put(words: Int32Array, byte: number, value: number): void {
  words[byte >> 2] = wordAt(words, byte >> 2) | (value << (24 - 8 * (byte & 3)));
}

/** A word that is there. */
function wordAt(words: Int32Array, index: number): number {
  return words[index] ?? 0;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

const schedule = new Int32Array(64);

/** One block of 16 words into the state (6.2.2). */
function mix(state: Int32Array, words: Int32Array, block: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = wordAt(words, block + at);
  let a = wordAt(state, 0);
  let b = wordAt(state, 1);
  let c = wordAt(state, 2);
  let d = wordAt(state, 3);
  let e = wordAt(state, 4);
  let f = wordAt(state, 5);
  let g = wordAt(state, 6);
  let h = wordAt(state, 7);
  for (let at = 0; at < 64; at++) {
    if (at > 15) {
      const early = wordAt(schedule, at - 15);
      const late = wordAt(schedule, at - 2);
      schedule[at] =
        wordAt(schedule, at - 16) +
        (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
        wordAt(schedule, at - 7) +
        (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    const one =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        wordAt(rounds, at) +
        wordAt(schedule, at)) |
      0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = wordAt(state, at) + (mixed[at] ?? 0);
}
