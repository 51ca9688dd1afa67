import { expect, test } from "vitest";
import { weekProfile } from "./week-profile.ts";

test("gathers the days of a series by their weekday, Monday first", () => {
  const profile = weekProfile([
    { day: "2026-03-02", value: 10 },
    { day: "2026-03-09", value: 30 },
    { day: "2026-03-08", value: 7 },
    { day: "2026-03-04", value: null },
  ]);
  expect(profile.map((one) => one.mean)).toEqual([20, null, null, null, null, null, 7]);
  expect(profile[0]).toMatchObject({ day: "monday", values: [10, 30] });
});
