import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { addPlan, approvePlan, weekDay } from "@tracewater/contract/laboratory/plans";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, openBrowser } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
const day = 86_400_000;
const zone = "Asia/Shanghai";

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ seed: { devices: 1, points: 1 } }),
    openBrowser(),
  ]);
  await addUser(platform, "olga", "operator");
  await addUser(platform, "bruno", "unitAdmin");
});

/** A plan of the only point, approved by another person; gives its number. */
async function plan(name: string, days: (typeof weekDay.options)[number][]): Promise<string> {
  const [olga, bruno] = [createApiClient(platform.http), createApiClient(platform.http)];
  await olga.logIn("olga");
  await bruno.logIn("bruno");
  const { rows } = await olga.call(listSamplingPoints, { query: {} });
  const about = { pointId: rows[0]?.pointId ?? 0, deviceId: null, purpose: "routine", mode: "grab" } as const;
  const span = { startsAt: Date.now() - 8 * day, endsAt: Date.now() + 8 * day, zone, days };
  const amounts = { intervalMin: null, aliquot: 200, bottles: 1, holdingHours: 24 };
  const body = {
    name,
    ...about,
    ...span,
    ...amounts,
    analytes: ["mdma" as const],
    preservative: "none" as const,
  };
  const { data } = await olga.call(addPlan, { body });
  await bruno.call(approvePlan, { body: { planId: data.id } });
  return data.planNo;
}

test("a sample by hand names a plan that is in force at its point that day, and keeps what was typed when refused", async () => {
  const today = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" }).format(Date.now());
  const others = weekDay.options.filter((one) => one !== today.toLowerCase());
  const daily = await plan("Every day", [...weekDay.options]);
  const notToday = await plan("Not today", others);
  const { page, faults } = await enter(browser, platform.http, { as: "olga", at: "/waterSampling/water" });
  await page.getByRole("button", { name: "Register sample" }).click();
  const form = page.getByRole("dialog");
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await field("Body code").fill("B-7001");
  await choose(form, "Sampling point", /./);
  await field("Sampling plan").click();
  const options = page.locator(".ant-select-dropdown:visible .ant-select-item-option-content");
  await options.filter({ hasText: daily }).waitFor();
  expect(await options.filter({ hasText: notToday }).count()).toBe(0);
  await options.filter({ hasText: daily }).click();
  await field("pH").fill("15");
  await field("Volume").fill("500");
  await form.getByRole("button", { name: "Save" }).click();
  await form.locator(".ant-form-item-explain-error").waitFor();
  expect(await field("pH").inputValue()).toBe("15");
  await field("pH").fill("7.2");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  const row = page.getByRole("row").filter({ hasText: "B-7001" });
  await row.getByRole("link").first().click();
  const sample = page.locator(".tab-page:visible");
  await sample.getByRole("link", { name: daily }).click();
  await sample.getByText("Every day").first().waitFor();
  await sample.getByText("1 of this plan").waitFor();
  expect(faults).toEqual([]);
});

test("a sampler's page shows samples of its own alone, and its filters of days in one line", async () => {
  const olga = createApiClient(platform.http);
  await olga.logIn("olga");
  const [device] = (await olga.call(listDevices, { params: { family: "waterSample" }, query: {} })).rows;
  const [sample] = (await olga.call(listSamplings, { query: {} })).rows;
  const tabs = `/device/admin/${device?.id}/device_info/${device?.deviceName}`;
  const others = `${tabs}/water_sampling/detail/${sample?.samplingId}`;
  const { page, faults } = await enter(browser, platform.http, { as: "olga", at: others });
  await page.getByText("Sample not found").waitFor();
  await page.goto(`${platform.http}${tabs}/sample_auto`);
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y;
  await page.getByLabel("From", { exact: true }).waitFor();
  expect(await top("Until")).toBe(await top("From"));
  expect(faults).toEqual([]);
});
