import { alinkCode } from "@tracewater/alink/codes";
import type { z } from "zod";
import type { Answer, Reply } from "../instrument.ts";
import { done, noInput, refuse, wrongInput } from "../machine/answers.ts";
import { enterCode, findRoom, roomIn, slotCount } from "./carousel.ts";
import { openDoor } from "./door.ts";
import { findHindrance } from "./hindrance.ts";
import { takeOn } from "./jobs.ts";
import { haltProgram, resumeProgram, scheduleDue, startProgram } from "./program.ts";
import type { Program, Settings } from "./program-plan.ts";
import { reportAll } from "./reporting.ts";
import { deviceTime, never, type SamplerState } from "./sampler-state.ts";
import { codeInput, grabInput, programInput, rinseInput, slotInput } from "./service-inputs.ts";
import { takeSnapshot } from "./snapshot.ts";

/** The services of the thing model, by name. */

/** Carries out a service call; params are whatever came over the wire. */
export function performService(sampler: SamplerState, name: string, params: unknown): Answer {
  const service = services.get(name);
  if (service !== undefined) return service(sampler, params);
  return now({ code: alinkCode.badRequest, data: {}, message: `Unknown service ${name}.` });
}

type Service = (sampler: SamplerState, params: unknown) => Answer;

const doorOpenMs = 60_000;
const maxWaiting = 4;

const services = new Map<string, Service>([
  ["start", service(noInput, start)],
  ["stop", service(noInput, stop)],
  ["pause", service(noInput, pause)],
  ["grab", service(grabInput, grab)],
  ["rinse", service(rinseInput, rinse)],
  ["setProgram", service(programInput, setProgram)],
  ["rotateTo", service(slotInput, rotateTo)],
  ["unlock", service(noInput, unlock)],
  ["snapshot", service(noInput, snapshot)],
  ["syncTime", service(noInput, syncTime)],
  ["selfTest", service(noInput, selfTest)],
  ["mandatoryRefresh", service(noInput, (sampler) => done({ count: reportAll(sampler) }))],
  ["enterBottleBodyId", service(codeInput, (sampler, input) => enter(sampler, "bodyCode", input))],
  ["enterBottleCapId", service(codeInput, (sampler, input) => enter(sampler, "capCode", input))],
]);

function service<Input>(
  schema: z.ZodType<Input>,
  run: (sampler: SamplerState, input: Input) => Answer,
): Service {
  return (sampler, params) => {
    const read = schema.safeParse(params ?? {});
    return read.success ? run(sampler, read.data) : now(wrongInput(read.error));
  };
}

function start(sampler: SamplerState): Answer {
  const { program } = sampler;
  if (program.phase === "armed") return refuse("A program is already running.");
  const hindrance = findHindrance(sampler);
  if (hindrance !== null) return refuse(hindrance.sentence);
  if (program.phase === "paused") {
    resumeProgram(sampler);
    return done();
  }
  if (!startProgram(sampler)) return refuse("No bottle has room for another aliquot.");
  // Somebody started it by hand: the visitor who was expected has nothing to do.
  sampler.agenda.visit = never;
  return done();
}

function stop(sampler: SamplerState): Answer {
  const { phase } = sampler.program;
  if (phase !== "armed" && phase !== "paused") return refuse("No program is running.");
  haltProgram(sampler, "idle");
  return done();
}

function pause(sampler: SamplerState): Answer {
  if (sampler.program.phase !== "armed") return refuse("No program is running.");
  haltProgram(sampler, "paused");
  return done();
}

function grab(sampler: SamplerState, input: z.infer<typeof grabInput>): Answer {
  const { carousel, program, settings } = sampler;
  const hindrance = findHindrance(sampler);
  if (hindrance !== null) return refuse(hindrance.sentence);
  if (sampler.waiting.length >= maxWaiting) return refuse("Too many jobs are waiting for the pump.");
  const slot = input.index ?? findRoom(carousel, input.volume, program.slot, slotCount);
  if (slot === null) return refuse(`No bottle has room for ${input.volume} mL.`);
  const room = roomIn(carousel, slot);
  if (room < input.volume) return refuse(`Bottle ${slot} has room for ${room} mL only.`);
  const ticket = sampler.nextTicket++;
  const rinses = input.rinses ?? settings.rinses;
  takeOn(sampler, { kind: "sample", trigger: "grab", slot, volume: input.volume, rinses, ticket });
  return { kind: "later", ticket };
}

function rinse(sampler: SamplerState, input: z.infer<typeof rinseInput>): Answer {
  const hindrance = findHindrance(sampler);
  if (hindrance !== null) return refuse(hindrance.sentence);
  if (sampler.waiting.length >= maxWaiting) return refuse("Too many jobs are waiting for the pump.");
  const ticket = sampler.nextTicket++;
  takeOn(sampler, { kind: "rinse", rinses: input.times, ticket });
  return { kind: "later", ticket };
}

/** A running program goes on under the new rules, in the bottle where it is. */
function setProgram(sampler: SamplerState, input: z.infer<typeof programInput>): Answer {
  const { program, settings } = sampler;
  const { interval, aliquot, bottles } = input;
  const rinses = input.rinses ?? settings.rinses;
  const plan = {
    name: input.programName,
    mode: input.mode,
    bottles,
    version: program.version + 1,
    attempts: 0,
  };
  Object.assign(settings, { interval, aliquot, rinses } satisfies Partial<Settings>);
  Object.assign(program, plan satisfies Partial<Program>);
  scheduleDue(sampler);
  return done({ programVersion: plan.version });
}

/** Allowed with the door open: bottles are put in one after the other in front of it. */
function rotateTo(sampler: SamplerState, input: z.infer<typeof slotInput>): Answer {
  if (sampler.faults.has("armJam")) return refuse(`The arm is jammed at slot ${sampler.carousel.arm}.`);
  if (sampler.job !== null) return refuse("The pump is running, so the arm cannot move.");
  sampler.carousel.arm = input.index;
  return done({ index: input.index });
}

function unlock(sampler: SamplerState): Answer {
  if (!sampler.doorOpen) openDoor(sampler, sampler.nowMs + doorOpenMs);
  return done();
}

function snapshot(sampler: SamplerState): Answer {
  const picture = takeSnapshot(sampler);
  const { sha256, bytes } = picture;
  const data = { takenAt: deviceTime(sampler), sha256, bytes };
  return now({ code: alinkCode.success, data, message: "success", picture });
}

function syncTime(): Answer {
  return {
    kind: "afterClock",
    reply: (offsetMs) => ({ code: alinkCode.success, data: { offsetMs }, message: "Clock set." }),
  };
}

function selfTest(sampler: SamplerState): Answer {
  const found = [...sampler.faults].filter((fault) => fault !== "clockDrift").sort();
  const passed = found.length === 0;
  return done({
    result: passed ? 1 : 0,
    detail: passed ? "All components respond." : `Found: ${found.join(", ")}.`,
  });
}

function enter(
  sampler: SamplerState,
  part: "bodyCode" | "capCode",
  input: z.infer<typeof codeInput>,
): Answer {
  enterCode(sampler.carousel, {
    slot: input.index,
    part,
    code: input.bottleId,
    clear: input.clearVolume ?? false,
  });
  return done();
}

function now(reply: Reply): Answer {
  return { kind: "now", reply };
}
