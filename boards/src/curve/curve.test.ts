import { describe, expect, test } from "vitest";
import { hasBoardData, readBoardFile } from "../../test/board-data.ts";
import { acceptCurve } from "./accept-curve.ts";
import { CurveError } from "./curve-error.ts";
import { fitCurve } from "./fit-curve.ts";
import { quantify } from "./quantify.ts";

interface CurveCase {
  id: string;
  x: number[];
  y: number[];
  recomputed: { a: number; b: number; c: number; d: number; weightedSse: number; r2: number };
  backCalculation: { x: number; recoveryPercent: number | null; ok: boolean }[];
  m10: { levels: number; passing: number; accepted: boolean };
}

const cases: CurveCase[] = hasBoardData
  ? JSON.parse(new TextDecoder().decode(readBoardFile("fourpl-cases.json"))).cases
  : [];

const pointsOf = ({ x, y }: { x: readonly number[]; y: readonly number[] }) =>
  x.map((value, place) => ({ x: value, y: y[place] ?? 0 }));

describe.runIf(hasBoardData)("published standard curves", () => {
  test.each(cases.map((one) => [one.id, one] as const))("%s is fitted to the known parameters", (_, one) => {
    const fit = fitCurve(pointsOf(one));
    const near = (value: number, expected: number) =>
      Math.abs(value - expected) / Math.max(1e-3, Math.abs(expected));
    expect(near(fit.a, one.recomputed.a)).toBeLessThan(1e-4);
    expect(near(fit.b, one.recomputed.b)).toBeLessThan(1e-4);
    expect(near(Math.log(fit.c), Math.log(one.recomputed.c))).toBeLessThan(1e-4);
    expect(near(fit.d, one.recomputed.d)).toBeLessThan(1e-4);
    expect(fit.weightedSse).toBeLessThanOrEqual(one.recomputed.weightedSse * (1 + 1e-7));
    expect(fit.r2).toBeCloseTo(one.recomputed.r2, 6);
  });

  test.each(cases.map((one) => [one.id, one] as const))(
    "%s is accepted or refused by what its levels come back as",
    (_, one) => {
      const standards = pointsOf(one);
      const acceptance = acceptCurve({ curve: fitCurve(standards), standards });
      expect([acceptance.judged, acceptance.passing, acceptance.accepted]).toEqual([
        one.m10.levels,
        one.m10.passing,
        one.m10.accepted,
      ]);
      for (const level of one.backCalculation) {
        const found = acceptance.levels.find(({ x }) => x === level.x);
        expect(found?.passes).toBe(level.ok);
        if (level.recoveryPercent !== null)
          expect(100 * (found?.recovery ?? 0)).toBeCloseTo(level.recoveryPercent, 1);
      }
    },
  );
});

// Responses of a plate with three replicates a level; its lowest level comes back as a third of its nominal.
const plate = {
  x: [500, 250, 125, 62.5, 31.25, 15.625, 7.8125, 3.90625].flatMap((x) => [x, x, x]),
  y: [
    2.756, 2.82, 2.732, 2.167, 2.174, 2.143, 1.38, 1.402, 1.419, 0.873, 0.911, 0.874, 0.571, 0.593, 0.582,
    0.43, 0.458, 0.442, 0.361, 0.387, 0.366, 0.326, 0.348, 0.331,
  ],
};

test("a curve with R2 over 0.999 is refused for its lowest level, and quantifies from the next one", () => {
  const standards = pointsOf(plate);
  const fit = fitCurve(standards);
  const acceptance = acceptCurve({ curve: fit, standards });
  expect(fit.r2).toBeGreaterThan(0.999);
  expect(acceptance).toMatchObject({ accepted: false, failures: ["lowest"], judged: 8, passing: 7 });
  expect(acceptance.lloq).toBeGreaterThan(3.90625);
  const shorter = acceptCurve({ curve: fit, standards, range: { low: 7.8125, high: 500 } });
  expect(shorter.accepted).toBe(true);
});

const exact = { a: 1.3, b: 1.1, c: 40, d: 0.04 };
const responseOf = (x: number) => exact.d + (exact.a - exact.d) / (1 + (x / exact.c) ** exact.b);
const dilutions = [0, 1, 5, 15, 40, 120, 400, 1500];

test.each(["none", "1/y", "1/y2", "1/s2"] as const)(
  "points on a curve give it back with weights %s",
  (weighting) => {
    const fit = fitCurve(
      dilutions.map((x) => ({ x, y: responseOf(x), s: 0.01 + 0.02 * responseOf(x) })),
      weighting,
    );
    for (const name of ["a", "b", "c", "d"] as const) expect(fit[name]).toBeCloseTo(exact[name], 5);
  },
);

test("weights move the fit to the points that scatter less", () => {
  const points = dilutions.map((x) => ({
    x,
    y: responseOf(x) * (x === 1500 ? 1.2 : 1),
    s: x === 1500 ? 1 : 0.01,
  }));
  const off = (weighting: "none" | "1/s2") => Math.abs(fitCurve(points, weighting).d - exact.d);
  expect(off("1/s2")).toBeLessThan(off("none"));
});

test("points that are no curve are refused by name", () => {
  const codeOf = (points: { x: number; y: number }[]) => {
    try {
      fitCurve(points);
    } catch (error) {
      if (error instanceof CurveError) return error.code;
      throw error;
    }
    return "accepted";
  };
  expect(codeOf(dilutions.slice(0, 4).map((x) => ({ x, y: responseOf(x) })))).toBe("tooFew");
  expect(codeOf(dilutions.map((x) => ({ x, y: 0.5 })))).toBe("flat");
  expect(codeOf(dilutions.map((x) => ({ x, y: x === 5 ? Number.NaN : 1 })))).toBe("badPoint");
  expect(codeOf(Array.from({ length: 501 }, (_, x) => ({ x, y: 1 / (1 + x) })))).toBe("tooMany");
});

describe("a concentration", () => {
  const curve = { ...exact, low: 1, high: 1500, covariance: null };

  test("is given inside the calibrated range only, and named as below or above it elsewhere", () => {
    expect(quantify({ curve, response: responseOf(40), responseU: 0.01 })).toMatchObject({
      kind: "value",
      value: expect.closeTo(40, 6),
    });
    expect(quantify({ curve, response: responseOf(0.5), responseU: 0.01 })).toEqual({
      kind: "below",
      limit: 1,
    });
    expect(quantify({ curve, response: responseOf(2000), responseU: 0.01 })).toEqual({
      kind: "above",
      limit: 1500,
    });
    expect(quantify({ curve, response: 5, responseU: 0.01 })).toEqual({ kind: "below", limit: 1 });
  });

  test("carries the uncertainty of T/C and of the curve, as a simulation of both finds it", () => {
    const fit = fitCurve(
      dilutions.map((x, place) => ({ x, y: responseOf(x) + 0.004 * (place % 2 === 0 ? 1 : -1) })),
    );
    const fitted = { ...fit, low: 1, high: 1500 };
    const response = responseOf(60);
    const step = 1e-6;
    const at = (y: number) => fit.c * ((fit.a - y) / (y - fit.d)) ** (1 / fit.b);
    const slope = (at(response + step) - at(response - step)) / (2 * step);
    const alone = quantify({ curve: { ...fitted, covariance: null }, response, responseU: 0.02 });
    const both = quantify({ curve: fitted, response, responseU: 0.02 });
    expect(alone).toMatchObject({ kind: "value", u: expect.closeTo(Math.abs(slope) * 0.02, 4) });
    expect(both.kind === "value" && alone.kind === "value" && both.u > alone.u).toBe(true);
  });

  test("is semi-quantitative where the curve is flat", () => {
    const isSemi = (x: number) => {
      const quantity = quantify({ curve, response: responseOf(x), responseU: 0.02 });
      return quantity.kind === "value" && quantity.isSemiQuantitative;
    };
    expect([isSemi(40), isSemi(1400)]).toEqual([false, true]);
  });
});
