import { beforeEach, expect, test } from "vitest";
import type { Instrument, Output, Params } from "../instrument.ts";
import { waterSamplerProfile } from "./profile.ts";
import { createWaterSampler } from "./water-sampler.ts";

const minute = 60_000;
const hour = 60 * minute;
const startMs = Date.UTC(2026, 0, 11, 6);
const profile = waterSamplerProfile.parse({ designFlow: 48_000, latitude: 47, longitude: 8 });

let sampler: Instrument;

beforeEach(() => {
  sampler = createWaterSampler({ seed: 8, profile, startMs });
  sampler.startReporting(startMs, 60);
  const program = { programName: "p", mode: 0, interval: 10, aliquot: 40, bottles: 24 };
  sampler.perform("setProgram", program, startMs);
  sampler.perform("start", {}, startMs);
  sampler.advance(startMs + 5 * minute);
});

test("noLiquid: the level falls, samples are missed with the reason, a grab fails after trying", () => {
  const begun = fault("noLiquid", true);
  expect(events(begun, "noLiquid")).toEqual([{ liquidLevel: 0.02 }]);
  const outputs = sampler.advance(startMs + hour);
  expect(events(outputs, "sampleTaken")).toEqual([]);
  expect(events(outputs, "sampleMissed")).toHaveLength(5);
  expect(events(outputs, "sampleMissed")[0]).toEqual({ index: 1, reason: "noLiquid", trigger: "program" });
  expect(read()).toMatchObject({ liquidLevel: 0.02 });
  expect(sampler.perform("grab", { volume: 50 }, startMs + hour).answer.kind).toBe("later");
  const tried = sampler.advance(startMs + hour + minute);
  expect(events(tried, "sampleMissed")).toMatchObject([{ trigger: "grab" }]);
  expect(tried.find((output) => output.kind === "reply")).toMatchObject({
    reply: { code: 500, message: expect.stringContaining("There is no liquid at the intake") },
  });
  fault("noLiquid", false);
  expect(events(sampler.advance(startMs + 2 * hour), "sampleTaken").length).toBeGreaterThan(4);
});

test("warmBox: the temperature climbs, tempHigh comes after half an hour above 8 °C, once", () => {
  fault("warmBox", true);
  const outputs = sampler.advance(startMs + 6 * hour);
  const [received, ...more] = outputs.filter(
    (output) => output.kind === "event" && output.event === "tempHigh",
  );
  expect(more).toEqual([]);
  const above = outputs.find((o) => o.kind === "report" && Number(o.params["boxTemp"]) > 8.1);
  expect(received).toMatchObject({ params: { minutes: 30 } });
  if (received?.kind !== "event" || above?.kind !== "report") throw new Error("not told");
  expect(received.time - above.time).toBeGreaterThan(25 * minute);
  expect(received.time - above.time).toBeLessThan(35 * minute);
  fault("warmBox", false);
  sampler.advance(sampler.nextAt() + 6 * hour);
  expect(Number(read()["boxTemp"])).toBeLessThan(5.5);
});

test("doorOpen: the door stays open until the fault ends, the box is in maintenance, samples are missed", () => {
  expect(events(fault("doorOpen", true), "doorOpened")).toEqual([{}]);
  const outputs = sampler.advance(startMs + hour);
  expect(events(outputs, "sampleMissed")[0]).toMatchObject({ reason: "doorOpen" });
  expect(read()).toMatchObject({ door: 1, workState: 7 });
  fault("doorOpen", false);
  expect(read()).toMatchObject({ door: 0, workState: 1 });
});

test("clockDrift: the device's times are off by minutes, which it reports, until its clock is set", () => {
  const before = sampler.clockOffsetMs;
  fault("clockDrift", true);
  const outputs = sampler.advance(startMs + 10 * minute);
  const seconds = sampler.clockOffsetMs / 1000;
  expect(before).toBe(0);
  expect(Math.abs(seconds)).toBeGreaterThan(300);
  expect(events(outputs, "clockDrift")).toEqual([{ seconds: Math.round(seconds) }]);
  sampler.correctClock(-sampler.clockOffsetMs);
  expect(sampler.clockOffsetMs).toBe(0);
  expect(events(sampler.advance(startMs + hour), "clockDrift")).toEqual([]);
});

test.each([
  ["armJam", { index: 1 }],
  ["pumpFault", { reason: "over-current" }],
])("%s: reported once, the device is in fault, samples are missed, then it goes on", (name, params) => {
  expect(events(fault(name, true), name)).toEqual([params]);
  expect(fault(name, true)).toEqual([]);
  expect(events(sampler.advance(startMs + hour), "sampleMissed")[0]).toMatchObject({ reason: name });
  expect(read()).toMatchObject({ workState: 6 });
  const test = sampler.perform("selfTest", {}, startMs + hour).answer;
  expect(test).toMatchObject({ reply: { data: { result: 0, detail: `Found: ${name}.` } } });
  fault(name, false);
  expect(read()).toMatchObject({ workState: 1 });
});

test("powerFail: the mains is absent, the battery falls until the pump stops, and is filled again", () => {
  expect(events(fault("powerFail", true), "powerFail")).toEqual([{ batteryLevel: 100 }]);
  expect(read()).toMatchObject({ mains: 0 });
  const full = Number(read()["batteryVoltage"]);
  const outputs = sampler.advance(startMs + 24 * hour);
  expect(Number(read()["batteryLevel"])).toBeGreaterThan(45);
  expect(Number(read()["batteryLevel"])).toBeLessThan(55);
  expect(Number(read()["batteryVoltage"])).toBeLessThan(full);
  expect(events(outputs, "sampleMissed")).toEqual([]);
  expect(events(sampler.advance(startMs + 48 * hour), "sampleMissed")[0]).toMatchObject({
    reason: "noPower",
  });
  fault("powerFail", false);
  sampler.advance(startMs + 60 * hour);
  expect(read()).toMatchObject({ mains: 1, batteryLevel: 100 });
});

test("flowLost: reported, no flow is read, and a program that follows it takes the aliquots of a mean day", () => {
  const before = Number(read()["flow"]);
  expect(before).toBeGreaterThan(0);
  expect(events(fault("flowLost", true), "flowSignalLost")).toEqual([{}]);
  expect(read()).toMatchObject({ flow: 0 });
  sampler.perform("stop", {}, startMs);
  const follows = { programName: "f", mode: 2, interval: 10, aliquot: 100, bottles: 24 };
  sampler.perform("setProgram", follows, startMs);
  sampler.perform("start", {}, startMs);
  const taken = events(sampler.advance(startMs + 2 * hour), "sampleTaken");
  expect(taken.length).toBeGreaterThan(5);
  fault("flowLost", false);
  expect(Number(read()["flow"])).toBeGreaterThan(0);
});

test("moved: reported with the distance, its position is that far away until it is back", () => {
  const latitude = () => (read()["gps"] as { latitude: number }).latitude;
  const before = latitude();
  expect(events(fault("moved", true), "moved")).toEqual([{ metres: 180 }]);
  expect((latitude() - before) * 111_320).toBeCloseTo(180, 0);
  fault("moved", false);
  expect(latitude()).toBe(before);
});

test("codeMismatch: reported with the slot, and what was expected and found there", () => {
  sampler.perform("enterBottleBodyId", { index: 1, bottleId: "BODY-7", clearVolume: 0 }, startMs);
  expect(events(fault("codeMismatch", true), "codeMismatch")).toEqual([
    { index: 1, expected: "BODY-7", found: "BODY-7-X" },
  ]);
});

function fault(name: string, on: boolean): Output[] {
  return sampler.setFault(name, on, startMs);
}

function read(): Params {
  const { answer } = sampler.getProperties(null, startMs);
  return answer.kind === "now" ? answer.reply.data : {};
}

function events(outputs: readonly Output[], name: string): Params[] {
  return outputs.flatMap((o) => (o.kind === "event" && o.event === name ? [o.params] : []));
}
