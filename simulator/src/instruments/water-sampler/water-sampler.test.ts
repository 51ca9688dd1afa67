import { readFileSync } from "node:fs";
import { thingModel } from "@tracewater/alink/thing-model";
import { checkValue } from "@tracewater/alink/value-check";
import { expect, test } from "vitest";
import type { Output, Params } from "../instrument.ts";
import { waterSamplerProfile } from "./profile.ts";
import { createWaterSampler } from "./water-sampler.ts";

const model = thingModel.parse(
  JSON.parse(
    readFileSync(new URL("../../../../data/thing-models/waterSample.json", import.meta.url), "utf8"),
  ),
);
const hour = 3_600_000;
const day = 24 * hour;
const startMs = Date.UTC(2026, 0, 5, 2, 13);

test("the same seed gives the same outputs, however the time is cut into steps", () => {
  const whole = live(11, 1.2 * day);
  const pieces = open(11);
  const cut: Output[] = [];
  for (let at = startMs; at < startMs + 1.2 * day; at += 7_777) cut.push(...pieces.advance(at));
  cut.push(...pieces.advance(startMs + 1.2 * day));
  expect(cut).toEqual(whole);
  expect(live(12, 1.2 * day)).not.toEqual(whole);
});

test.each([
  ["a great city in summer", 500_000, 31.2, 121.5, Date.UTC(2026, 6, 1)],
  ["a village far north in winter", 40, 69.6, 18.9, Date.UTC(2026, 0, 10)],
  ["a southern town", 12_000, -33.9, 18.4, Date.UTC(2026, 6, 10)],
])("%s: all values keep the model's types, ranges and steps", (_, designFlow, latitude, longitude, ms) => {
  const profile = waterSamplerProfile.parse({ designFlow, latitude, longitude, loop: true });
  const sampler = createWaterSampler({ seed: 5, profile, startMs: ms });
  sampler.startReporting(ms, 300);
  const seen = new Set<string>();
  const wrong: [string, unknown][] = [];
  for (const { params } of reports([...sampler.refresh(ms), ...sampler.advance(ms + 8 * day)])) {
    for (const [name, value] of Object.entries(params)) {
      seen.add(name);
      if (!isModelled(name, value)) wrong.push([name, value]);
    }
  }
  expect(wrong).toEqual([]);
  expect([...seen].sort()).toEqual(model.properties.map((property) => property.identifier).sort());
});

test("sewage follows the day and the week", () => {
  const outputs = live(21, 28 * day, 600);
  const flows = reports(outputs).filter(({ params }) => "flow" in params);
  const mean = (fits: (local: Date) => boolean) => {
    const chosen = flows.filter(({ time }) => fits(new Date(time + 8 * hour)));
    return chosen.reduce((sum, { params }) => sum + Number(params["flow"]), 0) / chosen.length;
  };
  const weekday = (at: Date) => at.getUTCDay() >= 2 && at.getUTCDay() <= 4;
  const weekend = (at: Date) => at.getUTCDay() === 0 || at.getUTCDay() === 6;
  const all = mean(() => true);
  expect(all).toBeGreaterThan(0.95 * (48_000 / 24));
  expect(all).toBeLessThan(1.5 * (48_000 / 24));
  const at = (clock: number, days: (at: Date) => boolean) =>
    mean((t) => t.getUTCHours() === clock && days(t));
  expect(at(8, weekday) / at(3, weekday)).toBeGreaterThan(1.8);
  expect(at(6, weekday) / at(6, weekend)).toBeGreaterThan(1.2);
});

test("the box stays around its target and the compressor cycles", () => {
  const temps = reports(live(4, 2 * day, 60)).flatMap(({ time, params }) =>
    "boxTemp" in params && time > startMs + hour ? [Number(params["boxTemp"])] : [],
  );
  const quiet = temps.filter((temp) => temp > 2.8 && temp < 5.2);
  expect(quiet.length / temps.length).toBeGreaterThan(0.97);
  const crossings = temps.filter((temp, n) => n > 0 && temp > 4 !== (temps[n - 1] ?? 0) > 4).length;
  expect(crossings).toBeGreaterThan(60);
});

test("not everything is reported each time: steady values at every fifth minute or when they change", () => {
  const [first, second] = reports(open(9).advance(startMs + 25_000));
  expect(Object.keys(first?.params ?? {}).length).toBe(19);
  expect(Object.keys(second?.params ?? {}).length).toBe(19);
  const full = reports(live(9, 0.5 * hour)).filter(({ params }) => "firmware" in params);
  expect(full.map(({ time }, n) => (n > 0 ? time - (full[n - 1]?.time ?? 0) : 300_000))).toEqual(
    full.map(() => 300_000),
  );
});

function open(seed: number, everySeconds = 10) {
  const profile = waterSamplerProfile.parse({
    designFlow: 48_000,
    latitude: 31,
    longitude: 121,
    loop: true,
  });
  const sampler = createWaterSampler({ seed, profile, startMs });
  sampler.startReporting(startMs, everySeconds);
  return sampler;
}

function live(seed: number, ms: number, everySeconds = 10): Output[] {
  return open(seed, everySeconds).advance(startMs + ms);
}

function reports(outputs: readonly Output[]): { time: number; params: Params }[] {
  return outputs.flatMap((output) => (output.kind === "report" ? [output] : []));
}

function isModelled(name: string, value: unknown): boolean {
  const type = model.properties.find((property) => property.identifier === name)?.dataType;
  if (type === undefined) return false;
  const checked = checkValue(type, value);
  const step = "specs" in type && "step" in type.specs ? Number(type.specs["step"]) : null;
  const onStep = step === null || Math.abs(Number(value) / step - Math.round(Number(value) / step)) < 1e-6;
  return checked.ok && !checked.outOfRange && onStep;
}
