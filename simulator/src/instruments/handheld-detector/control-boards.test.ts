import { expect, test } from "vitest";
import { findFamily } from "../families.ts";
import type { Instrument, Output } from "../instrument.ts";

const startMs = Date.UTC(2026, 4, 11, 0, 5);
const day = 86_400_000;
const site = { latitude: 48.2, longitude: 16.4, designFlow: 40_000, population: 200_000 };

function make(): Instrument {
  const read = findFamily("handFastDetector")?.readProfile({ ...site });
  if (read === undefined || !read.ok) throw new Error("no handheld detector");
  return read.make({ seed: 5, atMs: startMs, reportInterval: 3600 });
}

type Result = Readonly<Record<string, unknown>>;
const resultsOf = (outputs: readonly Output[]): Result[] =>
  outputs.flatMap((one) => (one.kind === "event" && one.event === "result" ? [one.params] : []));

test("each morning a positive and a negative control board are read, and read as what they are", () => {
  const results = resultsOf(make().advance(startMs + 4 * day)).filter((one) => one["control"] !== 0);
  expect(results.map((one) => [one["control"], one["outcome"]])).toEqual(
    Array.from({ length: 4 }, () => [
      [1, 1],
      [2, 2],
    ]).flat(),
  );
  expect(results.every((one) => one["preconcentration"] === 1)).toBe(true);
});

test("a spoilt positive control board reads negative", () => {
  const handheld = make();
  handheld.setFault("badControl", true, startMs);
  const results = resultsOf(handheld.advance(startMs + day)).filter((one) => one["control"] !== 0);
  expect(results.map((one) => [one["control"], one["outcome"]])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("a detector that is locked from afar reads control boards and no samples, until it is unlocked", () => {
  const handheld = make();
  handheld.perform("lock", { on: 1 }, startMs);
  const held = resultsOf(handheld.advance(startMs + day));
  expect(held.map((one) => one["control"])).toEqual([1, 2]);
  handheld.perform("lock", { on: 0 }, startMs + day);
  expect(resultsOf(handheld.advance(startMs + 2 * day)).length).toBeGreaterThan(6);
});

test("a sample whose board is in excess is read again, diluted, and gives more", () => {
  const results = resultsOf(make().advance(startMs + 30 * day)).filter(
    (one) => one["analyte"] === "cotinine",
  );
  const samples = results.filter((one) => one["control"] === 0);
  const diluted = samples.filter((one) => one["preconcentration"] === 40);
  expect(diluted.length).toBeGreaterThan(0);
  for (const one of diluted) {
    const strong = samples.find(
      (other) => other["sampleId"] === one["sampleId"] && other["preconcentration"] === 400,
    );
    expect(Number(strong?.["c"])).toBeLessThan(0.6 * 12_480);
    expect(Number(one["c"])).toBeGreaterThan(0.6 * 12_480);
  }
});
