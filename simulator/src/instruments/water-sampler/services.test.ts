import { readFileSync } from "node:fs";
import { thingModel } from "@tracewater/alink/thing-model";
import { beforeEach, expect, test } from "vitest";
import type { Instrument, Output, Params, Reply } from "../instrument.ts";
import { waterSamplerProfile } from "./profile.ts";
import { createWaterSampler } from "./water-sampler.ts";

const model = thingModel.parse(
  JSON.parse(
    readFileSync(new URL("../../../../data/thing-models/waterSample.json", import.meta.url), "utf8"),
  ),
);
const startMs = Date.UTC(2026, 4, 11, 0);
const profile = waterSamplerProfile.parse({ designFlow: 48_000, latitude: 31, longitude: 121 });
const program = { programName: "p", mode: 0, interval: 10, aliquot: 200, bottles: 24, rinses: 1 };

let sampler: Instrument;

beforeEach(() => {
  sampler = createWaterSampler({ seed: 8, profile, startMs });
  sampler.startReporting(startMs, null);
});

const valid: Record<string, unknown> = {
  start: {},
  stop: {},
  pause: {},
  grab: { volume: 100 },
  rinse: { times: 1 },
  setProgram: program,
  rotateTo: { index: 3 },
  unlock: {},
  snapshot: {},
  syncTime: {},
  selfTest: {},
  mandatoryRefresh: {},
  enterBottleBodyId: { index: 25, bottleId: "X01190" },
  enterBottleCapId: { index: 1, bottleId: "C1", clearVolume: 1 },
};

test.each(model.services.map((service) => service.identifier))(
  "%s answers what the model declares",
  (name) => {
    if (["stop", "pause"].includes(name)) sampler.perform("start", {}, startMs);
    const reply = call(name, valid[name], startMs + 60_000, 100_000);
    expect(reply.code).toBe(200);
    const declared = model.services.find((service) => service.identifier === name)?.outputData ?? [];
    expect(Object.keys(reply.data).sort()).toEqual(declared.map((field) => field.identifier).sort());
  },
);

test.each([
  ["grab", {}, "volume must be a whole number from 10 to 500."],
  ["grab", { volume: "100" }, "volume must be a whole number from 10 to 500."],
  ["grab", { volume: 100, index: 25 }, "index must be a whole number from 1 to 24."],
  ["grab", [], "The parameters must be an object."],
  ["rinse", { times: 4 }, "times must be a whole number from 0 to 3."],
  ["setProgram", { ...program, mode: 9 }, "mode must be 0 (CTCV)"],
  ["setProgram", { ...program, programName: "" }, "programName must be a text of 1 to 64 characters."],
  ["rotateTo", { index: 0 }, "index must be a whole number from 1 to 24."],
  ["enterBottleBodyId", { index: 33, bottleId: "B" }, "index must be a whole number from 1 to 32."],
  ["enterBottleCapId", { index: 1, bottleId: "B", clearVolume: "yes" }, "clearVolume must be 0 or 1."],
])("%s %j is refused with 460 and a sentence", (name, params, sentence) => {
  const reply = call(name, params, startMs);
  expect(reply.code).toBe(460);
  expect(reply.message).toContain(sentence);
});

test("an unknown service is refused", () => {
  expect(call("dance", {}, startMs)).toMatchObject({ code: 400, message: "Unknown service dance." });
});

test("a grab takes its time, fills the bottle asked for and reports it", () => {
  const asked = sampler.perform("grab", { volume: 300, index: 5, rinses: 3 }, startMs);
  expect(asked.answer.kind).toBe("later");
  expect(replies(sampler.advance(startMs + 20_000))).toEqual([]);
  const outputs = sampler.advance(startMs + 60_000);
  const [taken] = events(outputs, "sampleTaken");
  expect(taken).toMatchObject({ index: 5, trigger: "grab", into: "main" });
  const { index, volume, bottleVolume } = taken ?? {};
  expect(replies(outputs)).toEqual([
    { code: 200, data: { index, volume, bottleVolume }, message: "Sample taken." },
  ]);
  expect(changed(outputs)).toMatchObject({ bottleVolume, totalVolume: volume, workState: 0 });
});

test("a grab during an aliquot waits until that is done, and both are taken", () => {
  sampler.perform("setProgram", program, startMs);
  sampler.perform("start", {}, startMs);
  sampler.advance(startMs + 62_000);
  expect(sampler.perform("grab", { volume: 100, rinses: 0 }, startMs + 62_000).answer.kind).toBe("later");
  const taken = events(sampler.advance(startMs + 120_000), "sampleTaken");
  expect(taken.map((params) => params["trigger"])).toEqual(["program", "grab"]);
});

test("a grab is refused where it cannot be done, with the reason", () => {
  sampler.perform("unlock", {}, startMs);
  expect(call("grab", { volume: 100 }, startMs + 1000)).toEqual({
    code: 500,
    data: {},
    message: "The door is open.",
  });
  const later = startMs + 120_000;
  for (let n = 0; n < 2; n++) call("grab", { volume: 490, index: 1 }, later + n * 60_000, 60_000);
  expect(call("grab", { volume: 490, index: 1 }, later + 200_000).message).toMatch(
    /Bottle 1 has room for \d+ mL only/,
  );
  sampler.setFault("armJam", true, later + 200_000);
  expect(call("grab", { volume: 10 }, later + 200_000)).toMatchObject({ code: 500 });
  expect(call("rotateTo", { index: 2 }, later + 200_000)).toMatchObject({ code: 500 });
  expect(call("start", {}, later + 200_000)).toMatchObject({ code: 500 });
});

test("start is refused while a program runs and when all bottles are used, until a volume is cleared", () => {
  sampler.perform("setProgram", { ...program, aliquot: 500, bottles: 1 }, startMs);
  expect(call("start", {}, startMs)).toMatchObject({ code: 200 });
  expect(call("start", {}, startMs)).toMatchObject({ code: 500, message: "A program is already running." });
  sampler.advance(startMs + 3_600_000);
  expect(call("start", {}, startMs + 3_600_000)).toMatchObject({ code: 500 });
  const entered = sampler.perform(
    "enterBottleBodyId",
    { index: 1, bottleId: "B1", clearVolume: true },
    startMs + 3_600_000,
  );
  expect(changed(entered.outputs)).toMatchObject({ bottleVolume: 0, totalVolume: 0 });
  expect(call("start", {}, startMs + 3_600_000)).toMatchObject({ code: 200 });
});

test("unlock opens the door for a minute", () => {
  const outputs = sampler.perform("unlock", {}, startMs).outputs;
  expect(events(outputs, "doorOpened")).toEqual([{}]);
  expect(changed(outputs)).toMatchObject({ door: 1, workState: 7 });
  expect(changed(sampler.advance(startMs + 70_000))).toMatchObject({ door: 0, workState: 0 });
});

test("mandatoryRefresh posts all properties and counts them", () => {
  const { outputs, answer } = sampler.perform("mandatoryRefresh", {}, startMs);
  const count = Object.keys(changed(outputs)).length;
  expect(count).toBe(model.properties.length);
  expect(answer).toMatchObject({ kind: "now", reply: { data: { count } } });
});

test("a snapshot of the same moment is the same picture", () => {
  const first = call("snapshot", {}, startMs);
  expect(first.data).toMatchObject({ takenAt: startMs, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(call("snapshot", {}, startMs)).toEqual(first);
  expect(call("snapshot", {}, startMs + 60_000).data["sha256"]).not.toBe(first.data["sha256"]);
});

test("settings are set all or not at all, and what changed is posted", () => {
  const done = sampler.setProperties({ interval: 30, targetTemp: 5.55 }, startMs);
  expect(changed(done.outputs)).toEqual({ interval: 30, targetTemp: 5.6 });
  for (const [params, sentence] of [
    [{ interval: 20, aliquot: 5 }, "aliquot must be a whole number from 10 to 500."],
    [{ targetTemp: 9 }, "targetTemp must be a number from 2 to 8."],
    [{ firmware: "9" }, "firmware cannot be set."],
    [{}, "No property to set."],
  ] as const) {
    const { outputs, answer } = sampler.setProperties(params, startMs);
    expect(outputs).toEqual([]);
    expect(answer).toMatchObject({ reply: { code: 460, message: sentence } });
  }
});

test("a new report interval holds at once", () => {
  sampler.setProperties({ reportInterval: 2 }, startMs);
  expect(sampler.advance(startMs + 20_000).filter((o) => o.kind === "report")).toHaveLength(10);
});

/** The reply, at once or within `timeoutMs`. */
function call(service: string, params: unknown, at: number, timeoutMs = 0): Reply {
  const { answer } = sampler.perform(service, params, at);
  if (answer.kind === "now") return answer.reply;
  if (answer.kind === "afterClock") return answer.reply(0);
  const [reply] = replies(sampler.advance(at + timeoutMs));
  if (reply === undefined) throw new Error(`no reply to ${service}`);
  return reply;
}

function replies(outputs: readonly Output[]): Reply[] {
  return outputs.flatMap((o) => (o.kind === "reply" ? [o.reply] : []));
}

function events(outputs: readonly Output[], name: string): Params[] {
  return outputs.flatMap((o) => (o.kind === "event" && o.event === name ? [o.params] : []));
}

function changed(outputs: readonly Output[]): Params {
  return Object.assign({}, ...outputs.map((o) => (o.kind === "report" ? o.params : {})));
}
