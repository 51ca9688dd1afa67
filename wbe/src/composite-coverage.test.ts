import { describe, expect, test } from "vitest";
import { compositeCoverage } from "./composite-coverage.ts";

/** Aliquots every so many minutes of a day; those at the given places were missed. */
function dueEvery(every: number, missed: readonly number[] = []) {
  return Array.from({ length: 1440 / every }, (_, place) => ({
    at: place * every,
    isTaken: !missed.includes(place),
  }));
}

/** Flow every five minutes of a day, m3/h. */
function flowOf(value: (hour: number) => number) {
  return Array.from({ length: 288 }, (_, place) => ({ at: place * 5, flow: value((place * 5) / 60) }));
}

const even = flowOf(() => 60);

describe("the aliquots of a composite", () => {
  test("stand for all of a day of which none was missed", () => {
    const whole = compositeCoverage({ aliquots: dueEvery(15), flow: even, end: 1440 });
    expect(whole).toEqual({ maxGap: 15, flowShare: 1 });
  });

  test("leave a gap as long as those that were missed one after another, and the flow of that time", () => {
    const missed = [28, 29, 30, 31, 32, 33, 34, 35];
    const twoHours = compositeCoverage({ aliquots: dueEvery(15, missed), flow: even, end: 1440 });
    expect(twoHours).toEqual({ maxGap: 135, flowShare: 11 / 12 });
  });

  test("leave more of the flow out where the gap met the morning's peak than where it met the night", () => {
    const flow = flowOf((hour) => (hour >= 7 && hour < 9 ? 180 : 60));
    const shareOf = (missed: number[]) =>
      compositeCoverage({ aliquots: dueEvery(60, missed), flow, end: 1440 }).flowShare;
    expect(shareOf([7, 8])).toBeCloseTo(1 - 360 / 1680, 12);
    expect(shareOf([2, 3])).toBeCloseTo(1 - 120 / 1680, 12);
  });

  test("that come late or end early leave a gap at the edge of the day", () => {
    const late = dueEvery(60, [0, 1, 2]);
    expect(compositeCoverage({ aliquots: late, flow: [], end: 1440 }).maxGap).toBe(180);
    const early = dueEvery(60).slice(0, 20);
    expect(compositeCoverage({ aliquots: early, flow: even, end: 1440 })).toEqual({
      maxGap: 300,
      // The last one stands for two hours of the five.
      flowShare: 21 / 24,
    });
  });

  test("stand for two hours at most where none was due for longer", () => {
    const aliquots = [0, 360, 720, 1080].map((at) => ({ at, isTaken: true }));
    expect(compositeCoverage({ aliquots, flow: even, end: 1440 })).toEqual({
      maxGap: 360,
      flowShare: 1 / 3,
    });
  });

  test("have no share of a flow that was not measured for a tenth of the day, or that was none", () => {
    const shareOf = (flow: typeof even) =>
      compositeCoverage({ aliquots: dueEvery(15), flow, end: 1440 }).flowShare;
    expect(shareOf([])).toBeNull();
    expect(shareOf(flowOf(() => 0))).toBeNull();
    // A reading holds for an hour, and 2 h 24 min may be unknown.
    const without = (from: number, until: number) => even.filter(({ at }) => at < from || at >= until);
    expect(shareOf(even.filter(({ at }) => at % 60 === 0))).toBe(1);
    expect(shareOf(without(600, 795))).toBe(1);
    expect(shareOf(without(600, 805))).toBeNull();
  });

  test("have the same share where readings of the flow came after the end", () => {
    const aliquots = dueEvery(15);
    const later = [1445, 1500, 3000].map((at) => ({ at, flow: 900 }));
    expect(compositeCoverage({ aliquots, flow: [...even, ...later], end: 1440 }).flowShare).toBe(1);
  });

  test("of one alone, or of none, are no composite", () => {
    const none = { maxGap: null, flowShare: null };
    expect(compositeCoverage({ aliquots: [{ at: 0, isTaken: true }], flow: even, end: 60 })).toEqual(none);
    expect(compositeCoverage({ aliquots: dueEvery(60, [...Array(23).keys()]), flow: even, end: 60 })).toEqual(
      none,
    );
  });

  test.each([
    ["end", { end: -1 }, "negative"],
    ["at", { aliquots: [{ at: Number.NaN, isTaken: true }] }, "notFinite"],
    ["flow", { flow: [{ at: 0, flow: -5 }] }, "negative"],
  ])("with a bad %s are refused", (field, change, code) => {
    expect(() => compositeCoverage({ aliquots: dueEvery(60), flow: even, end: 1440, ...change })).toThrow(
      expect.objectContaining({ code, field }),
    );
  });
});
