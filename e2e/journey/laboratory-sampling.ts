/** The first half of the laboratory's journey: a plan, its program, two bottles, and the sampler that fills them. */
import { getBottleCodes, takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { approvePlan, getPlan, listPlans, type SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { listSamplings, type Sampling } from "@tracewater/contract/laboratory/samplings";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { waitUntil } from "../support/wait-until.ts";
import { choose, chooseAllOf, keepPicture } from "./browser.ts";
import { type FollowedBottle, followBottle } from "./laboratory-bottle.ts";
import { decide, type People, type Person, refusal } from "./laboratory-people.ts";

const family = { family: "waterSample" } as const;
const deviceName = "SIM-1-000001";
const retryLimits = { withinMs: 60_000, everyMs: 250 };

export type Bottle = { slot: number; body: string; cap: string };

/** The sampler that the fleet's program plays. */
export async function waitForSampler({ api }: Person): Promise<{ id: number; pointId: number }> {
  return waitUntil("the sampler is online", async () => {
    const { rows } = await api.call(listDevices, { params: family, query: { keyword: deviceName } });
    const [row] = rows;
    return row?.connection.state === "online" ? { id: row.id, pointId: row.pointId ?? 0 } : null;
  });
}

/** Written by one in the browser, approved by another, sent to the sampler. */
export async function planAndProgram({ olga, bruno }: People, mark: string): Promise<SamplingPlan> {
  const page = await olga.goTo("/samplePoint/plan");
  await page.getByRole("button", { name: "Add plan" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name", { exact: true }).fill(`Journey ${mark}`);
  await choose(form, "Sampling point", /./);
  await choose(form, "Sampler", deviceName);
  for (const [label, value] of [
    ["Interval", "0"],
    ["Aliquot", "10"],
    ["Holding time", "72"],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await chooseAllOf(form, "Analytes", ["MDMA", "Cocaine", "Ketamine"]);
  await form.getByRole("button", { name: "Save" }).click();
  // A sampler takes no interval of nothing; all that was written stays.
  await form.locator(".ant-form-item-explain-error").first().waitFor();
  expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe(`Journey ${mark}`);
  await form.getByLabel("Interval", { exact: true }).fill("1");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  const { rows } = await olga.api.call(listPlans, { query: { keyword: `Journey ${mark}` } });
  const [plan] = rows;
  if (plan === undefined) throw new Error("the plan was not written");
  expect(plan).toMatchObject({ state: "draft", intervalMin: 1, aliquot: 10, holdingHours: 72 });
  expect(await refusal(olga.api.call(approvePlan, { body: { planId: plan.planId } }))).not.toBe("taken");

  const path = `/samplePoint/plan?id=${plan.planId}`;
  await decide(await bruno.goTo(path), "Approve", "Approve");
  const approved = await olga.goTo(path);
  await approved.getByText("Approved, sampler not programmed").first().waitFor();
  await decide(await olga.goTo(path), "Send program to sampler", "Send program to sampler");
  await waitUntil("the sampler has the program", async () => {
    const { data } = await olga.api.call(getPlan, { params: { id: plan.planId } });
    return data.programmed?.state === "replied" && data.state === "running";
  });
  return plan;
}

/** Two bottles, scanned at the sampler. */
export async function bindBottles({ olga }: People, deviceId: number, mark: string): Promise<Bottle[]> {
  const bottles = [1, 2].map((slot) => ({ slot, body: `J${mark}-B${slot}`, cap: `J${mark}-C${slot}` }));
  const page = await olga.goTo(`/device/admin/${deviceId}/device_info/${deviceName}/bottle_entering`);
  for (const { slot, body, cap } of bottles) {
    await scanPair(page, body, cap);
    // The fields of the next slot are others: what is typed before they are there is lost with those of this one.
    await page.getByText(`Slot ${slot + 1}`, { exact: true }).waitFor();
  }
  await waitUntil("both bottles are known", async () => {
    const { data } = await olga.api.call(getBottleCodes, { params: { id: deviceId } });
    return bottles.every((one) => data[one.slot - 1]?.capCode === one.cap);
  });
  await keepPicture(page, "journey-bottles");
  return bottles;
}

/** As a hand scanner does: the code, then Enter; the page goes on to the cap and to the next slot by itself. */
async function scanPair(page: Page, body: string, cap: string): Promise<void> {
  for (const [label, code] of [
    ["Body code", body],
    ["Cap code", cap],
  ] as const) {
    const field = page.getByLabel(label).first();
    await field.fill(code);
    await field.press("Enter");
    // Nobody has heard of the body: the page asks before it becomes a bottle.
    if (label === "Body code") {
      await page.getByText(`${code} is not registered.`).waitFor();
      await page.getByRole("button", { name: "Register new bottle" }).click();
    }
    // A long code is in the carousel's title too, which nobody sees.
    await page.getByText(code).filter({ visible: true }).first().waitFor();
  }
}

/**
 * The first bottle by the sampler's program, the second with a grab sample; then both are taken out. The first one is
 * followed: all that names it says the same.
 */
export async function fillBottles(
  people: People,
  plan: SamplingPlan,
  { bottles, deviceId }: { bottles: readonly Bottle[]; deviceId: number },
): Promise<{ samples: Sampling[]; first: FollowedBottle }> {
  const { api } = people.olga;
  const first = followBottle(people, { deviceId, deviceName, slot: 1 }, bottles[0]?.body ?? "");
  await first.isEmptyInItsSlot();
  const order = (service: string, params: Record<string, unknown> = {}) =>
    api.call(callService, { params: { ...family, service }, query: { deviceName }, body: { params } });
  const takenOf = async (slot: number) => {
    const { rows } = await api.call(listAutoSamplings, { query: { deviceName } });
    return rows.find((row) => row.slot === slot)?.taken ?? 0;
  };
  await order("start");
  await waitUntil("two aliquots are taken", async () => (await takenOf(1)) >= 2, retryLimits);
  await order("stop");
  await order("grab", { volume: 300, index: 2 });
  await waitUntil("the grab sample is taken", async () => (await takenOf(2)) === 1, retryLimits);
  await first.isTakenOut();
  await api.call(takeOutBottles, { body: { deviceName, slots: [2] } });
  await first.isSample("taken");
  await first.isNowhereInTheSampler();
  const { rows } = await api.call(listSamplings, { query: { deviceName, state: "taken" } });
  const samples = rows.sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
  expect(samples.map((one) => one.bodyCode)).toEqual(bottles.map((one) => one.body));
  // What somebody ordered by hand is not of the plan's program.
  expect(samples.map((one) => one.planNo)).toEqual([plan.planNo, null]);
  expect(samples[0]?.aliquotsTaken).toBeGreaterThanOrEqual(2);
  return { samples, first };
}
