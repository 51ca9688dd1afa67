import { readFileSync } from "node:fs";
import { thingModel } from "@tracewater/alink/thing-model";
import { checkValue } from "@tracewater/alink/value-check";
import { expect, test } from "vitest";
import type { Instrument, Output, Params } from "../instrument.ts";
import { waterSamplerProfile } from "./profile.ts";
import { createWaterSampler } from "./water-sampler.ts";

const model = thingModel.parse(
  JSON.parse(
    readFileSync(new URL("../../../../data/thing-models/waterSample.json", import.meta.url), "utf8"),
  ),
);
const minute = 60_000;
const hour = 60 * minute;
const startMs = Date.UTC(2026, 4, 11, 0);

test("a program fills its bottles; volumes, counts and totals agree with the events", () => {
  const { sampler, outputs } = run({ mode: 0, interval: 10, aliquot: 300, bottles: 4 }, 5 * hour);
  const taken = events(outputs, "sampleTaken");
  expect(taken).toHaveLength(12);
  const sums = new Map<number, number>();
  for (const { index, volume, bottleVolume, trigger } of taken.map(numbers)) {
    sums.set(index, (sums.get(index) ?? 0) + volume);
    expect(bottleVolume).toBe(sums.get(index));
    expect(bottleVolume).toBeLessThanOrEqual(1000);
    expect(trigger).toBeNaN();
  }
  expect([...sums.keys()]).toEqual([1, 2, 3, 4]);
  expect(events(outputs, "bottleFull").map((params) => params["index"])).toEqual([1, 2, 3, 4]);
  expect(events(outputs, "programDone")).toEqual([{ programName: "test", taken: 12, missed: 0 }]);
  const total = [...sums.values()].reduce((a, b) => a + b, 0);
  expect(read(sampler, startMs + 5 * hour)).toMatchObject({ totalVolume: total, workState: 5 });
  expect(taken.every((params) => params["trigger"] === "program" && params["into"] === "main")).toBe(true);
});

test("an aliquot goes from armed over rinsing and sampling to armed, on the interval's grid", () => {
  const { outputs } = run({ mode: 0, interval: 15, aliquot: 100, bottles: 2, rinses: 2 }, hour);
  const states = outputs.flatMap((output) =>
    output.kind === "report" && "workState" in output.params && !("flow" in output.params)
      ? [{ state: output.params["workState"], time: output.time }]
      : [],
  );
  expect(states.map(({ state }) => state).slice(0, 7)).toEqual([1, 3, 2, 1, 3, 2, 1]);
  const rinsed = states.filter(({ state }) => state === 3).map(({ time }) => time);
  expect((rinsed[1] ?? 0) - (rinsed[0] ?? 0)).toBe(15 * minute);
});

test("CTVV: the aliquot follows the flow, up to the one that is set", () => {
  const { outputs } = run({ mode: 2, interval: 15, aliquot: 250, bottles: 24 }, 23 * hour);
  const volumes = events(outputs, "sampleTaken").map((params) => Number(params["volume"]));
  expect(Math.max(...volumes)).toBeLessThanOrEqual(250);
  expect(Math.max(...volumes) / Math.min(...volumes)).toBeGreaterThan(1.8);
});

test("VTCV: one aliquot for each pulse of volume, more of them when the flow is high", () => {
  const { outputs } = run({ mode: 1, interval: 10, aliquot: 50, bottles: 24 }, 24 * hour);
  const times = outputs.flatMap((o) => (o.kind === "event" && o.event === "sampleTaken" ? [o.time] : []));
  expect(times.length).toBeGreaterThan(115);
  const inHours = (from: number, until: number) =>
    times.filter((time) => time >= startMs + from * hour && time < startMs + until * hour).length;
  // The site is at UTC+8: its night ends at 21 h UTC.
  expect(inHours(23, 24) + inHours(0, 2)).toBeGreaterThan(inHours(18, 21));
});

test("pause holds the program, start goes on with it, stop ends it", () => {
  const { sampler } = run({ mode: 0, interval: 10, aliquot: 100, bottles: 2 }, 15 * minute);
  const at = startMs + 15 * minute;
  expect(call(sampler, "pause", {}, at)).toMatchObject({ code: 200 });
  expect(events(sampler.advance(at + hour), "sampleTaken")).toEqual([]);
  expect(call(sampler, "start", {}, at + hour)).toMatchObject({ code: 200 });
  expect(events(sampler.advance(at + 2 * hour), "sampleTaken")).toHaveLength(6);
  expect(call(sampler, "stop", {}, at + 2 * hour)).toMatchObject({ code: 200 });
  expect(read(sampler, at + 2 * hour)).toMatchObject({ workState: 0 });
  expect(call(sampler, "stop", {}, at + 2 * hour)).toMatchObject({ code: 500 });
});

test("a demo device gets fresh bottles and starts again each morning", () => {
  const profile = waterSamplerProfile.parse({ designFlow: 9000, latitude: 31, longitude: 121, loop: true });
  const sampler = createWaterSampler({ seed: 2, profile, startMs });
  const outputs = sampler.advance(startMs + 4 * 24 * hour);
  const done = events(outputs, "programDone");
  expect(done.length).toBeGreaterThanOrEqual(3);
  const planned = Number(done[0]?.["taken"]);
  for (const program of done) expect(program).toMatchObject({ taken: planned, missed: 0 });
  expect(events(outputs, "doorOpened")).toHaveLength(done.length);
});

test("every event's fields are those of the model", () => {
  const { outputs } = run({ mode: 0, interval: 10, aliquot: 500, bottles: 2 }, 2 * hour);
  for (const output of outputs) {
    if (output.kind !== "event") continue;
    const declared = model.events.find((event) => event.identifier === output.event);
    const fields = declared?.outputData ?? [];
    expect(Object.keys(output.params).sort()).toEqual(fields.map((field) => field.identifier).sort());
    for (const field of fields) {
      expect(checkValue(field.dataType, output.params[field.identifier])).toMatchObject({
        ok: true,
        outOfRange: false,
      });
    }
  }
});

function run(program: Record<string, number>, ms: number): { sampler: Instrument; outputs: Output[] } {
  const profile = waterSamplerProfile.parse({ designFlow: 48_000, latitude: 31, longitude: 121 });
  const sampler = createWaterSampler({ seed: 3, profile, startMs });
  sampler.startReporting(startMs, 60);
  const sent = call(sampler, "setProgram", { programName: "test", ...program }, startMs);
  expect(sent).toMatchObject({ code: 200 });
  const started = sampler.perform("start", {}, startMs);
  return { sampler, outputs: [...started.outputs, ...sampler.advance(startMs + ms)] };
}

function call(sampler: Instrument, service: string, params: unknown, at: number): unknown {
  const { answer } = sampler.perform(service, params, at);
  return answer.kind === "now" ? answer.reply : null;
}

function read(sampler: Instrument, at: number): Params {
  const { answer } = sampler.getProperties(null, at);
  return answer.kind === "now" ? answer.reply.data : {};
}

function events(outputs: readonly Output[], name: string): Params[] {
  return outputs.flatMap((o) => (o.kind === "event" && o.event === name ? [o.params] : []));
}

function numbers(params: Params): { index: number; volume: number; bottleVolume: number; trigger: number } {
  const { index, volume, bottleVolume, trigger } = params;
  return {
    index: Number(index),
    volume: Number(volume),
    bottleVolume: Number(bottleVolume),
    trigger: Number(trigger),
  };
}

test("a sampler with a bottle a day has a fresh one at each visit, with a day's aliquots in the one before", () => {
  const profile = waterSamplerProfile.parse({
    ...{ designFlow: 20_000, latitude: 50, longitude: 4, loop: true },
    program: { interval: 20, aliquot: 13, bottles: 1 },
  });
  const sampler = createWaterSampler({ seed: 7, profile, startMs });
  const done = events(sampler.advance(startMs + 7 * 24 * hour), "programDone");
  // The first began at no visit; after it each is a day.
  expect(done.length).toBeGreaterThanOrEqual(6);
  expect(done.every(({ taken, missed }) => Number(taken) + Number(missed) === 71)).toBe(true);
});
