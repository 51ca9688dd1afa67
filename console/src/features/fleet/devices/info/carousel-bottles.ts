import { type Latest, numberOf } from "../families/family-facts.ts";

/**
 * What is known of a bottle. The device tells its current bottle and what is in it, and how much it has collected
 * in all; of each earlier bottle it tells nothing by itself, so an earlier one is `passed`, never a volume.
 */
export type Bottle = {
  slot: number;
  state: "current" | "passed" | "ahead" | "unused" | "unknown";
  /** How full the current bottle is, 0 to 1. */
  fill: number | null;
};

export type Carousel = {
  bottles: Bottle[];
  current: number | null;
  count: number | null;
  bottleVolume: number | null;
  totalVolume: number | null;
};

export const slots = 24;
const bottleCapacity = 1000;

/** Reads the carousel from the latest values of a sampler. */
export function readCarousel(latest: Latest): Carousel {
  const current = inSlots(numberOf(latest["bottleIndex"]));
  const count = inSlots(numberOf(latest["bottleCount"]));
  const bottleVolume = numberOf(latest["bottleVolume"]);
  const totalVolume = numberOf(latest["totalVolume"]);
  const collected = totalVolume !== null && totalVolume > (bottleVolume ?? 0);
  return {
    current,
    count,
    bottleVolume,
    totalVolume,
    bottles: Array.from({ length: slots }, (_, index) =>
      bottleAt(index + 1, current, count, bottleVolume, collected),
    ),
  };
}

function bottleAt(
  slot: number,
  current: number | null,
  count: number | null,
  bottleVolume: number | null,
  collected: boolean,
): Bottle {
  if (count !== null && slot > count) return { slot, state: "unused", fill: null };
  if (current === null) return { slot, state: "unknown", fill: null };
  if (slot === current) {
    const fill = bottleVolume === null ? null : Math.min(Math.max(bottleVolume / bottleCapacity, 0), 1);
    return { slot, state: "current", fill };
  }
  if (slot > current) return { slot, state: "ahead", fill: null };
  // Earlier bottles hold something only if more was collected than is in the current one.
  return { slot, state: collected ? "passed" : "unknown", fill: null };
}

function inSlots(value: number | null): number | null {
  return value !== null && value >= 1 && value <= slots ? Math.round(value) : null;
}
