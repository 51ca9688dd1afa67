import { expect, test } from "vitest";
import type { Panel } from "./chart-panel.ts";
import { seriesCsv } from "./series-csv.ts";

test("writes one line a point and leaves gaps out", () => {
  const points: Panel["series"]["points"] = [
    [1000, 4.1],
    [1001, null],
  ];
  const panel: Panel = {
    identifier: "=boxTemp",
    title: "Box temperature",
    unit: "°C",
    digits: 1,
    series: { reduced: false, stepMs: 0, points, band: [], gaps: [] },
    finer: null,
    limits: undefined,
  };
  expect(seriesCsv([panel], (at) => `t${at}`)).toBe(
    "time,epochMs,property,value,unit\nt1000,1000,'=boxTemp,4.1,°C\n",
  );
});
