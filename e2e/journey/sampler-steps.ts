import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { addTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { addAssays } from "@tracewater/contract/laboratory/assays";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Page } from "playwright-core";
import type { ApiClient } from "../support/api-client.ts";
import { waitUntil } from "../support/wait-until.ts";
import { goWithin } from "./browser.ts";
import { demoDays, demoZone } from "./demo-process.ts";
import { pageText, samplerPages, samplerRoutes, tabOf } from "./sampler-pages.ts";

const deviceName = "WS-0417";

/** Gives the demo's sampler what its past lacks: a snapshot, a timed task, a result of its newest sample. */
export async function completeSampler(api: ApiClient): Promise<(example: string) => string> {
  const family = { family: "waterSample" as const };
  const devices = await api.call(listDevices, { params: family, query: { keyword: deviceName } });
  const id = devices.rows[0]?.id ?? 0;
  // 24 bottles a day, less what the first and the last day lack.
  const automatic = await api.call(listAutoSamplings, { query: { deviceName } });
  if (automatic.total <= (demoDays - 2) * 24)
    throw new Error(`${deviceName} has ${automatic.total} samplings`);
  await api.call(callService, {
    params: { ...family, service: "snapshot" },
    query: { deviceName },
    body: {},
  });
  const everyMorning = { cronExpression: "30 6 * * *", onceAt: null, zone: "Europe/Vienna" };
  const rinse = { name: "Morning rinse", service: "rinse", params: { times: 1 }, deviceId: id, tag: null };
  await api.call(addTimedTask, { params: family, body: { ...everyMorning, ...rinse } });
  const samples = await api.call(listSamplings, { query: { deviceName } });
  const [newest] = samples.rows;
  const results = [{ analyte: "ketamine" as const, value: "0.13720", loq: "0.0010", uncertainty: "0.0151" }];
  const { data } = await api.call(addAssays, {
    body: {
      bodyCode: newest?.bodyCode ?? "",
      sampledOn: dayIn(demoZone, newest?.began ?? 0),
      method: "SPE, LC-MS/MS",
      results,
    },
  });
  return (example) =>
    example
      .replace("admin/1/", `admin/${id}/`)
      .replace("{deviceName}", deviceName)
      .replace("{time}", String(automatic.rows[0]?.began))
      // The oldest has been through everything.
      .replace("water_sampling/detail/1", `water_sampling/detail/${samples.rows.at(-1)?.samplingId}`)
      .replace("water_assay/detail/1", `water_assay/detail/${data.ids[0]}`);
}

/** Visits all of a sampler's pages; gives those that do not show what they should. */
export async function walksEveryPage(
  page: Page,
  http: string,
  language: "en" | "zh",
  address: (example: string) => string,
): Promise<string[]> {
  const missing: string[] = [];
  const text = () => page.evaluate<string>(pageText);
  for (const [name, shown] of Object.entries(samplerPages)) {
    const route = samplerRoutes.find(({ path }) => tabOf(path) === name);
    if (route === undefined) throw new Error(`the specification has no page ${name}`);
    await goWithin(page, http, address(route.example));
    await waitUntil(`${name} is shown`, async () => shown[language].test(await text()), {
      withinMs: 15_000,
      everyMs: 50,
    }).catch(async () => {
      missing.push(`${language} ${name}: ${(await text()).replaceAll("\n", " | ").slice(-400)}`);
    });
    if (/This version does not have it yet|当前版本尚未提供/.test(await text()))
      missing.push(`${language} ${name}: not yet`);
  }
  return missing;
}

function dayIn(timeZone: string, ms: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(ms);
}
