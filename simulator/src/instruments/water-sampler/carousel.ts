/** The bottles in the box: 24 on the ring under the arm, and eight extra ones (25..32) that only carry codes. */
export type Bottle = { volume: number; bodyCode: string | null; capCode: string | null };

export const slotCount = 24;
export const extraCount = 8;
export const bottleCapacity = 1000;

export type Carousel = { bottles: Bottle[]; arm: number };

export function createCarousel(): Carousel {
  return { bottles: freshBottles(), arm: 1 };
}

export function freshBottles(): Bottle[] {
  return Array.from({ length: slotCount + extraCount }, () => ({ volume: 0, bodyCode: null, capCode: null }));
}

/** Volume in mL of a bottle, 0 where there is no such slot. */
export function volumeIn(carousel: Carousel, slot: number): number {
  return carousel.bottles[slot - 1]?.volume ?? 0;
}

export function roomIn(carousel: Carousel, slot: number): number {
  return bottleCapacity - volumeIn(carousel, slot);
}

export function totalVolume(carousel: Carousel): number {
  let sum = 0;
  for (let slot = 1; slot <= slotCount; slot++) sum += volumeIn(carousel, slot);
  return sum;
}

/** Lets water into a bottle; answers what went in, which is never more than there is room for. */
export function fill(carousel: Carousel, slot: number, volume: number): number {
  const bottle = carousel.bottles[slot - 1];
  if (bottle === undefined) return 0;
  const taken = Math.min(volume, bottleCapacity - bottle.volume);
  bottle.volume += taken;
  return taken;
}

/** The first slot from `from` to `last` with room for `volume`, or null. */
export function findRoom(carousel: Carousel, volume: number, from: number, last: number): number | null {
  for (let slot = from; slot <= last; slot++) {
    if (roomIn(carousel, slot) >= volume) return slot;
  }
  return null;
}

/** Enters a scanned code for a slot or an extra bottle. */
export function enterCode(
  carousel: Carousel,
  entry: { slot: number; part: "bodyCode" | "capCode"; code: string; clear: boolean },
): void {
  const bottle = carousel.bottles[entry.slot - 1];
  if (bottle === undefined) return;
  bottle[entry.part] = entry.code;
  if (entry.clear) bottle.volume = 0;
}
