/**
 * Chance as a function: a number in 0..1 that depends on the seed, the stream and `n` alone. Nothing is drawn in
 * sequence, so a value is the same whether it is read once, often, late or never (history and fleet agree).
 * The mixing is MurmurHash3's finaliser.
 */
export function chance(seed: number, stream: number, n: number): number {
  let h = Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca77);
  h = mix(h ^ Math.imul(n | 0, 0xc2b2ae3d));
  h = mix(h ^ Math.floor(n / 4_294_967_296));
  return (h >>> 0) / 4_294_967_296;
}

/** A smooth wander in -1..1 whose turning points are about `periodMs` apart. */
export function wander(seed: number, stream: number, ms: number, periodMs: number): number {
  const slot = Math.floor(ms / periodMs);
  const x = ms / periodMs - slot;
  const from = chance(seed, stream, slot);
  const to = chance(seed, stream, slot + 1);
  return 2 * (from + (to - from) * x * x * (3 - 2 * x)) - 1;
}

/** Joins the fleet's seed to a device's own; fleet seed 0 leaves the devices as their file has them. */
export function joinSeeds(deviceSeed: number, fleetSeed: number): number {
  return fleetSeed === 0 ? deviceSeed : mix(Math.imul(deviceSeed, 0x9e3779b1) ^ mix(fleetSeed)) >>> 0;
}

function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
