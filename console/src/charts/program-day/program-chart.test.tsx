import { fireEvent, screen } from "@testing-library/react";
import { dayFrom, planProgramDay } from "@tracewater/wbe/program-day";
import { m3PerHour, minutes } from "@tracewater/wbe/units";
import { expect, test } from "vitest";
import { openPart } from "../../../test/open-part.tsx";
import { ProgramChart } from "./program-chart.tsx";

const curve = (of: (hour: number) => number) =>
  Array.from({ length: 49 }, (_, half) => ({ at: minutes(half * 30), flow: m3PerHour(of(half / 2)) }));
/** 2000 m³/h at midnight, 1000 at noon. */
const flow = curve((hour) => 1500 + 500 * Math.cos((hour * Math.PI) / 12));
const range = { low: curve(() => 900), high: curve(() => 2400) };
/** 19:00 in Shanghai: five hours before the midnight. */
const start = { at: Date.parse("2026-11-17T11:00:00Z"), zone: "Asia/Shanghai" };

async function draw(mode: "CTVV" | "CTCV", more: { range?: typeof range | null } = {}) {
  const evening = dayFrom(flow, 19 * 60);
  const plan = planProgramDay({ mode, interval: 15, aliquot: 120, bottles: 24 }, evening);
  if (plan === null) throw new Error("the flow is known");
  await openPart(
    <ProgramChart
      plan={plan}
      flow={evening}
      range={more.range === undefined ? range : more.range}
      start={start}
    />,
  );
}

const cursor = () => screen.getByRole<HTMLInputElement>("slider", { name: "Read the preview at a time" });

test("the cursor reads the day and the time, the flow, the aliquot and its bottle", async () => {
  await draw("CTVV");
  expect(screen.queryByText(/^Aliquot \d+ of 96$/)).toBeNull();
  fireEvent.change(cursor(), { target: { value: "61" } });
  expect(cursor().getAttribute("aria-valuetext")).toBe(
    "Wed 2026-11-18 10:15, Flow 1,053 m³/h, Range of the days 900–2,400 m³/h, Aliquot 62 of 96 53 mL, In slot 8 328 of 1,000 mL",
  );
  expect(screen.getByText("Aliquot 62 of 96")).toBeTruthy();
  fireEvent.blur(cursor());
  expect(screen.queryByText("Aliquot 62 of 96")).toBeNull();
});

test("a program is drawn from the hour at which it starts, with the days on both sides of the midnight", async () => {
  await draw("CTVV");
  const words = [...document.querySelectorAll("svg text")].map((one) => one.textContent);
  expect(words).toEqual(expect.arrayContaining(["Tue 2026-11-17", "Wed 2026-11-18"]));
  expect(words.filter((word) => /^\d\d:\d\d$/.test(word ?? ""))).toEqual([
    "19:00",
    "22:00",
    "01:00",
    "04:00",
    "07:00",
    "10:00",
    "13:00",
    "16:00",
    "19:00",
  ]);
});

test("the volume that no aliquot exceeds is a line with its words, where there is one", async () => {
  await draw("CTVV");
  expect(screen.getByText("max. aliquot 120 mL, reached at 2,404 m³/h")).toBeTruthy();
});

test("a fixed volume has no line of a largest aliquot", async () => {
  await draw("CTCV");
  expect(screen.queryByText(/^max\. aliquot/)).toBeNull();
});

test("the band of the days is drawn and named only where there is more than one day", async () => {
  await draw("CTCV", { range: null });
  expect(screen.queryByText("Range of the days")).toBeNull();
  expect(document.querySelector(".plan-range")).toBeNull();
});
