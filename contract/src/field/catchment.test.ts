import { expect, test } from "vitest";
import { catchment, crossingOf, type LonLat, polygonIn, squareKmOf } from "./catchment.ts";

const square: LonLat[] = [
  [10, 50],
  [10.1, 50],
  [10.1, 50.1],
  [10, 50.1],
  [10, 50],
];
const bow: LonLat[] = [
  [10, 50],
  [10.1, 50.1],
  [10.1, 50],
  [10, 50.1],
  [10, 50],
];
const polygon = (ring: LonLat[]) => ({ type: "Polygon", coordinates: [ring] });
const faultOf = (given: unknown) =>
  catchment.safeParse(given).error?.issues[0]?.message.split("\u001f")[0] ?? null;

test("a plain ring is a catchment, with its area", () => {
  expect(faultOf(polygon(square))).toBeNull();
  // 0.1 degrees of latitude are 11.12 km, of longitude at 50.05 degrees 7.14 km.
  expect(squareKmOf(square)).toBeCloseTo(11.12 * 7.14, 0);
  expect(squareKmOf([...square].reverse())).toBeCloseTo(squareKmOf(square), 9);
});

test.each([
  [
    "is not closed",
    polygon(square.slice(0, 4)),
    "the ring is not closed: the last vertex must equal the first",
  ],
  ["crosses itself", polygon(bow), "the ring intersects itself"],
  [
    "has two corners",
    polygon([
      [10, 50],
      [10.1, 50],
      [10, 50],
    ]),
    "a ring must have at least three vertices and be closed",
  ],
  [
    "has a hole",
    { type: "Polygon", coordinates: [square, square] },
    "a catchment must be a single ring without holes",
  ],
  [
    "lies off the earth",
    polygon([
      [190, 0],
      [191, 0],
      [191, 1],
      [190, 0],
    ]),
    "longitude must be −180 to 180, latitude −90 to 90",
  ],
  [
    "is a continent",
    polygon([
      [0, 0],
      [20, 0],
      [20, 20],
      [0, 20],
      [0, 0],
    ]),
    "the area must not exceed 50000 km²",
  ],
])("a ring that %s is refused with the reason", (_what, given, reason) => {
  expect(faultOf(given)).toBe(reason);
});

test("a corner that lies on another edge, or an edge that runs back, crosses too", () => {
  const touching: LonLat[] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [1, 0],
    [0, 2],
    [0, 0],
  ];
  expect(crossingOf(touching)).not.toBeNull();
  const back: LonLat[] = [
    [0, 0],
    [2, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  expect(crossingOf(back)).not.toBeNull();
  expect(crossingOf(square)).toBeNull();
});

test("a feature, or a collection of one, holds its polygon; heights are dropped", () => {
  const feature = { type: "Feature", properties: {}, geometry: polygon(square) };
  expect(polygonIn(feature)).toEqual(polygon(square));
  expect(polygonIn({ type: "FeatureCollection", features: [feature] })).toEqual(polygon(square));
  expect(polygonIn("x")).toBe("x");
  const high = { type: "Polygon", coordinates: [square.map(([lon, lat]) => [lon, lat, 212])] };
  expect(catchment.parse(high).coordinates[0]?.[0]).toEqual([10, 50]);
});
