import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
  type SituationPoint,
} from "@tracewater/contract/operations/situation";
import { type CategoryLoad, getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "../../../../../test/fake-server.ts";
import { openPart } from "../../../../../test/open-part.tsx";
import { SituationWall } from "./situation-wall.tsx";

const feature = "operations/situation";
const asOf = Date.parse("2026-11-23T10:00:00Z");

const change: SituationPoint["change"] = {
  ...{ to: "increase", before: "275", days: 7, percent: 12, pairs: 7, isShown: true },
  interval: { low: 4, high: 20 },
};
const empty: CategoryLoad = {
  ...{ category: "heroin", analyte: null, mean: null, plants: 0, people: 0, results: 0, below: 0 },
  ...{ change: null, changeGap: null, pairedPlants: 0, course: [] },
};
const cocaine: CategoryLoad = {
  ...{ category: "cocaine", analyte: "benzoylEconine", mean: "308.2", plants: 131, people: 2_000_000 },
  ...{ results: 900, below: 0, change, changeGap: null, pairedPlants: 78 },
  course: [
    { from: "2026-11-09", mean: 300 },
    { from: "2026-11-16", mean: 308 },
  ],
};
const point = (pointId: number, name: string, mean: number, more: Partial<SituationPoint> = {}) => ({
  ...{ pointId, code: `P${pointId}`, name, unitName: "North", longitude: 4, latitude: 51, isPlant: true },
  load: { mean, lowest: mean / 2, highest: mean * 2, days: 7, below: 0, population: 100_000 },
  ...{ change: null, changeGap: "noEarlier" as const },
  ...more,
});

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  localStorage.clear();
  const counts = { online: 2, offline: 1, notActivated: 0, disabled: 0 };
  server.answer(getSituation, {
    data: {
      asOf,
      fleet: [{ typeKey: "waterSample", ...counts, alarmed: 1, alarmedOnline: 1, alarmedOffline: 0 }],
      alarms: { open: 0, active: 0, rows: [] },
      samplings: null,
    },
  });
  server.answer(listSituationDevices, { data: [] });
  server.answer(getSituationAreas, { data: [] });
  server.answer(getSituationLoads, {
    data: { from: "2026-10-26", until: "2026-11-22", asOf, categories: [empty, cocaine] },
  });
  server.answer(getSituationPoints, {
    data: {
      ...{ analyte: "benzoylEconine", from: "2026-10-26", until: "2026-11-22", reference: 1997 },
      points: [point(1, "Antwerp Zuid", 1997, { change, changeGap: null }), point(2, "Tarragona", 1483)],
      isMore: false,
    },
  });
});

test("the wall says what changed, of how many plants and over which days, and ranks the plants", async () => {
  await openPart(<SituationWall />, { feature });
  await screen.findByRole("heading", { name: "Cocaine rose 12 % in a year" });
  expect(screen.getByText(/2026-10-26 to 2026-11-22, 131 plants/)).toBeTruthy();
  expect(screen.getByText(/\+12 %.*\+4\.0 to \+20.*78 plants in both years/)).toBeTruthy();
  const ranking = within(screen.getByRole("region", { name: "Highest, Cocaine" }));
  expect(ranking.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "1Antwerp Zuid1,997▲ +12 %",
    "2Tarragona1,483no 2025",
  ]);
  const categories = within(screen.getByRole("region", { name: "Load by category" }));
  expect(categories.getByRole("button", { name: /Heroin/ }).textContent).toBe("Heroinnot measured");
  expect(categories.getByRole("button", { name: /Cocaine/ }).getAttribute("aria-pressed")).toBe("true");
  const fleet = within(screen.getByRole("region", { name: "Fleet" }));
  expect(fleet.getByText(/3 devices, as of/)).toBeTruthy();
  expect(screen.getByText("No alarms are open.")).toBeTruthy();
  // What the reader may not list says so.
  expect(screen.getByText("Your role does not include this list.")).toBeTruthy();
});

test("a plant of the ranking opens its card with the report's series; theme and demo mode are remembered", async () => {
  server.answer(getLoadTrend, {
    data: {
      ...{ from: "2026-10-26", until: "2026-11-22", days: [], analytes: [], series: null },
      kaplanMeier: null,
      daySet: { weekday: ["tuesday"], weekend: ["sunday"] },
    },
  });
  await openPart(<SituationWall />, { feature });
  fireEvent.click(await screen.findByRole("button", { name: /Antwerp Zuid/ }));
  const card = within(await screen.findByRole("article", { name: "Antwerp Zuid" }));
  await card.findByText("Cocaine: no results at this point in the period.");
  expect(server.received(getLoadTrend)[0]?.query).toMatchObject({
    ...{ pointId: 1, category: "cocaine", until: "2026-11-22", from: "2026-10-26" },
  });
  fireEvent.click(card.getByRole("button", { name: "Close" }));
  await screen.findByRole("region", { name: "Load by category" });
  fireEvent.click(screen.getByRole("button", { name: "Tea field" }));
  fireEvent.click(screen.getByRole("button", { name: "Demo mode" }));
  expect(JSON.parse(localStorage.getItem("tracewater-user-olga") ?? "{}")).toMatchObject({
    ...{ mapTheme: "themeQHC", demoMode: true },
  });
});

test("the next category is shown once its points are here: until then no part says its name over the former's figures", async () => {
  const ecstasy: CategoryLoad = { ...cocaine, category: "ecstasy", analyte: "mdma", mean: "27.1" };
  server.answer(getSituationLoads, {
    data: { from: "2026-10-26", until: "2026-11-22", asOf, categories: [cocaine, ecstasy] },
  });
  server.answer(getSituationPoints, ({ query }) => ({
    data: {
      ...{ analyte: "mdma" as const, from: "2026-10-26", until: "2026-11-22" },
      ...{ reference: 1997, isMore: false },
      points: [query.category === "ecstasy" ? point(2, "Tarragona", 31) : point(1, "Antwerp Zuid", 1997)],
    },
  }));
  await openPart(<SituationWall />, { feature });
  await screen.findByRole("button", { name: /Antwerp Zuid/ });
  const release = server.hold(getSituationPoints);
  fireEvent.keyDown(window, { key: "3" });
  await waitFor(() => expect(server.received(getSituationPoints).at(-1)?.query.category).toBe("ecstasy"));
  expect(screen.getByRole("heading", { name: /^Cocaine rose/ })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Highest, Cocaine" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Cocaine/ }).getAttribute("aria-pressed")).toBe("true");
  release();
  const ranking = within(await screen.findByRole("region", { name: "Highest, Ecstasy" }));
  expect(ranking.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "1Tarragona31no 2025",
  ]);
  expect(screen.getByRole("heading", { name: /^Ecstasy rose/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Ecstasy/ }).getAttribute("aria-pressed")).toBe("true");
});

test("a category whose points cannot be fetched is not turned to: the wall stays, says how old its loads are, and tries again", async () => {
  const ecstasy: CategoryLoad = { ...cocaine, category: "ecstasy", analyte: "mdma", mean: "27.1" };
  server.answer(getSituationLoads, {
    data: { from: "2026-10-26", until: "2026-11-22", asOf, categories: [cocaine, ecstasy] },
  });
  await openPart(<SituationWall />, { feature });
  await screen.findByRole("button", { name: /Antwerp Zuid/ });
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  for (const fail of [() => server.fail(getSituationPoints, 500), () => server.drop(getSituationPoints)]) {
    fail();
    fireEvent.keyDown(window, { key: "3" });
    await vi.advanceTimersByTimeAsync(100);
    expect(server.received(getSituationPoints).at(-1)?.query.category).toBe("ecstasy");
    expect(screen.getByRole("heading", { name: /^Cocaine rose/ })).toBeTruthy();
    const former = within(screen.getByRole("region", { name: "Highest, Cocaine" }));
    expect(former.getByRole("button", { name: /Antwerp Zuid/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Cocaine/ }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByText(/^No new loads since \d\d:\d\d:\d\d$/)).toBeTruthy();
  }
  server.answer(getSituationPoints, {
    data: {
      ...{ analyte: "mdma" as const, from: "2026-10-26", until: "2026-11-22", reference: 31, isMore: false },
      points: [point(2, "Tarragona", 31)],
    },
  });
  await vi.advanceTimersByTimeAsync(15_000);
  const ranking = within(screen.getByRole("region", { name: "Highest, Ecstasy" }));
  expect(ranking.getByRole("button", { name: /Tarragona/ })).toBeTruthy();
  expect(screen.getByRole("heading", { name: /^Ecstasy rose/ })).toBeTruthy();
  expect(screen.queryByText(/^No new loads/)).toBeNull();
});

test("without any points the wall says that they cannot be fetched, and not that nothing was measured", async () => {
  server.fail(getSituationPoints, 500);
  await openPart(<SituationWall />, { feature });
  const ranking = within(await screen.findByRole("region", { name: "Highest, Cocaine" }));
  await ranking.findByText("The loads cannot be fetched. Retrying automatically.");
});
