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

test("where nothing waits the card says so", async () => {
  const none = { count: 0, since: null };
  server.answer(getWaitingWork, { data: { overdueSamples: none, reviews: none, plans: none } });
  await openPart(<WaitingWorkCard />, { feature });
  await screen.findByText("No samples, results, plans, bottles, deliveries or requests are waiting for you.");
  expect(screen.queryAllByRole("link")).toEqual([]);
});

test("who has no part in the work has no card of it", async () => {
  server.answer(getWaitingWork, { data: { overdueSamples: null, reviews: null, plans: null } });
  await openPart(<WaitingWorkCard />, { feature });
  await expect.poll(() => server.received(getWaitingWork).length).toBeGreaterThan(0);
  expect(screen.queryByText("Waiting for you")).toBeNull();
});
