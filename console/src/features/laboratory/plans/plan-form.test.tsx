import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { addPlan, checkPlan } from "@tracewater/contract/laboratory/plans";
import { expect, onTestFinished, test, vi } from "vitest";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { choose, dialog, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { samplingPoint } from "../../../../test/records.ts";
import { PlanForm } from "./plan-form.tsx";

function prepare(): void {
  server.answer(listSamplingPoints, { rows: [samplingPoint], total: 1 });
  server.answer(checkPlan, {
    data: { designFlow: 42_000, zone: "Europe/Vienna", samplers: [], conflicts: [] },
  });
}

testDialogManners({
  name: "plan form",
  feature: "laboratory/plans",
  part: (onClose) => <PlanForm plan={null} onClose={onClose} />,
  prepare,
  fill: async () => {
    fill("Name", "Routine, north");
    await choose("Sampling point", "P-001 North plant");
    fill("Start", "2026-03-01 06:00");
    fill("End", "2026-04-01 06:00");
    await choose("Analytes", "Cocaine");
    // Until the zone of the point is known nothing can be saved.
    await screen.findByText("Europe/Vienna");
  },
  submit: "Save",
  call: addPlan,
  reply: { data: { id: 5, planNo: "SP-2026-0005" } },
  sent: {
    body: {
      name: "Routine, north",
      pointId: 11,
      deviceId: null,
      purpose: "routine",
      mode: "ctcv",
      startsAt: Date.parse("2026-03-01T06:00:00+01:00"),
      endsAt: Date.parse("2026-04-01T06:00:00+02:00"),
      // That of the point, which nobody chose.
      zone: "Europe/Vienna",
      intervalMin: 15,
      pulse: null,
      aliquot: 200,
      bottles: 24,
      bottleVolume: 1000,
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      analytes: ["cocaine"],
      preservative: "none",
      holdingHours: 24,
      note: "",
    },
  },
  said: "Plan saved. It must be approved by someone else.",
  missing: { label: "Name", says: "Please enter Name" },
  refused: { at: "bottles", label: "Bottles" },
});

test("plan form: nothing is saved while the zone of the point is asked for", async () => {
  prepare();
  const release = server.hold(checkPlan);
  await openPart(<PlanForm plan={null} onClose={() => undefined} />, { feature: "laboratory/plans" });
  await choose("Sampling point", "P-001 North plant");
  await waitFor(() =>
    expect(document.querySelector("button.ant-btn-primary.ant-btn-loading")).not.toBeNull(),
  );
  release();
  await screen.findByText("Europe/Vienna");
  await waitFor(() => expect(document.querySelector("button.ant-btn-primary.ant-btn-loading")).toBeNull());
});

test("plan form: a new plan starts on the day that it is at its point, and a day that was chosen stays", async () => {
  // 17:30 UTC: in Shanghai, where the tests have their server, the next day has begun; in Vienna it has not.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-27T17:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  prepare();
  const other = { ...samplingPoint, pointId: 12, code: "P-002", name: "South plant" };
  server.answer(listSamplingPoints, { rows: [samplingPoint, other], total: 2 });
  await openPart(<PlanForm plan={null} onClose={() => undefined} />, { feature: "laboratory/plans" });
  const shown = () => ["Start", "End"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  expect(shown()).toEqual(["2026-11-28 00:00", "2026-12-26 00:00"]);
  fill("End", "2026-12-31 00:00");
  await choose("Sampling point", "P-001 North plant");
  await screen.findByText("Europe/Vienna");
  await waitFor(() => expect(shown()).toEqual(["2026-11-27 00:00", "2026-12-31 00:00"]));
  // Another point, with another zone.
  server.answer(checkPlan, {
    data: { designFlow: 42_000, zone: "Asia/Tokyo", samplers: [], conflicts: [] },
  });
  await choose("Sampling point", "P-002 South plant");
  await screen.findByText("Asia/Tokyo");
  await waitFor(() => expect(shown()).toEqual(["2026-11-28 00:00", "2026-12-31 00:00"]));
});

test("plan form: a day of the week strip is taken out and put in, and all analytes are chosen at once", async () => {
  prepare();
  server.answer(addPlan, { data: { id: 5, planNo: "SP-2026-0005" } });
  await openPart(<PlanForm plan={null} onClose={() => undefined} />, { feature: "laboratory/plans" });
  fill("Name", "Weekdays");
  await choose("Sampling point", "P-001 North plant");
  await screen.findByText("Europe/Vienna");
  const days = within(screen.getByRole("group", { name: "Days" }));
  const on = () => days.getAllByRole<HTMLInputElement>("checkbox").map((one) => one.checked);
  expect(on()).toEqual([true, true, true, true, true, true, true]);
  for (const day of ["Mon", "Sat", "Sun", "Mon"]) fireEvent.click(days.getByLabelText(day));
  expect(on()).toEqual([true, true, true, true, true, false, false]);
  press("All 18");
  await screen.findByText("All 18 analytes");
  press("Save", dialog());
  await waitFor(() => expect(server.received(addPlan)).toHaveLength(1));
  const body = server.received(addPlan)[0]?.body as { days: string[]; analytes: string[] };
  expect(body.days).toEqual(["mon", "tue", "wed", "thu", "fri"]);
  expect(new Set(body.analytes).size).toBe(18);
});

test("plan form: what a day of the plan comes to is next to the fields, and follows them", async () => {
  prepare();
  await openPart(<PlanForm plan={null} onClose={() => undefined} />, { feature: "laboratory/plans" });
  const aside = document.querySelector<HTMLElement>(".form-dialog-split > .form-dialog-aside");
  if (aside === null) throw new Error("nothing is next to the form");
  expect(within(aside).getByRole("img", { name: "96 aliquots, 19.20 L per day" })).toBeTruthy();
  fill("Interval", "60");
  await within(aside).findByRole("img", { name: "24 aliquots, 4.80 L per day" });
});
