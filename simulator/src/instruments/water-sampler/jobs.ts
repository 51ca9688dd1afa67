import { alinkCode } from "@tracewater/alink/codes";
import { chance } from "../../random.ts";
import type { Reply } from "../instrument.ts";
import { stream } from "../site/stream.ts";
import { fill, findRoom, roomIn, volumeIn } from "./carousel.ts";
import { findHindrance, type Hindrance } from "./hindrance.ts";
import { aliquotNow, completeProgram, isDueByFlow, moveOn, scheduleDue } from "./program.ts";
import type { Program } from "./program-plan.ts";
import { dryRunSeconds, rinsingSeconds, samplingSeconds } from "./pump.ts";
import { boxTemp, liquidLevel } from "./readings.ts";
import { emitEvent, type Job, never, type SamplerState } from "./sampler-state.ts";

/** What the pump does, one job after the other: rinse, sample, report. */

/** Takes a job on; it waits until the pump is free. */
export function takeOn(sampler: SamplerState, job: Job): void {
  sampler.waiting.push(job);
  if (sampler.job === null) startNext(sampler);
}

/** The end of a phase of the running job. */
export function continueJob(sampler: SamplerState): void {
  const running = sampler.job;
  if (running === null) return;
  if (running.phase === "rinsing" && running.job.kind === "sample") {
    running.phase = "sampling";
    sampler.agenda.job = sampler.nowMs + pumpSeconds(sampler, running.job.volume) * 1000;
    return;
  }
  sampler.pumpMs += sampler.nowMs - running.startedMs;
  sampler.job = null;
  sampler.agenda.job = never;
  finish(sampler, running.job);
  if (sampler.job === null) startNext(sampler);
}

/** The clock says that an aliquot of the program is due. */
export function takeDueAliquot(sampler: SamplerState): void {
  const { program, settings, carousel, nowMs } = sampler;
  program.lastDueMs = nowMs;
  scheduleDue(sampler);
  const slot = findRoom(carousel, settings.aliquot, program.slot, program.bottles);
  if (slot === null) {
    completeProgram(sampler);
    return;
  }
  if (slot !== program.slot) Object.assign(program, { slot, attempts: 0 } satisfies Partial<Program>);
  const job: Job = {
    kind: "sample",
    trigger: "program",
    slot,
    volume: aliquotNow(sampler),
    rinses: settings.rinses,
    ticket: null,
  };
  const hindrance = findHindrance(sampler);
  if (hindrance !== null) missSample(sampler, job, hindrance);
  else takeOn(sampler, job);
}

/** Once a minute: programs that follow the flow. */
export function watchFlow(sampler: SamplerState): void {
  if (isDueByFlow(sampler)) takeDueAliquot(sampler);
}

function startNext(sampler: SamplerState): void {
  const job = sampler.waiting.shift();
  if (job === undefined) return;
  const rinsing = job.kind === "rinse" || job.rinses > 0;
  sampler.job = { job, phase: rinsing ? "rinsing" : "sampling", startedMs: sampler.nowMs };
  if (job.kind === "sample") sampler.carousel.arm = job.slot;
  const volume = job.kind === "sample" ? job.volume : 0;
  const seconds = rinsing ? rinsingSeconds(job.rinses) : pumpSeconds(sampler, volume);
  sampler.agenda.job = sampler.nowMs + seconds * 1000;
}

function pumpSeconds(sampler: SamplerState, volume: number): number {
  return sampler.faults.has("noLiquid") ? dryRunSeconds : samplingSeconds(volume);
}

function finish(sampler: SamplerState, job: Job): void {
  const hindrance = findHindrance(sampler) ?? findDryness(sampler);
  if (job.kind === "sample") {
    if (hindrance === null) pourSample(sampler, job);
    else missSample(sampler, job, hindrance);
    return;
  }
  const done: Reply = { code: alinkCode.success, data: { times: job.rinses }, message: "Rinsed." };
  answer(sampler, job.ticket, hindrance === null ? done : refusal(hindrance.sentence));
}

function pourSample(sampler: SamplerState, job: Job & { kind: "sample" }): void {
  const { carousel, program, settings } = sampler;
  // A stroke or two is lost in the hose; never more than asked for, so that no bottle runs over.
  const lost = Math.floor(3 * chance(sampler.seed, stream.strokeLoss, Math.floor(sampler.nowMs / 1000)));
  const volume = fill(carousel, job.slot, job.volume - lost);
  const bottleVolume = volumeIn(carousel, job.slot);
  const taken = { index: job.slot, volume, bottleVolume };
  emitEvent(sampler, "sampleTaken", {
    ...taken,
    boxTemp: boxTemp(sampler),
    into: "main",
    trigger: job.trigger,
  });
  if (roomIn(carousel, job.slot) < settings.aliquot) {
    emitEvent(sampler, "bottleFull", { index: job.slot, volume: bottleVolume });
  }
  if (job.trigger === "program") {
    program.taken += 1;
    if (program.phase === "armed") moveOn(sampler);
  }
  answer(sampler, job.ticket, { code: alinkCode.success, data: taken, message: "Sample taken." });
}

function missSample(sampler: SamplerState, job: Job & { kind: "sample" }, why: Hindrance): void {
  emitEvent(sampler, "sampleMissed", { index: job.slot, reason: why.reason, trigger: job.trigger });
  if (job.trigger === "program") {
    sampler.program.missed += 1;
    if (sampler.program.phase === "armed") moveOn(sampler);
  }
  answer(sampler, job.ticket, refusal(`No sample was taken. ${why.sentence}`));
}

function findDryness(sampler: SamplerState): Hindrance | null {
  if (!sampler.faults.has("noLiquid")) return null;
  const level = liquidLevel(sampler);
  return { reason: "noLiquid", sentence: `There is no liquid at the intake (level ${level} m).` };
}

function answer(sampler: SamplerState, ticket: number | null, reply: Reply): void {
  if (ticket !== null) sampler.outputs.push({ kind: "reply", ticket, reply });
}

function refusal(message: string): Reply {
  return { code: alinkCode.serverError, data: {}, message };
}
