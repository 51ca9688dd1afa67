import { type BottleSlot, mainSlots } from "@tracewater/contract/field/sampler-bottles";

/** How a slot is drawn and named. */
export type SlotLook = "none" | "waiting" | "empty" | "filling" | "filled" | "short";

export const slotLooks: readonly SlotLook[] = ["filled", "filling", "short", "empty", "waiting", "none"];

/**
 * `filling` is the bottle under the arm while the device samples; `short` lacks an aliquot that was due. Without a
 * bottle there is nothing to fill.
 */
export function lookOf(slot: BottleSlot, armAt: number | null): SlotLook {
  if (slot.waiting.length > 0) return "waiting";
  if (slot.bodyCode === null) return "none";
  const holds = (slot.volume ?? 0) > 0;
  if (slot.slot === armAt && holds) return "filling";
  if (slot.missed > 0) return "short";
  return holds ? "filled" : "empty";
}

/** The part of a disc below a height: the water in a bottle seen from above. */
export function waterPath(radius: number, fill: number): string {
  const level = radius * (1 - 2 * fill);
  // An arc that ends where it begins draws nothing: a full bottle keeps a hair of surface.
  const y = Math.max(-0.995 * radius, Math.min(radius, level));
  const half = Math.sqrt(radius * radius - y * y);
  return `M${round(-half)} ${round(y)}A${radius} ${radius} 0 ${y < 0 ? 1 : 0} 0 ${round(half)} ${round(y)}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The middle of a slot seen from above: slot 1 is at the top of the ring around (middle, middle), the others follow clockwise. */
export function slotPlace(slot: number, radius: number, middle: number): { x: number; y: number } {
  const angle = ((slot - 1) / mainSlots) * 2 * Math.PI - Math.PI / 2;
  return { x: round(middle + radius * Math.cos(angle)), y: round(middle + radius * Math.sin(angle)) };
}

/** What is in the bottles of a carousel: mL in all of them, how many hold water, how many there are. */
export function contentsOf(slots: readonly BottleSlot[]) {
  const bottles = slots.filter((slot) => slot.bodyCode !== null);
  return {
    total: bottles.reduce((sum, slot) => sum + (slot.volume ?? 0), 0),
    filled: bottles.filter((slot) => (slot.volume ?? 0) > 0).length,
    bottles: bottles.length,
    missed: bottles.reduce((sum, slot) => sum + slot.missed, 0),
  };
}

/** `7`, or `E3` for an extra bottle. */
export function slotName(slot: number): string {
  return slot > mainSlots ? `E${slot - mainSlots}` : String(slot);
}

/** As many characters of a code as have room between two bottles of the ring. */
const roomForCode = 10;

/** The end of a long code, for by that the bottles of a set differ. */
export function shortCode(code: string): string {
  return code.length <= roomForCode ? code : `…${code.slice(1 - roomForCode)}`;
}

/** Filled by how much, 0 to 1. */
export function fillOf(slot: BottleSlot): number {
  return Math.min(1, Math.max(0, (slot.volume ?? 0) / slot.capacity));
}

/** The slot after this one within its set; the last one leads to the first. */
export function nextSlot(slot: number, step: 1 | -1): number {
  const [first, count] = slot > mainSlots ? [mainSlots + 1, 8] : [1, mainSlots];
  return first + ((slot - first + step + count) % count);
}
