import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readCredentials } from "./credentials-file.ts";
import { replayHistory } from "./history.ts";

const hour = 3_600_000;
const untilMs = Date.UTC(2026, 4, 11, 15, 20);
const entries = readCredentials(
  JSON.stringify({
    devices: [5, 6, 7].map((seed) => ({
      productKey: "pk",
      deviceName: `WS-${seed}`,
      deviceSecret: "s",
      typeKey: "waterSample",
      seed,
      profile: { designFlow: 9000 * seed, latitude: 48, longitude: 11, loop: true },
    })),
  }),
);

test("reports the same history for the same seed, another for another", () => {
  const made = { entries, seed: 0, fromMs: untilMs - 6 * hour, untilMs, everySeconds: 60 };
  const text = [...replayHistory(made)].join("");
  expect([...replayHistory(made)].join("")).toBe(text);
  expect([...replayHistory({ ...made, seed: 1 })].join("")).not.toBe(text);
});

test("a board that was read comes with its picture, as its hash says", () => {
  const device = {
    productKey: "pk",
    deviceName: "HF-1",
    deviceSecret: "s",
    typeKey: "handFastDetector",
    seed: 5,
  };
  const profile = { designFlow: 40_000, latitude: 48, longitude: 11, population: 200_000 };
  const handhelds = readCredentials(JSON.stringify({ devices: [{ ...device, profile }] }));
  const made = { entries: handhelds, seed: 0, fromMs: untilMs - 12 * hour, untilMs, everySeconds: 3600 };
  const lines: { event?: string; params: { sha256?: string }; file?: { type: string; base64: string } }[] = [
    ...replayHistory(made),
  ]
    .join("")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  const results = lines.filter((line) => line.event === "result");
  expect(results.length).toBeGreaterThan(3);
  for (const { params, file } of results) {
    expect(file?.type).toBe("image/png");
    const bytes = Buffer.from(file?.base64 ?? "", "base64");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(params.sha256);
  }
});

test("each device's lines are in the order of time, inside the span, one report a minute", () => {
  const fromMs = untilMs - 30 * hour;
  const lines = historyOf(fromMs);
  for (const { identity } of entries) {
    const own = lines.filter((line) => line.deviceName === identity.deviceName);
    const times = own.map((line) => line.time);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times[0]).toBe(fromMs);
    expect(times.at(-1)).toBeLessThan(untilMs);
    expect(own.filter((line) => "flow" in line.params)).toHaveLength(30 * 60 + 1);
    expect(own.filter((line) => line.event === "programDone")).toHaveLength(1);
  }
});

test("a fleet started now is where a history of days has led", () => {
  const days = historyOf(untilMs - 4 * 24 * hour);
  for (const { identity, seed, make } of entries) {
    const device = make({ seed, atMs: untilMs, reportInterval: null });
    const { answer } = device.getProperties(null, untilMs);
    const lived = days.filter((line) => line.deviceName === identity.deviceName);
    const last = (name: string) => lived.findLast((line) => name in line.params)?.params[name];
    const names = [
      "workState",
      "bottleIndex",
      "bottleVolume",
      "totalVolume",
      "pumpHours",
      "tubeLife",
      "mode",
    ];
    const storedNumbers = answer.kind === "now" ? answer.reply.data : {};
    for (const name of names) expect([name, storedNumbers[name]]).toEqual([name, last(name)]);
  }
});

test("a sparse history has its reports and its events only, and faults from one moment to another", () => {
  const day = 24 * hour;
  const fromMs = untilMs - 2 * day;
  const fault = { device: "WS-5", fault: "noLiquid", fromMs: fromMs + 6 * hour, untilMs: fromMs + 9 * hour };
  const made = { entries, seed: 0, fromMs, untilMs, everySeconds: 3600, sparse: true };
  const lines = parse(replayHistory({ ...made, faults: [fault] }));
  const of = (name: string) => lines.filter((line) => line.deviceName === name);
  expect(of("WS-5").filter((line) => line.event === undefined)).toHaveLength(48);
  const reports = of("WS-5").filter((line) => line.event === undefined);
  expect(reports.filter((line) => "firmware" in line.params).length).toBe(3);
  const missed = of("WS-5").filter(
    (line) => line.event === "sampleMissed" && line.params["reason"] === "noLiquid",
  );
  expect(missed.length).toBeGreaterThan(5);
  // An aliquot that was due while the intake lay dry is reported when the pump has run dry, a minute later at most.
  expect(missed.every(({ time }) => time >= fault.fromMs && time <= fault.untilMs + 300_000)).toBe(true);
  expect(of("WS-6").some((line) => line.event === "noLiquid")).toBe(false);
  // Whether it reports or not, the device lives the same life.
  const dense = historyOf(fromMs).filter((line) => line.deviceName === "WS-6" && line.event !== undefined);
  expect(of("WS-6").filter((line) => line.event !== undefined)).toEqual(dense);
});

type Line = { deviceName: string; time: number; event?: string; params: Record<string, unknown> };

function historyOf(fromMs: number): Line[] {
  return parse(replayHistory({ entries, seed: 0, fromMs, untilMs, everySeconds: 60 }));
}

function parse(pieces: Iterable<string>): Line[] {
  return [...pieces]
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
