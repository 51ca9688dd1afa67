import type { SituationPoint } from "@tracewater/contract/operations/situation";
import { expect, test } from "vitest";
import { labelledOf, loudestOf, mapPointsOf, pulseSecondsOf, radiusOf } from "./map-features.ts";

const point: SituationPoint = {
  ...{ pointId: 1, code: "A", name: "A", unitName: "", longitude: 10, latitude: 50, isPlant: true },
  load: { mean: 100, lowest: 80, highest: 130, days: 7, below: 0, population: 10_000 },
  change: {
    ...{ to: "increase", before: "60", days: 7, percent: 66, pairs: 7, isShown: true },
    interval: { low: 20, high: 110 },
  },
  changeGap: null,
};
const load = { mean: 100, lowest: 80, highest: 130, days: 7, below: 0, population: 10_000 };
const only = (change: Partial<SituationPoint>) => mapPointsOf([{ ...point, ...change }], 400)[0];

test("the area of a disc is its load: four times the load has twice the radius", () => {
  expect(radiusOf(400, 400)).toBe(24);
  expect(radiusOf(100, 400)).toBe(12);
  expect(radiusOf(0.1, 400)).toBe(3.2);
  expect(only({})?.radius).toBe(12);
});

test("the shape is the trend, and a change that is not shown has the plain one", () => {
  expect(only({})?.kind).toBe("rising");
  const change = { ...point.change, isShown: false } as SituationPoint["change"];
  expect(only({ change })?.kind).toBe("stable");
  expect(only({ change: null })?.kind).toBe("stable");
});

test("what is missing is a ring of its own and never a zero; few days are marked; no place is no point", () => {
  expect(only({ load: null })?.kind).toBe("none");
  expect(only({ load: { ...load, below: 4 } })?.kind).toBe("loq");
  expect(only({ load: { ...load, days: 3 } })?.isUncertain).toBe(true);
  expect(only({ longitude: null })).toBeUndefined();
});

test("only what rises and is large pulses, the faster the more", () => {
  const large = { ...only({}), radius: 20 } as NonNullable<ReturnType<typeof only>>;
  expect(pulseSecondsOf(large)).toBe(2.5);
  expect(pulseSecondsOf({ ...large, rise: 120 })).toBe(1.6);
  expect(pulseSecondsOf({ ...large, radius: 12 })).toBeNull();
  expect(pulseSecondsOf({ ...large, kind: "stable" })).toBeNull();
});

test("names of the highest loads stand apart from each other, at the side where there is room", () => {
  const [first] = mapPointsOf([point], 400);
  if (first === undefined) throw new Error("the point has a place");
  const at = (x: number, y: number): [number, number] => [x, y];
  const near = { ...first, pointId: 2, load: 90, at: at(10.1, 50) };
  const nearToo = { ...first, pointId: 3, load: 80, at: at(10.2, 50) };
  const far = { ...first, pointId: 4, load: 10, at: at(40, 50) };
  const project = ([x, y]: [number, number]) => ({ x: x * 10, y: y * 10 });
  const options = { unit: 1, max: 7, edges: { left: -1000, right: 1000, top: 0, bottom: 1000 } };
  const labels = labelledOf(loudestOf([far, nearToo, near, first]), project, options);
  expect(labels.map(({ point: { pointId }, isLeft }) => [pointId, isLeft])).toEqual([
    [1, false],
    [2, true],
    [4, false],
  ]);
  // Neither on another disc, where a line higher or lower is free.
  const large = { ...near, radius: 20, at: at(14, 50) };
  const [above] = labelledOf([first, large], project, {
    ...options,
    max: 1,
    edges: { ...options.edges, left: 90 },
  });
  expect(above).toMatchObject({ isLeft: false, y: 470 });
  const cramped = { ...options, edges: { ...options.edges, left: 50, right: 250 } };
  expect(labelledOf([first, far], project, cramped).map(({ point: { pointId } }) => pointId)).toEqual([1]);
  // One that the camera has left takes no place from one that is in sight.
  const past = { ...first, pointId: 5, at: at(10, 120) };
  const one = labelledOf([past, first], project, { ...options, max: 1 });
  expect(one.map(({ point: { pointId } }) => pointId)).toEqual([1]);
});

test("a long name is cut on the map, so that it stays at its disc", () => {
  const [long] = mapPointsOf([{ ...point, name: "Sewage treatment plant of Agia Napa-Paralimni" }], 400);
  const [short] = mapPointsOf([{ ...point, name: "Rotterdam Dokhaven" }], 400);
  if (long === undefined || short === undefined) throw new Error("the points have places");
  expect(loudestOf([long, short]).map(({ name }) => name)).toEqual([
    "Sewage treatment plant…",
    "Rotterdam Dokhaven",
  ]);
});
