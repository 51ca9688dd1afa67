import { screen, waitFor } from "@testing-library/react";
import { listPlans, type SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { choose, field, fill, press, sendOff } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import PlanListPage from "./plan-list.page.tsx";

const plan: SamplingPlan = {
  planId: 5,
  planNo: "SP-2026-0005",
  name: "Routine, north",
  unitId: 2,
  unitName: "City laboratory",
  pointId: 11,
  pointCode: "P-001",
  pointName: "North plant",
  deviceId: null,
  deviceName: null,
  purpose: "routine",
  mode: "grab",
  startsAt: Date.parse("2026-03-01T06:00:00+08:00"),
  endsAt: Date.parse("2026-04-01T06:00:00+08:00"),
  zone: "Asia/Shanghai",
  intervalMin: null,
  pulse: null,
  aliquot: 200,
  bottles: 1,
  bottleVolume: 1000,
  days: ["mon"],
  analytes: ["cocaine"],
  preservative: "none",
  holdingHours: 24,
  note: "",
  state: "draft",
  stateReason: "",
  endedAt: null,
  endedBy: null,
  createdBy: "Olga",
  createdAt: Date.parse("2026-02-01T06:00:00+08:00"),
  approvedBy: null,
  approvedAt: null,
  programmed: null,
  samplings: 0,
};
const around = { feature: "laboratory/plans" };
const asked = () => server.received(listPlans).at(-1)?.query;
const search = () => field("Number, name, point or sampler");

test("a list that is no resource loads, shows its rows and its total", async () => {
  server.answer(listPlans, { rows: [plan], total: 1 });
  const release = server.hold(listPlans);
  await openPart(<PlanListPage />, around);
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
  release();
  await screen.findByText("SP-2026-0005");
  expect(screen.getByText("1 in total")).toBeTruthy();
});

test("without plans it says what a plan is, and with a filter that no plan matches it", async () => {
  server.answer(listPlans, { rows: [], total: 0 });
  await openPart(<PlanListPage />, around);
  await screen.findByText("No sampling plans yet");
  await waitFor(search);
  fill("Number, name, point or sampler", "x");
  sendOff(search());
  await screen.findByText("No plan matches this search.");
  expect(location.search).toBe("?keyword=x");
});

test("an error has its retry, and the filters of the address stay as they are", async () => {
  server.fail(listPlans, 503, { code: 503, msg: "The database rests" });
  await openPart(<PlanListPage />, { ...around, at: "/plans?state=draft&from=2026-03-01&sort=planNo-desc" });
  await screen.findByText("The database rests");
  server.answer(listPlans, { rows: [plan], total: 1 });
  press("Try again");
  await screen.findByText("SP-2026-0005");
  expect(asked()).toMatchObject({
    state: "draft",
    beginTime: Date.parse("2026-03-01T00:00:00+08:00"),
    orderByColumn: "planNo",
    isAsc: "desc",
  });
  expect(location.search).toBe("?state=draft&from=2026-03-01&sort=planNo-desc");
});

test("a choice filters at once, with what was typed before it, and leads to the first page", async () => {
  server.answer(listPlans, { rows: [plan], total: 90 });
  await openPart(<PlanListPage />, { ...around, at: "/plans?page=2" });
  await screen.findByText("SP-2026-0005");
  await waitFor(search);
  fill("Number, name, point or sampler", " north ");
  expect(location.search).toBe("?page=2");
  await choose("State", "Approved");
  await waitFor(() => expect(location.search).toBe("?keyword=north&state=approved"));
  await waitFor(() => expect(asked()).toMatchObject({ keyword: "north", state: "approved", pageNum: 1 }));
});

test("who may not list plans is told so, and nothing is fetched", async () => {
  await openPart(<PlanListPage />, { ...around, permissions: ["field:samplePoint:list"] });
  await screen.findByText("No access");
});

test("the list needs no sideways bar in a window of 1366 px", async () => {
  server.answer(listPlans, { rows: [plan], total: 1 });
  await openPart(<PlanListPage />, around);
  const table = (await screen.findByText("SP-2026-0005")).closest("table");
  // The window without the sidebar of 200 px, the gutter and the hairlines of the card.
  expect(Number.parseInt(table?.style.minWidth ?? "0", 10)).toBeLessThanOrEqual(1366 - 200 - 32 - 2);
});
