import { expect, test } from "vitest";
import { seriesCsv } from "./series-csv.ts";

test("writes one line a point and leaves gaps out", () => {
  const panel = {
    identifier: "=boxTemp",
    title: "Box temperature",
    unit: "°C",
    digits: 1,
    points: [
      [1000, 4.1],
      [1001, null],
    ] as [number, number | null][],
    reduced: false,
    limits: undefined,
  };
  expect(seriesCsv([panel], (at) => `t${at}`)).toBe(
    "time,epochMs,property,value,unit\nt1000,1000,'=boxTemp,4.1,°C\n",
  );
});
