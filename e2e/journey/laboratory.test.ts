/*
 * From the plan to the load and back to the pump stroke: a simulated sampler over MQTT, several people, and a browser
 * for what is done by hand. What the rules forbid is tried on the way, and nothing of it is lost.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addPointFigure } from "@tracewater/contract/field/point-details";
import { getBottleCodes, takeOutBottles } from "@tracewater/contract/field/sampler-bottles";
import { listAutoSamplings } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import { listDevices } from "@tracewater/contract/fleet/devices";
import {
  assaySheet,
  changeAssay,
  listAssays,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import {
  addDelivery,
  getDeliveryDetail,
  handOverDelivery,
  logTemperatures,
  receiveDelivery,
} from "@tracewater/contract/laboratory/deliveries";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import { addPlan, approvePlan, getPlan, programPlan } from "@tracewater/contract/laboratory/plans";
import { listSamplings, moveSampling, sealSamplings } from "@tracewater/contract/laboratory/samplings";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addUser, enter } from "../console/visitor.ts";
import { type ApiClient, createApiClient } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { waitUntil } from "../support/wait-until.ts";
import { keepPicture, openBrowser } from "./browser.ts";
import { smallSheet } from "./small-sheet.ts";

let platform: Platform;
let browser: Browser;
const family = { family: "waterSample" } as const;
const deviceName = "SIM-1-000001";
const hour = 3_600_000;
const patience = { withinMs: 60_000, everyMs: 250 };
/** How much faster the sampler's clock goes: a minute between two aliquots is eight seconds. */
const speed = 8;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 1, points: 1 } });
  for (const [name, role] of [
    ["olga", "operator"],
    ["bruno", "unitAdmin"],
    ["ada", "analyst"],
    ["rita", "reviewer"],
  ] as const) {
    await addUser(platform, name, role);
  }
  browser = await openBrowser();
  await startSampler();
});

/** The sampler of the folder's own credentials; nobody visits it. */
async function startSampler(): Promise<void> {
  const file = join(platform.dataDir, "fleet.json");
  const known: { devices: { profile: object }[] } = JSON.parse(await readFile(file, "utf8"));
  for (const device of known.devices) device.profile = { ...device.profile, loop: false };
  const own = join(platform.dataDir, "journey.json");
  await writeFile(own, JSON.stringify(known));
  const args = ["--credentials", own, "--url", platform.mqtt, "--speed", String(speed)];
  const root = join(import.meta.dirname, "../..");
  const lifeline = ["--import", join(root, "tools/run/lifeline.mjs")];
  const program = [...lifeline, join(root, "simulator/dist/main.js"), "fleet", ...args];
  const child = spawn(process.execPath, program, { stdio: ["pipe", "ignore", "ignore"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  cleanUpLater(async () => {
    child.kill("SIGTERM");
    await ended;
  });
}

async function as(name: string): Promise<ApiClient> {
  const client = createApiClient(platform.http);
  await client.logIn(name);
  return client;
}

/** What a call is refused with. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test("from the plan through sampler, seal, courier, receipt and review to the load, and back to the pump stroke", async () => {
  const [olga, bruno, ada, rita] = await Promise.all(["olga", "bruno", "ada", "rita"].map(as));
  if (!olga || !bruno || !ada || !rita) throw new Error("somebody is missing");
  const mark = String(Date.now()).slice(-6);
  const device = await waitUntil("the sampler is online", async () => {
    const { rows } = await olga.call(listDevices, { params: family, query: { keyword: deviceName } });
    return rows[0]?.connection.state === "online" ? rows[0] : null;
  });
  const pointId = device.pointId ?? 0;

  // The plan: written by one, approved by another, sent to the sampler.
  const now = Date.now();
  const told = {
    ...{ name: `Journey ${mark}`, pointId, deviceId: device.id, purpose: "routine" as const },
    ...{ mode: "ctcv" as const, startsAt: now - hour, endsAt: now + 24 * hour, zone: "Asia/Shanghai" },
    ...{
      intervalMin: 1,
      aliquot: 10,
      bottles: 24,
      holdingHours: 72,
      preservative: "none" as const,
    },
    days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const,
    analytes: ["mdma", "cocaine"] as const,
  };
  const body = { ...told, days: [...told.days], analytes: [...told.analytes] };
  const plan = (await olga.call(addPlan, { body })).data;
  expect(await refusal(olga.call(approvePlan, { body: { planId: plan.id } }))).not.toBe("taken");
  await bruno.call(approvePlan, { body: { planId: plan.id } });
  await olga.call(programPlan, { body: { planId: plan.id } });
  await waitUntil("the sampler has the program", async () => {
    const { data } = await olga.call(getPlan, { params: { id: plan.id } });
    return data.programmed?.state === "replied";
  });

  // Two bottles, scanned at the sampler.
  const bottles = [1, 2].map((slot) => ({ slot, body: `J${mark}-B${slot}`, cap: `J${mark}-C${slot}` }));
  const operator = await enter(browser, platform.http, {
    as: "olga",
    at: `/device/admin/${device.id}/device_info/${deviceName}/bottle_entering`,
  });
  for (const { body: code, cap } of bottles) await scanPair(operator.page, code, cap);
  await waitUntil("both bottles are known", async () => {
    const { data } = await olga.call(getBottleCodes, { params: { id: device.id } });
    return bottles.every((one) => data[one.slot - 1]?.capCode === one.cap);
  });
  await keepPicture(operator.page, "journey-bottles");

  // The sampler fills them: the first by its program, the second with a grab sample.
  const order = (service: string, params: Record<string, unknown> = {}) =>
    olga.call(callService, { params: { ...family, service }, query: { deviceName }, body: { params } });
  const takenOf = async (slot: number) => {
    const { rows } = await olga.call(listAutoSamplings, { query: { deviceName } });
    return rows.find((row) => row.slot === slot)?.taken ?? 0;
  };
  await order("start");
  await waitUntil("two aliquots are taken", async () => (await takenOf(1)) >= 2, patience);
  await order("stop");
  await order("grab", { volume: 300, index: 2 });
  await waitUntil("the grab sample is taken", async () => (await takenOf(2)) === 1, patience);
  await olga.call(takeOutBottles, { body: { deviceName, slots: [1, 2] } });
  const found = (await olga.call(listSamplings, { query: { deviceName, planId: plan.id } })).rows;
  const samples = found.sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
  expect(samples.map((one) => one.bodyCode)).toEqual(bottles.map((one) => one.body));
  expect(samples.every((one) => one.planNo === plan.planNo && one.origin === "auto")).toBe(true);
  const strokes = samples[0]?.aliquotsTaken ?? 0;
  expect(strokes).toBeGreaterThanOrEqual(2);

  // Sealed, packed, handed over; received by another person, once.
  const seals = samples.map((one) => ({ samplingId: one.samplingId, sealNo: `S${mark}-${one.slot}` }));
  await olga.call(sealSamplings, { body: { seals } });
  const { unitId } = samples[0] ?? { unitId: 0 };
  const packed = {
    ...{ unitId, toUnitId: unitId, courier: "J. Ortega", boxNo: "BX-1", sealNo: `T${mark}` },
    samplingIds: samples.map((one) => one.samplingId),
  };
  const { data: delivery } = await olga.call(addDelivery, { body: packed });
  await olga.call(handOverDelivery, { body: { deliveryId: delivery.id } });
  const readings = [0, 1, 2].map((at) => ({ at: Date.now() - (3 - at) * 1000, celsius: 4 + at / 10 }));
  await olga.call(logTemperatures, { body: { deliveryId: delivery.id, readings } });
  const receipt = {
    ...{ deliveryId: delivery.id, sealNo: `T${mark}`, decision: "accept" as const },
    samples: bottles.map((one) => ({ code: one.body, condition: "ok" as const })),
  };
  expect(await refusal(olga.call(receiveDelivery, { body: receipt }))).not.toBe("taken");
  const door = await enter(browser, platform.http, {
    as: "ada",
    at: `/laboratory/delivery?id=${delivery.id}`,
  });
  await receiveByScan(door.page, { sealNo: `T${mark}`, codes: bottles.map((one) => one.body) });
  const arrived = (await ada.call(getDeliveryDetail, { params: { id: delivery.id } })).data;
  expect(arrived).toMatchObject({ state: "received", handedBy: "olga", receivedBy: "ada", tempMax: 4.2 });
  expect(await refusal(rita.call(receiveDelivery, { body: receipt }))).toMatch(/received/);
  for (const { samplingId } of samples) await ada.call(moveSampling, { body: { samplingId, step: "open" } });

  // Results come in as a spreadsheet: in another unit they are refused, in μg/L taken, a second time left alone.
  const [first] = samples;
  const sampledOn = dayOf(first?.began ?? 0);
  const sheetOf = (unit: string) =>
    smallSheet([
      ["Bottle", "Sampled on", "Analyte", `Value (${unit})`, "Flag", `LOQ (${unit})`],
      [first?.bodyCode ?? "", sampledOn, "MDMA", "0.01234567", "Quantified", "0.005"],
      [first?.bodyCode ?? "", sampledOn, "Cocaine", "0.4821", "Quantified", "0.005"],
    ]);
  expect(await importSheet(ada, sheetOf("ng/L"))).toMatchObject({
    state: "failed",
    added: 0,
    reason: expect.stringContaining("ng/L"),
  });
  expect(await importSheet(ada, sheetOf("μg/L"))).toMatchObject({ added: 2, refused: 0 });
  expect(await importSheet(ada, sheetOf("μg/L"))).toMatchObject({ added: 0 });
  const results = async () =>
    (await ada.call(listAssays, { query: { bodyCode: first?.bodyCode ?? "" } })).rows;
  const entered = await results();
  expect(entered.map((one) => one.value).sort()).toEqual(["0.01234567", "0.4821"]);
  const ids = entered.map((one) => one.assayId);
  await ada.call(submitAssays, { body: { ids } });
  const approve = { body: { ids, decision: "approve" as const } };
  expect(await refusal(ada.call(reviewAssays, approve))).not.toBe("taken");
  await rita.call(reviewAssays, approve);

  // The load of the day, from what the plant's meter told.
  const meter = { kind: "flow" as const, method: "meter" as const, since: sampledOn, value: 12_500 };
  await bruno.call(addPointFigure, { body: { pointId, source: "inlet meter", ...meter } });
  const asked = { body: { pointId, from: sampledOn, until: sampledOn } };
  expect((await ada.call(computeLoads, asked)).data).toMatchObject({ computed: 2, skipped: [] });
  const loads = async () => (await ada.call(listLoads, { query: { pointId } })).rows;
  const mdma = (await loads()).find((one) => one.analyte === "mdma");
  // 0.01234567 μg/L in 12,500 m³ are 154.320875 mg.
  expect(mdma).toMatchObject({ load: "154.320875", flowMethod: "meter", isStale: false });

  // What is approved is not changed, it is superseded; the load says that it is of yesterday.
  const approved = entered.find((one) => one.analyte === "mdma");
  const figures = { value: "0.0131", flag: "quantified" as const, loq: "0.005" };
  const wish = { assayId: approved?.assayId ?? 0, ...figures };
  expect(await refusal(ada.call(changeAssay, { body: wish }))).not.toBe("taken");
  const better = (await ada.call(supersedeAssay, { body: { ...wish, reason: "peak cut short" } })).data;
  await ada.call(submitAssays, { body: { ids: [better.id] } });
  await rita.call(reviewAssays, { body: { ids: [better.id], decision: "approve" } });
  const states = (await results()).filter((one) => one.analyte === "mdma").map((one) => one.state);
  expect(states.sort()).toEqual(["approved", "superseded"]);
  expect((await loads()).find((one) => one.analyte === "mdma")?.isStale).toBe(true);

  // Back along the thread, in the browser: result, receipt, seal, bottle, pump stroke.
  const admin = await enter(browser, platform.http, { at: `/thread/assay/${better.id}` });
  const { page } = admin;
  await page.getByText(`S${mark}-`).first().waitFor();
  for (const shown of [plan.planNo, first?.bodyCode ?? "", delivery.deliveryNo, "ada"])
    await page.getByRole("main").getByText(shown).first().waitFor();
  await keepPicture(page, "journey-thread");
  await page.getByRole("link", { name: `${strokes} aliquots` }).click();
  await page.getByText(`${strokes} of ${strokes}`).first().waitFor();
  await keepPicture(page, "journey-pump-stroke");
  const api = await as("admin");
  expect((await api.call(verifyCustodyChain, {})).data.check).toMatchObject({ fault: null });
  expect([...operator.faults, ...door.faults, ...admin.faults]).toEqual([]);
}, 240_000);

/** As a hand scanner does: the code, then Enter; the page goes on to the cap and to the next slot by itself. */
async function scanPair(page: Page, body: string, cap: string): Promise<void> {
  for (const [label, code] of [
    ["Body code", body],
    ["Cap code", cap],
  ] as const) {
    const field = page.getByLabel(label).first();
    await field.fill(code);
    await field.press("Enter");
    await page.getByText(code).first().waitFor();
  }
}

async function receiveByScan(page: Page, seen: { sealNo: string; codes: string[] }): Promise<void> {
  await page.getByRole("button", { name: "Receive" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Box seal").fill(seen.sealNo);
  const scan = dialog.getByLabel("Scan each bottle");
  await scan.fill("B-of-somebody-else");
  await scan.press("Enter");
  await dialog.getByText("B-of-somebody-else").waitFor();
  for (const code of seen.codes) {
    await scan.fill(code);
    await scan.press("Enter");
  }
  await dialog.getByText("2 of 2 checked").waitFor();
  await keepPicture(page, "journey-receipt");
  await dialog.getByRole("button", { name: "Accept", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function importSheet(client: ApiClient, sheet: Blob) {
  const form = new FormData();
  form.append("file", sheet, "results.xlsx");
  const { import: call, getImport } = assaySheet.calls;
  const response = await fetch(`${platform.http}/prod-api${call.path}`, {
    method: call.method,
    headers: { authorization: client.authorization() },
    body: form,
  });
  const begun = call.reply.parse(await response.json());
  return waitUntil("the import is done", async () => {
    const { data } = await client.call(getImport, { params: { id: begun.data.importId } });
    return data.state === "running" ? null : data;
  });
}

/** A day of the server's zone. */
function dayOf(ms: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short" }).format(ms);
}
