import { emitEvent, never, type SamplerState } from "./sampler-state.ts";

/** Opens the box; it closes by itself at `untilMs`, or stays open where that is infinite. */
export function openDoor(sampler: SamplerState, untilMs: number): void {
  sampler.agenda.door = untilMs;
  if (sampler.doorOpen) return;
  sampler.doorOpen = true;
  emitEvent(sampler, "doorOpened", {});
}

export function closeDoor(sampler: SamplerState): void {
  sampler.agenda.door = never;
  // A door that is open by fault closes only when the fault ends.
  if (!sampler.faults.has("doorOpen")) sampler.doorOpen = false;
}
