import { freshBottles } from "./carousel.ts";
import { closeDoor, openDoor } from "./door.ts";
import { startProgram } from "./program.ts";
import { never, type SamplerState } from "./sampler-state.ts";
import { visitMs } from "./visit-times.ts";

/** A demo device's visitor opens the door; five minutes later fresh bottles are in it and the program starts. */
export function visit(sampler: SamplerState): void {
  sampler.visitor = !sampler.visitor;
  if (sampler.visitor) {
    openDoor(sampler, never);
    sampler.agenda.visit = sampler.nowMs + visitMs;
    return;
  }
  sampler.agenda.visit = never;
  closeDoor(sampler);
  if (sampler.program.phase !== "complete") return;
  sampler.carousel.bottles = freshBottles();
  startProgram(sampler);
}
