import { computeLoads } from "@tracewater/contract/laboratory/loads";
import { setPopulationSetting } from "@tracewater/contract/laboratory/populations";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { choose, keepPicture, openBrowser, turn } from "../journey/browser.ts";
import { createApiClient } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { addUser, enter } from "./visitor.ts";

let platform: Platform;
let browser: Browser;
let pointIds: number[] = [];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  await addUser(platform, "ada", "analyst");
  pointIds = await addCities();
  const client = createApiClient(platform.http);
  await client.logIn("ada");
  const days = { from: "2026-03-02", until: "2026-03-08" };
  for (const pointId of pointIds.slice(0, 3)) await client.call(computeLoads, { body: { pointId, ...days } });
  const own = { pointId: pointIds[0] ?? 0, since: "2026-01-01", source: "Survey 2025" };
  for (const [parameter, value] of [
    ["cigarettesPerSmoker", 15],
    ["smokerShare", 0.2],
    ["nh4n", 7],
  ] as const)
    await client.call(setPopulationSetting, { body: { ...own, parameter, value, uncertainty: 10 } });
});

/** Two plants of one city and one of another with a week of composites, and a plant without any. */
async function addCities(): Promise<number[]> {
  const store = await openDatabaseView(platform);
  const rows = await store.rows<{ id: number }>(`
    insert into sampling_point (code, name, kind, unit_id, country, place, population, population_method, design_flow)
    select * from (values
      ('N-1', 'North plant', 'plantInlet', (select min(id) from dept), 'Utopia', 'Aville', 300000, 'census', 60000),
      ('S-1', 'South plant', 'plantInlet', (select min(id) from dept), 'Utopia', 'Aville', 100000, 'census', 20000),
      ('B-1', 'Lakeside plant', 'plantInlet', (select min(id) from dept), 'Utopia', 'Beton', 80000, 'census', 16000),
      ('W-1', 'West plant', 'plantInlet', (select min(id) from dept), 'Utopia', 'Aville', 50000, 'census', 10000)
    ) as given(code, name, kind, unit, country, place, population, method, flow) returning id`);
  const ids = rows.map((one) => one.id);
  await store.rows(
    `with day as (
       select p.id as point_id, p.unit_id, p.code, d::date as day, row_number() over (order by p.id, d) as at
       from sampling_point p, generate_series('2026-03-02'::date, '2026-03-08', '1 day') d
       where p.id = any($1::int[]) and (p.code <> 'S-1' or extract(isodow from d) < 6)),
     bottled as (
       insert into bottle (body_code, unit_id) select 'F' || (2000 + at), unit_id from day returning id, body_code),
     sampled as (
       insert into water_sampling (sample_no, unit_id, point_id, bottle_id, origin, kind, began, ended, sampler_person, made_by)
       select 'WS-F' || at, unit_id, point_id, b.id, 'manual', 'composite24', (day + time '01:00') at time zone 'Asia/Shanghai',
         (day + time '23:00') at time zone 'Asia/Shanghai', 'x', 'x'
       from day join bottled b on b.body_code = 'F' || (2000 + at) returning id)
     insert into assay (unit_id, bottle_id, point_id, sampled_on, analyte, value, flag, loq, uncertainty, phase, source,
       method, method_version, state, analyst_ids, analyst, reviewer_id)
     select unit_id, b.id, point_id, day, a.analyte, a.value * (1 + 0.05 * extract(isodow from day)::numeric)
         * (case code when 'B-1' then 1.6 else 1 end), 'quantified', 0.005, a.value * 0.1, 'liquid', 'lcms', 'M1', '1',
       'approved', '{1000000}', 'a', 2000000
     from day join bottled b on b.body_code = 'F' || (2000 + at), (values ('benzoylEconine', 0.8), ('cotinine', 1.2)) a(analyte, value)`,
    [ids.slice(0, 3)],
  );
  await store.close();
  return ids;
}

/** The page in light and dark, wide and narrow, where pictures are asked for. */
async function keep(page: Page, name: string): Promise<void> {
  if (process.env["SCREENSHOT_DIR"] === undefined) return;
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 1400 });
    await page.waitForFunction("document.fonts.status === 'loaded'");
    await keepPicture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("the population of a point is compared by every method, markers are entered, and one is used by the loads", async () => {
  const at = `/laboratory/population?pointId=${pointIds[0]}&from=2026-03-02&until=2026-03-08`;
  const { page, faults } = await enter(browser, platform.http, { as: "ada", at });
  await page.getByText("Loads of 2026-03-08 use 300,000 inhabitants").waitFor();
  await page.getByText("median of 7 days").first().waitFor();
  await page.getByText("No result in this period").first().waitFor();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Enter markers" }).click();
  await choose(dialog, "24-hour composite", "2026-03-03");
  await dialog.getByLabel("NH4-N", { exact: true }).fill("forty");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter a valid number").waitFor();
  expect(await dialog.getByLabel("NH4-N", { exact: true }).inputValue()).toBe("forty");
  await dialog.getByLabel("NH4-N", { exact: true }).fill("42");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  // 42 mg/L x 60,000 m3/d / 7 g
  const row = page.getByRole("row").filter({ hasText: "NH4-N" }).filter({ hasText: "360,000" });
  await row.getByRole("button", { name: "Use from 2026-03-02" }).click();
  await page
    .getByText("Loads of 2026-03-08 use 360,000 inhabitants (NH4-N, valid from 2026-03-02).")
    .waitFor();
  await keep(page, "population-en");
  expect(faults).toEqual([]);
});

test("cities are compared by their plants, each weighted by its inhabitants", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    as: "ada",
    at: "/laboratory/city?analyte=benzoylEconine&from=2026-03-02&until=2026-03-08",
  });
  const row = page.getByRole("row").filter({ hasText: "Aville" });
  await row.getByText("2 / 3").waitFor();
  await row.getByRole("button", { name: "Aville" }).click();
  await page.getByText("No load in this period").waitFor();
  await page.getByRole("img", { name: "Load of Aville by day" }).waitFor();
  await keep(page, "city-en");
  expect(faults).toEqual([]);
});

test("a proficiency round is entered and scored, and shown with the analyte", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    as: "ada",
    at: "/laboratory/quality?view=proficiency",
  });
  await page.getByText("No proficiency tests yet").waitFor();
  await page.getByRole("button", { name: "Add result" }).first().click();
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field("Provider").fill("SCORE");
  await field("Round").fill("2025");
  await field("Date").fill("2025-11-03");
  await field("Assigned value").fill("0.1");
  await field("σpt").fill("0");
  await field("Own result").fill("0.148");
  await field("Source (provider's report)").fill("Report 2025, table 4");
  const save = () => dialog.getByRole("button", { name: "Add result" }).click();
  await save();
  await dialog.getByText("must be above 0").waitFor();
  await field("σpt").fill("0.02");
  await save();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row").filter({ hasText: "SCORE 2025" }).getByText("Warning").waitFor();
  await keep(page, "proficiency-en");
  await page.goto(`${platform.http}/laboratory/factor`);
  await page.getByRole("button", { name: "MDMA" }).first().click();
  await page.getByRole("dialog").getByText("SCORE 2025").waitFor();
  await keep(page, "factor-en");
  expect(faults).toEqual([]);
});

test("the same pages read in Chinese and in the dark", async () => {
  const { page, faults } = await enter(browser, platform.http, {
    ...{ as: "ada", locale: "zh-CN" },
    at: `/laboratory/population?pointId=${pointIds[0]}&from=2026-03-02&until=2026-03-08`,
  });
  await page.getByText("每日标志物").waitFor();
  await turn(page, "dark");
  await keep(page, "population-zh");
  const pages = [
    [
      "/laboratory/city?analyte=benzoylEconine&from=2026-03-02&until=2026-03-08&city=Aville&country=Utopia",
      "污水厂",
      "city-zh",
    ],
    ["/laboratory/quality?view=proficiency", "能力验证", "proficiency-zh"],
    [`/laboratory/load?pointId=${pointIds[0]}&analyte=benzoylEconine`, "每千人", "load-zh"],
  ] as const;
  for (const [address, text, name] of pages) {
    await page.goto(platform.http + address);
    await page.getByText(text).first().waitFor();
    await keep(page, name);
  }
  expect(faults).toEqual([]);
});
