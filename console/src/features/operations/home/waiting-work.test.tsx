import { screen } from "@testing-library/react";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { WaitingWorkCard } from "./waiting-work.tsx";

const feature = "operations/home";

test("each kind of work that waits has its count and the way to its list", async () => {
  const data = {
    overdueSamples: { count: 1, since: Date.parse("2026-11-19T08:00:00Z") },
    reviews: { count: 3, since: Date.parse("2026-11-22T08:00:00Z") },
    plans: null,
    bottles: { count: 24, since: Date.parse("2026-11-22T08:00:00Z") },
    deliveries: { count: 0, since: null },
    reports: { count: 1, since: Date.parse("2026-11-23T00:00:00Z") },
    accountRequests: { count: 2, since: Date.parse("2026-11-22T09:00:00Z") },
  };
  server.answer(getWaitingWork, { data });
  await openPart(<WaitingWorkCard />, { feature });
  await screen.findByText("1 sample is overdue");
  expect(screen.getByText("3 results in review")).toBeTruthy();
  expect(screen.getByText("24 filled bottles in samplers")).toBeTruthy();
  expect(screen.getByText("2 account requests")).toBeTruthy();
  const [overdue, review, bottles, reports, requests, ...others] = screen.getAllByRole("link");
  expect(overdue?.getAttribute("href")).toBe("/waterSampling/water");
  expect(review?.getAttribute("href")).toBe("/waterAssay/assay?state=inReview");
  expect(bottles?.getAttribute("href")).toBe("/laboratory/bottle?state=filled");
  expect(screen.getByText("1 report due")).toBeTruthy();
  expect(reports?.getAttribute("href")).toBe("/report/report");
  expect(requests?.getAttribute("href")).toBe("/userManagement/register?state=waiting");
  expect(others).toEqual([]);
});

test("of evidence: what to receive, to decide on and to approve, and the box that is overdue for longest", async () => {
  const one = { count: 1, since: null };
  const overdueReturns = {
    ...one,
    since: Date.parse("2026-11-19T08:00:00Z"),
    deviceId: 7,
    deviceName: "EB-7",
  };
  const data = { overdueSamples: null, reviews: null, plans: null, decisions: { ...one, count: 2 } };
  server.answer(getWaitingWork, { data: { ...data, handovers: one, disposals: one, overdueReturns } });
  await openPart(<WaitingWorkCard />, { feature });
  await screen.findByText("2 entrustments to decide on");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/evidence/item?only=offered",
    "/entrusted/entrusted?state=submitted&sort=decisionDue-asc",
    "/evidence/disposal",
    "/evidencebox/admin/7/offsite_under/EB-7",
  ]);
});

test("where nothing waits the card says so", async () => {
  const none = { count: 0, since: null };
  server.answer(getWaitingWork, { data: { overdueSamples: none, reviews: none, plans: none } });
  await openPart(<WaitingWorkCard />, { feature });
  await screen.findByText("Nothing is waiting for you.");
  expect(screen.queryAllByRole("link")).toEqual([]);
});

test("who has no part in the work has no card of it", async () => {
  server.answer(getWaitingWork, { data: { overdueSamples: null, reviews: null, plans: null } });
  await openPart(<WaitingWorkCard />, { feature });
  await expect.poll(() => server.received(getWaitingWork).length).toBeGreaterThan(0);
  expect(screen.queryByText("Waiting for you")).toBeNull();
});
