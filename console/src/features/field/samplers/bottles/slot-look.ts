import { type BottleSlot, mainSlots } from "@tracewater/contract/field/sampler-bottles";

/** How a slot is drawn and named. */
export type SlotLook = "none" | "waiting" | "empty" | "filling" | "filled" | "short";

export const slotLooks: readonly SlotLook[] = ["filled", "filling", "short", "empty", "waiting", "none"];

/** `filling` is the bottle under the arm while the device samples; `short` lacks an aliquot that was due. */
export function lookOf(slot: BottleSlot, armAt: number | null): SlotLook {
  if (slot.waiting.length > 0) return "waiting";
  const holds = (slot.volume ?? 0) > 0;
  if (slot.slot === armAt && holds) return "filling";
  if (slot.missed > 0) return "short";
  if (holds) return "filled";
  return slot.bodyCode === null ? "none" : "empty";
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
