import { describe, expect, test } from "vitest";
import type { JudgingLot, LineValues, ReadingContext } from "./board-lot.ts";
import { combineCaptures } from "./combine-captures.ts";
import { judgeBoard, lastDayOf } from "./judge-board.ts";

const curve = { a: 1.3, b: 1.1, c: 40, d: 0.04, low: 0.5, high: 2000, covariance: null };
const lot: JudgingLot = {
  polarity: "competitive",
  expiresOn: "2027-02",
  ...{ readFrom: 300, readUntil: 900, tempLow: 15, tempHigh: 30 },
  ...{ minimumC: 0.2, nominalC: 0.4, maxBackground: 60 },
  cutOff: { kind: "concentration", value: 40 },
  ...{ curve, repeat: 0.05 },
};
const context: ReadingContext = { readOn: "2027-02-28", readAfter: 600, boardTemp: 22 };
const values = (of: Partial<LineValues>): LineValues => ({
  ...{ c: 0.4, cSnr: 80, t: 0.2, tSnr: 40, ratio: 0.5, ratioU: 0.005, background: 15, isCInPlace: true },
  ...of,
});

function judge(of: {
  values?: Partial<LineValues>;
  lot?: Partial<JudgingLot>;
  context?: Partial<ReadingContext>;
  isRefused?: boolean;
}) {
  return judgeBoard({
    lot: { ...lot, ...of.lot },
    context: { ...context, ...of.context },
    values: of.isRefused ? null : values(of.values ?? {}),
    isRefused: of.isRefused ?? false,
  });
}

describe("a competitive board", () => {
  test("is positive at or below T/C of the cut-off and negative above it", () => {
    expect(judge({ values: { ratio: 0.5 } }).outcome).toBe("positive");
    expect(judge({ values: { ratio: 0.67 } }).outcome).toBe("positive");
    expect(judge({ values: { ratio: 1 } }).outcome).toBe("negative");
  });

  test("of clean water is negative and below the range whatever its noise, never out of range", () => {
    for (let step = -5; step <= 5; step++) {
      const judged = judge({ values: { ratio: 1.3 * (1 + 0.01 * step), t: 0.5 } });
      expect(judged.outcome).toBe("negative");
    }
    expect(judge({ values: { ratio: 1.31 } }).quantity).toEqual({ kind: "below", limit: 0.5 });
  });

  test("whose T line vanished is positive and above the range", () => {
    for (const ratio of [0.03, 0, -0.004]) {
      const judged = judge({ values: { ratio, t: 0 } });
      expect([judged.outcome, judged.quantity]).toEqual(["positive", { kind: "above", limit: 2000 }]);
    }
  });

  test("is out of range only where no concentration gives its T/C", () => {
    expect(judge({ values: { ratio: 1.8 } })).toMatchObject({
      outcome: "outOfRange",
      reason: "ratioOutside",
    });
    expect(judge({ values: { ratio: -0.2 } }).outcome).toBe("outOfRange");
  });

  test("near the cut-off keeps its outcome and is flagged", () => {
    expect(judge({ values: { ratio: 0.65 } })).toMatchObject({ outcome: "positive", flags: ["borderline"] });
    expect(judge({ values: { ratio: 0.4 } }).flags).toEqual([]);
  });
});

describe("conclusions are drawn in one order", () => {
  const weak = { c: 0.1, ratio: 1.2 };
  test.each([
    [
      "a refused picture",
      { isRefused: true, context: { readOn: "2030-01-01" } },
      "refused",
      "pictureRefused",
    ],
    [
      "an expired lot, read late",
      { context: { readOn: "2027-03-01", readAfter: 4000 } },
      "expiredLot",
      "lotExpired",
    ],
    [
      "a board read early, with a weak C line",
      { context: { readAfter: 200 }, values: weak },
      "invalid",
      "readEarly",
    ],
    ["a board read late", { context: { readAfter: 901, boardTemp: 50 } }, "invalid", "readLate"],
    ["a board that is too warm", { context: { boardTemp: 31 }, values: weak }, "invalid", "temperatureOut"],
    ["a weak C line", { values: weak }, "invalid", "weakControl"],
    ["a C line that is no number", { values: { c: Number.NaN } }, "invalid", "weakControl"],
    ["a C line in noise", { values: { cSnr: 6 } }, "invalid", "noisyControl"],
    ["a C line off its place", { values: { isCInPlace: false } }, "invalid", "displacedControl"],
    ["a lot without a cut-off", { lot: { curve: null } }, "invalid", "noCutOff"],
    [
      "a cut-off outside the curve",
      { lot: { cutOff: { kind: "concentration", value: 0.1 } } },
      "invalid",
      "noCutOff",
    ],
    ["a membrane that did not clear", { values: { background: 80 } }, "invalid", "background"],
  ] as const)("%s", (_, of, outcome, reason) => {
    expect(judge(of)).toMatchObject({ outcome, reason, quantity: null });
  });

  test("what a device does not report is not judged", () => {
    expect(
      judge({ context: { readAfter: null, boardTemp: null }, values: { cSnr: null, background: null } })
        .outcome,
    ).toBe("positive");
  });
});

test("a lot whose expiry is a month counts to the last day of it", () => {
  expect([lastDayOf("2027-02"), lastDayOf("2028-02"), lastDayOf("2027-12"), lastDayOf("2027-06-15")]).toEqual(
    ["2027-02-28", "2028-02-29", "2027-12-31", "2027-06-15"],
  );
});

test("a turn-on board is positive at or above the cut-off, and a fallen C line under a strong T is flagged", () => {
  const turnOn = { polarity: "turnOn", curve: null, cutOff: { kind: "ratio", value: 0.1 } } as const;
  expect(judge({ lot: turnOn, values: { ratio: 0.02 } }).outcome).toBe("negative");
  expect(judge({ lot: turnOn, values: { ratio: 0.3 } })).toMatchObject({ outcome: "positive", flags: [] });
  expect(judge({ lot: turnOn, values: { c: 0.22, ratio: 1.6 } })).toMatchObject({
    outcome: "positive",
    flags: ["possibleHook"],
  });
  expect(judge({ lot: turnOn, values: { c: 0.12, ratio: 5 } })).toMatchObject({
    outcome: "invalid",
    reason: "weakControl",
  });
});

test("captures of one board are combined to their median, and disagree above 5 %", () => {
  expect(combineCaptures([0.5, 0.51, 0.49], false)).toMatchObject({ ratio: 0.5, agrees: true });
  expect(combineCaptures([0.5, 0.6, 0.45], false)).toMatchObject({ ratio: 0.5, agrees: false });
  expect(combineCaptures([0.5, 0.53, 0.47], true)?.agrees).toBe(true);
  expect(combineCaptures([0.5], false)).toEqual({ ratio: 0.5, cv: null, agrees: true });
  expect(combineCaptures([], false)).toBeNull();
});
