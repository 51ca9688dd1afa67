import { fireEvent, screen } from "@testing-library/react";
import { getSeries, listConflicts } from "@tracewater/contract/fleet/telemetry";
import { afterEach, expect, test, vi } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { button, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { device, model } from "../../../../test/records.ts";
import { waterSampler } from "../../../device/families/water-sampler.ts";
import { SeriesCard } from "./series-card.tsx";

/** A Friday's noon; the day before has no weekend in it, the week before has one. */
const end = Date.parse("2026-11-27T12:00:00Z");
const spans = { day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 };
const stepMs = 600_000;
const parts = [2, 1].map((ago) => end - ago * stepMs);

async function open(span: keyof typeof spans) {
  server.answer(listConflicts, { rows: [], total: 0 });
  server.answer(getSeries, {
    data: [
      {
        ...{ identifier: "boxTemp", count: 120, reduced: true, level: "minute", stepMs, gaps: [] },
        points: parts.map((at): [number, number] => [at, 4.1]),
        band: parts.map((at): [number, number, number, number, number] => [at, 3.9, 4.4, 4.1, 60]),
      },
    ],
  });
  await openPart(<SeriesCard open={{ device, familyConfig: waterSampler }} model={model} />, {
    feature: "fleet/devices",
    at: `/?show=boxTemp&begin=${end - spans[span]}&end=${end}`,
  });
  return screen.findByRole("img", { name: "Box temperature" });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("one property has the height that is there, not that of one of two", async () => {
  const chart = await open("day");
  expect(Number.parseInt(chart.style.height, 10)).toBeGreaterThan(400);
});

test("the legend says what line and band are, and names the weekend where one is in the period", async () => {
  await open("week");
  const legend = [...document.querySelectorAll(".chart-legend li")].map((one) => one.textContent);
  expect(legend).toEqual(["Mean", "Lowest to highest value of each 10 min", "Weekend"]);
});

test("legal holds are a button with words, and what they do in its tooltip", async () => {
  await open("day");
  expect(screen.queryByText("Weekend")).toBeNull();
  expect(button("Legal holds").title).toMatch(/^Data in a held period is exempt from retention/);
});

test("what is saved is named after the device, the property and the period", async () => {
  await open("day");
  const saved: string[] = [];
  class Addresses extends URL {
    static override createObjectURL = () => "blob:chart";
    static override revokeObjectURL = () => undefined;
  }
  vi.stubGlobal("URL", Addresses);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  press("Download");
  fireEvent.click(await screen.findByText("Chart points (CSV)"));
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^WS-0388 Box temperature 2026-11-26 \d\d\.\d\d_2026-11-27 \d\d\.\d\d\.csv$/);
});
