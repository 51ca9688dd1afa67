import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPart } from "../../test/open-part.tsx";
import { DayTrend } from "./day-trend.tsx";

const days = (values: readonly (number | null)[]) =>
  values.map((value, at) => ({
    day: `2026-11-0${at + 1}`,
    ...{ value, interval: null, isHollow: false },
  }));

const open = async (values: readonly (number | null)[], mean: number) => {
  await openPart(
    <DayTrend
      days={days(values)}
      gaps={[{ from: "2026-11-02", days: 4, text: "no load, 4 d" }]}
      mean={{ value: mean, text: "mean" }}
      isShaded={() => false}
      colour="blue"
      label="Cocaine"
    />,
  );
  const y = (text: string) => Number(screen.getAllByText(text).at(-1)?.getAttribute("y"));
  return Math.abs(y("no load, 4 d") - y("mean"));
};

test("the words of a gap do not lie on the mean, whether it is near the upper edge or at half the height", async () => {
  const [high, low] = [270, 60];
  expect(await open([high, null, null, null, null, high], high)).toBeGreaterThan(14);
  expect(await open([high, null, null, null, null, low], 150)).toBeGreaterThan(14);
});
