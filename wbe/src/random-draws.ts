import { checkWhole } from "./checks.ts";

/** Numbers that look random and come out the same for the same seed: a Monte Carlo can be made again. */
export interface Draws {
  /** 0 included, 1 not. */
  uniform(): number;
  /** Of the normal distribution with mean 0 and standard deviation 1. */
  normal(): number;
}

/**
 * A generator with 32 bits of state, enough for the 10,000 draws of a calculation and not for secrets.
 * Errors: notFinite, outOfRange, notWhole (a seed, 0..4294967295).
 * Source: mulberry32 (T. Ettinger, 2017, public domain); Box and Muller 1958, Ann. Math. Stat. 29:610.
 */
export function seededDraws(seed: number): Draws {
  let state = checkWhole("seed", seed, 0, 0xffff_ffff);
  let kept: number | null = null;
  function uniform(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    uniform,
    normal() {
      if (kept !== null) {
        const other = kept;
        kept = null;
        return other;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
      const angle = 2 * Math.PI * uniform();
      kept = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
  };
}
