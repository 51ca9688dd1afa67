/*
 * What an online detector finds above its limit, to the load: the messages come several times and after a restart, the
 * sampler of the point keeps its bottle and takes an event sample, one person applies the run, another reviews it.
 */
import { addPointFigure } from "@tracewater/contract/field/point-details";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import { getDetection, listDetections } from "@tracewater/contract/laboratory/detections";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type ApiClient, openApi } from "../support/api-client.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Credentials, type Platform, startPlatform } from "../support/platform-process.ts";
import { connectDevice } from "../support/raw-device.ts";
import { waitUntil } from "../support/wait-until.ts";
import { choose, keepPicture, openBrowser } from "./browser.ts";
import { decide, gatherPeople, type People } from "./laboratory-people.ts";

const deviceName = "LE-FIND";
const body = "B-FIND";
const minute = 60_000;
/** A minute ago: what is found now is followed up. */
const ended = Date.now() - minute;
const began = ended - 50 * minute;
const place = { deviceId: 0, pointId: 0, sampler: "" };
let platform: Platform;
let browser: Browser;
let people: People;
let detector: Credentials;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 1, points: 1 } });
  browser = await openBrowser();
  await setUp(await openApi(platform.http));
});

/** A detector at the point of the sampler, and a bottle at the sampler's arm since yesterday. */
async function setUp(api: ApiClient): Promise<void> {
  const family = (name: "waterSample" | "liquidExtract") => ({ params: { family: name } }) as const;
  const { rows } = await api.call(listDevices, { ...family("waterSample"), query: {} });
  const [sampler] = rows;
  if (sampler === undefined || sampler.pointId === null) throw new Error("there is no sampler at a point");
  Object.assign(place, { pointId: sampler.pointId, sampler: sampler.deviceName });
  const { unitId, pointId } = sampler;
  const added = await api.call(addDevice, {
    ...family("liquidExtract"),
    body: { deviceName, unitId, pointId },
  });
  place.deviceId = added.data.id;
  const { productKey, deviceSecret } = added.data;
  detector = { productKey, deviceName, deviceSecret };
  const store = await openDatabaseView(platform);
  await store.rows(
    `with bottled as (insert into bottle (body_code, unit_id, state) values ($1, $2, 'inSampler') returning id),
       bound as (update device_point set since = now() - interval '2 days' where device_id in ($3, $4) returning 1)
     insert into bottle_place (device_id, slot, bottle_id, since, put_by)
     select $4, 3, id, now() - interval '1 day', 'Olga' from bottled, (select count(*) from bound) b`,
    [body, unitId, place.deviceId, sampler.id],
  );
  await store.close();
}

const post = (kind: "property" | string, params: object) => ({
  topic: kind === "property" ? "property" : `${kind}`,
  params,
});
const timed = (value: unknown, time = ended) => ({ value, time });

/** Sends messages one after the other, each once its reply says that it is stored. */
async function send(credentials: Credentials, messages: readonly ReturnType<typeof post>[]): Promise<void> {
  const replies = new Map<string, number>();
  const link = await connectDevice(platform.mqtt, credentials, {
    message(_topic, payload) {
      const { id, code }: { id?: string; code?: number } = JSON.parse(payload);
      if (id !== undefined && code !== undefined) replies.set(id, code);
    },
  });
  for (const [at, { topic, params }] of messages.entries()) {
    const id = String(at + 1);
    const path = topic === "property" ? "property/post" : `${topic}/post`;
    const full = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/${path}`;
    const payload = JSON.stringify({ id, version: "1.0", params, method: `thing.event.${path}` });
    link.post({ topic: full, payload, packetId: at + 1 });
    expect(await waitUntil(`message ${id} is answered`, () => replies.get(id) ?? null)).toBe(200);
  }
  link.socket.destroy();
  await link.closed;
}

const result = post(
  "result",
  timed({
    ...{ sampleId: "S-FIND", startedAt: began, finishedAt: ended, method: "SPE-LC-MS/MS 18", recovery: 96.2 },
    quantified: 2,
    findings: [
      { analyte: "mamp", value: 6300.5, flag: 0 },
      { analyte: "cocaine", value: 410, flag: 0 },
    ],
  }),
);
const find = post(
  "exceed",
  timed({ sampleId: "S-FIND", analyte: "mamp", value: 6300.5, limit: 3000, bottle: 1 }),
);
const healthy = post("property", {
  ...{ loq: timed(1, began), lod: timed(0.3, began), lastQc: timed(1, began) },
  ...{ lastQcAt: timed(began - 60 * minute, began), lastBlank: timed(1, began) },
});

/** What is in the database of everything that follows from a find. */
async function counts(): Promise<Record<string, number>> {
  const store = await openDatabaseView(platform);
  const [row] = await store.rows<Record<string, number>>(
    `select (select count(*)::int from detection) as detections, (select count(*)::int from detection_find) as finds,
       (select count(*)::int from bottle_hold where released_at is null) as holds,
       (select count(*)::int from work_order) as orders,
       (select count(*)::int from command where identifier = 'grab') as samples,
       (select count(*)::int from alarm where identifier = 'exceed') as alarms,
       (select count(*)::int from detection_event) as waiting`,
  );
  await store.close();
  return row ?? {};
}
const once = { detections: 1, finds: 1, holds: 1, orders: 1, samples: 1, alarms: 1, waiting: 0 };
const untilOnce = () =>
  waitUntil("each step was taken", async () => ((await counts())["alarms"] === 1 ? counts() : null));

test("a find at a detector keeps a bottle, takes a sample, raises an alarm and drafts an order once, and becomes a reviewed result and its load", async () => {
  await send(platform.devices.find((one) => one.deviceName === place.sampler) ?? detector, [
    post("property", { bottleIndex: timed(3, ended - minute) }),
  ]);
  await send(detector, [healthy, result, find, find, find, result]);
  expect(await untilOnce()).toEqual(once);
  await platform.stop();
  platform = await startPlatform({ dataDir: platform.dataDir });
  await send(detector, [result, find, find]);
  expect(await untilOnce()).toEqual(once);

  people = await gatherPeople(platform, browser);
  await looksAtTheRun();
  const assayId = await appliesAndReviews();
  await marksTheLoad(assayId);
  expect(people.faults()).toEqual([]);
});

/** The list, the run, and each thing that followed from it, one click away. */
async function looksAtTheRun(): Promise<void> {
  const { bruno } = people;
  const { rows } = await bruno.api.call(listDetections, { query: { deviceName } });
  expect(rows).toMatchObject([{ sampleNo: "S-FIND", exceeded: 1, state: "ready", qc: "passed" }]);
  const page = await bruno.goTo(
    `/liquidExtract/admin/${place.deviceId}/liquid_list/${deviceName}/liquid_list`,
  );
  await page.getByText("1 analyte", { exact: true }).first().waitFor();
  await page
    .getByRole("main")
    .getByRole("link")
    .filter({ hasText: /^\d{4}-/ })
    .first()
    .click();
  await page.getByText(`Bottle ${body} on hold`).waitFor();
  await page.getByText(`Event sample at sampler ${place.sampler}`).waitFor();
  await keepPicture(page, "journey-find");
  const alarms = await bruno.api.call(listAlarms, { query: { deviceId: place.deviceId } });
  expect(alarms.rows.filter((one) => one.identifier === "exceed")).toMatchObject([{ state: "active" }]);
  await page.getByRole("link", { name: `Alarm at ${deviceName}` }).click();
  await page.waitForURL("**/maintenance/LogService?alarm=*");
  await page.getByText("Detector: limit exceeded").filter({ visible: true }).first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /^Work order / }).click();
  await page.waitForURL("**/work/edit/*");
  await page
    .getByText(`Methamphetamine at ${deviceName}: 6.3 μg/L, limit 3 μg/L`)
    .filter({ visible: true })
    .first()
    .waitFor();
}

/** One applies the run, another approves; the first result of it. */
async function appliesAndReviews(): Promise<number> {
  const { ada, rita } = people;
  const page = await ada.goTo(`/dataApply/liquid/detail/${ended}/${deviceName}`);
  await page.getByRole("button", { name: "Apply as assay results" }).click();
  await choose(page.getByRole("dialog"), "Bottle", new RegExp(body));
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("18 assay results").first().waitFor();
  const params = { deviceName, time: ended };
  const { assays } = (await ada.api.call(getDetection, { params })).data;
  expect(new Set(assays.map((one) => one.state))).toEqual(new Set(["inReview"]));
  const review = await rita.goTo("/waterAssay/assay?state=inReview");
  await review.getByRole("row").nth(3).waitFor();
  await review.getByLabel("Select all rows on this page").check();
  await decide(review, "Approve 18", "Approve 18");
  const after = (await ada.api.call(getDetection, { params })).data.assays;
  expect(new Set(after.map((one) => one.state))).toEqual(new Set(["approved"]));
  return after.find((one) => one.analyte === "mamp")?.assayId ?? 0;
}

/** The load says that a detector measured it, and the thread leads from it to the run and the bottle. */
async function marksTheLoad(assayId: number): Promise<void> {
  const { ada, bruno } = people;
  const { pointId } = place;
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short" }).format(
    began,
  );
  const meter = { kind: "flow" as const, method: "meter" as const, since: day, value: 10_000 };
  await bruno.api.call(addPointFigure, { body: { pointId, source: "inlet meter", ...meter } });
  const asked = { pointId, from: day, until: day, source: "online" as const };
  expect((await ada.api.call(computeLoads, { body: asked })).data.computed).toBeGreaterThan(1);
  const { rows } = await ada.api.call(listLoads, { query: { pointId } });
  // 6.3005 μg/L in 10,000 m³ are 63,005 mg.
  const load = rows.find((one) => one.assayId === assayId);
  expect(load).toMatchObject({ load: "63005", source: "online" });
  const page = await ada.goTo(`/laboratory/load?pointId=${pointId}`);
  const shown = page.getByRole("row").filter({ hasText: "Methamphetamine" }).first();
  await shown.filter({ hasText: "Online" }).waitFor();
  await keepPicture(page, "journey-find-load");
  await ada.goTo(`/thread/load/${load?.loadId}`);
  const main = page.getByRole("main");
  for (const part of [body, "S-FIND", "ada"]) await main.getByText(part).first().waitFor();
  await keepPicture(page, "journey-find-thread");
  await main.getByRole("link", { name: `${deviceName} S-FIND` }).click();
  await page.waitForURL("**/dataApply/liquid/detail/**");
  await page.getByText(`Bottle ${body} on hold`).waitFor();
}
