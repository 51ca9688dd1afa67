import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, keepPicture, openBrowser, turn } from "../journey/browser.ts";
import { openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

const deviceName = "LE-0101";
const hour = 3_600_000;
/** The end of the newest run: half past nine in the evening of the server's zone. */
const newest = Date.UTC(2026, 2, 3, 13, 30);
let platform: Platform;
let browser: Browser;
let base = "";

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ seed: { devices: 1 } }), openBrowser()]);
  await addUser(platform, "ada", "analyst");
  const api = await openApi(platform.http);
  const { rows } = await api.call(listDevices, { params: { family: "waterSample" }, query: {} });
  const body = { deviceName, unitId: rows[0]?.unitId ?? 0 };
  const { data } = await api.call(addDevice, { params: { family: "liquidExtract" }, body });
  base = `/liquidExtract/admin/${data.id}/liquid_list/${deviceName}/liquid_list`;
  await addRuns(data.id);
});

/** Twenty hourly runs at a point, the oldest withheld, the newest above its limit, and a bottle of that day. */
async function addRuns(deviceId: number): Promise<void> {
  const store = await openDatabaseView(platform);
  await store.rows(
    `with place as (
       insert into sampling_point (code, name, kind, unit_id)
       select 'N-1', 'North plant', 'plantInlet', unit_id from device where id = $1 returning id, unit_id),
     bottled as (
       insert into bottle (body_code, unit_id) select 'B-0007', unit_id from place returning id, unit_id),
     sampled as (
       insert into water_sampling (sample_no, unit_id, point_id, bottle_id, origin, kind, began, ended, sampler_person,
         made_by)
       select 'WS-D1', b.unit_id, p.id, b.id, 'manual', 'composite24', to_timestamp($2) - interval '21 hours',
         to_timestamp($2), 'x', 'x' from bottled b, place p returning id),
     ran as (
       insert into detection (unit_id, device_id, point_id, measured_at, started_at, sample_no, method, recovery,
         quantified, found, findings, lod, loq, qc, qc_at, qc_recovery, state)
       select p.unit_id, $1, p.id, to_timestamp($2) - g * interval '1 hour',
         to_timestamp($2) - g * interval '1 hour' - interval '50 minutes', 'S-' || g, 'SPE-LC-MS/MS 18', 93.5, 3,
         '{mamp,mdma,cocaine}', jsonb_build_object(
           'mamp', jsonb_build_object('value', round((case g when 0 then 4.2 else 1.1 + sin(g / 4.0) end)::numeric, 4)::text,
             'flag', 'quantified'),
           'mdma', jsonb_build_object('value', round((0.2 + 0.1 * cos(g / 3.0))::numeric, 4)::text, 'flag', 'quantified'),
           'cocaine', jsonb_build_object('value', '0.31', 'flag', 'quantified'),
           'ketamine', jsonb_build_object('value', '0.0006', 'flag', 'belowLoq')),
         0.0003, 0.001, case g when 19 then 'failed' else 'passed' end, to_timestamp($2) - interval '20 hours', 98.2,
         case g when 19 then 'withheld' else 'ready' end
       from place p, generate_series(0, 19) g returning id)
     insert into detection_find (unit_id, device_id, at, sample_no, analyte, value, limit_value, bottle)
     select p.unit_id, $1, to_timestamp($2), 'S-0', 'mamp', 4.2, 3, 2 from place p, (select count(*) from ran) r`,
    [deviceId, newest / 1000],
  );
  await store.close();
}

/** The page in light and dark, wide and narrow, where pictures are asked for. */
async function keep(page: Page, name: string): Promise<void> {
  if (process.env["SCREENSHOT_DIR"] === undefined) return;
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 1400 });
    await page.waitForFunction("document.fonts.status === 'loaded'");
    await keepPicture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 1400 });
}

test("the runs of a detector are listed newest first, a day of them by hour, and one opens with its values", async () => {
  const { page, faults } = await enter(browser, platform.http, { at: base });
  await page.getByText("S-0", { exact: true }).first().waitFor();
  const map = page.getByRole("table", { name: "Analytes by hour" });
  await map.waitFor();
  await map.getByRole("button", { name: "MDMA", exact: true }).click();
  await page.getByRole("img", { name: "MDMA over the day" }).waitFor();
  await keep(page, "detections");
  await page.goto(`${platform.http}${base}/detail/${newest / 1000}`);
  await page.getByText("4.2000", { exact: true }).first().waitFor();
  await page.getByText("Retained in bottle 2 of the detector", { exact: false }).waitFor();
  await keep(page, "detection");
  expect(faults).toEqual([]);
});

test("an analyst applies a run outside of the detector, and its results are in review", async () => {
  const at = `/dataApply/liquid/detail/${newest - hour}/${deviceName}`;
  const { page, faults } = await enter(browser, platform.http, { at, as: "ada" });
  await page.getByRole("button", { name: "Apply as assay results" }).click();
  // The time distinguishes it from the tab of the detector.
  expect(await page.title()).toMatch(new RegExp(`^${deviceName} \\d{4}-\\d\\d-\\d\\d \\d\\d:`));
  await choose(page.getByRole("dialog"), "Bottle", /B-0007/);
  await keep(page, "detection-apply");
  await page.getByRole("button", { name: "Submit for review" }).click();
  const results = page.getByRole("listitem").filter({ hasText: "18 assay results" });
  await results.filter({ hasText: "In review" }).waitFor();
  await results.getByRole("link", { name: "18 assay results" }).click();
  await page.waitForURL(/\/waterAssay\/detail/);
  await page.getByText("B-0007").filter({ visible: true }).first().waitFor();
  expect(faults).toEqual([]);
});

test("a withheld run offers its decision to an analyst, and no application", async () => {
  const at = `/dataApply/liquid/detail/${newest - 19 * hour}/${deviceName}`;
  const { page, faults } = await enter(browser, platform.http, { at, as: "ada" });
  await page.getByRole("button", { name: "Decide" }).waitFor();
  expect(await page.getByRole("button", { name: "Apply as assay results" }).count()).toBe(0);
  await turn(page, "dark");
  await keep(page, "detection-withheld-dark");
  expect(faults).toEqual([]);
});
