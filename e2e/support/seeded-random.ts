/** Chance that comes again: the same numbers for the same seed (mulberry32). */
export type SeededRandom = ReturnType<typeof createSeededRandom>;

export function createSeededRandom(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (max: number) => Math.floor(next() * max);
  return {
    below,
    isLuck: (share: number) => next() < share,
    one<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("nothing to choose from");
      return found;
    },
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
