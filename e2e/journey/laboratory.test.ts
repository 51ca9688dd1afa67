/*
 * From the plan to the point report and back to the pump stroke: a simulated sampler over MQTT, four people, and a
 * browser of each for what is done by hand. What the rules forbid is tried on the way, and nothing of it is lost.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addPointFigure } from "@tracewater/contract/field/point-details";
import {
  changeAssay,
  reviewAssays,
  submitAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import { verifyCustodyChain } from "@tracewater/contract/laboratory/custody";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openApi } from "../support/api-client.ts";
import { cleanUpLater } from "../support/clean-up.ts";
import { openDatabaseView } from "../support/database-view.ts";
import { type Platform, startPlatform } from "../support/platform-process.ts";
import { keepPicture, openBrowser } from "./browser.ts";
import { isFoundByNumber } from "./laboratory-bottle.ts";
import { deliver } from "./laboratory-handover.ts";
import { gatherPeople, type People, refusal } from "./laboratory-people.ts";
import { lookAgain, makeReport } from "./laboratory-report.ts";
import {
  found,
  importResults,
  refuseOtherUnit,
  resultsOf,
  review,
  typeResult,
} from "./laboratory-results.ts";
import { bindBottles, fillBottles, planAndProgram, waitForSampler } from "./laboratory-sampling.ts";

let platform: Platform;
let browser: Browser;
let people: People;
/** How much faster the sampler's clock goes: a minute between two aliquots is eight seconds. */
const speed = 8;

beforeAll(async () => {
  platform = await startPlatform({ seed: { devices: 1, points: 1 } });
  browser = await openBrowser();
  people = await gatherPeople(platform, browser);
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

test("from the plan through sampler, seal, courier, receipt and review to the report, and back to the pump stroke", async () => {
  const mark = String(Date.now()).slice(-6);
  const sampler = await waitForSampler(people.olga);
  const plan = await planAndProgram(people, mark);
  const bottles = await bindBottles(people, sampler.id, mark);
  const filled = await fillBottles(people, plan, { bottles, deviceId: sampler.id });
  const { samples, first: followed } = filled;
  const delivery = await deliver(people, samples, mark);
  await followed.isInDelivery(delivery.deliveryNo, "opened");

  const [first, second] = samples.map(({ bodyCode, began }) => ({
    bodyCode: bodyCode ?? "",
    sampledOn: dayOf(began),
  }));
  if (first === undefined || second === undefined) throw new Error("a bottle is missing");
  await refuseOtherUnit(platform.http, people, first);
  await importResults(people, first);
  await typeResult(people, second);
  await followed.hasResults();
  const approved = await review(people);
  expect(await storedValues()).toEqual(found);

  const { pointId } = sampler;
  await computesLoads(pointId, first.sampledOn);
  await followed.hasLoads(delivery.deliveryNo);
  const sampleNo = samples.find(({ bodyCode }) => bodyCode === followed.bodyCode)?.sampleNo ?? "";
  await isFoundByNumber(people.olga, {
    ...{ bottle: followed.bodyCode, sample: sampleNo, delivery: delivery.deliveryNo },
  });
  const report = await makeReport(people, first.sampledOn);
  const mdma = approved.find((one) => one.analyte === "mdma")?.assayId ?? 0;
  const better = await supersedes(mdma, first.bodyCode, pointId);
  await lookAgain(people, report);

  // Back along the thread, in the browser: result, receipt, seal, bottle, pump stroke.
  const page = await people.ada.goTo(`/thread/assay/${better}`);
  await page.getByText(`S${mark}-`).first().waitFor();
  for (const shown of [plan.planNo, first.bodyCode, delivery.deliveryNo, "ada"])
    await page.getByRole("main").getByText(shown).first().waitFor();
  await keepPicture(page, "journey-thread");
  const strokes = samples[0]?.aliquotsTaken ?? 0;
  await page.getByRole("link", { name: `${strokes} aliquots` }).click();
  await page.getByText(`${strokes} of ${strokes}`).first().waitFor();
  await keepPicture(page, "journey-pump-stroke");
  const api = await openApi(platform.http);
  expect((await api.call(verifyCustodyChain, {})).data.check).toMatchObject({ fault: null });
  expect(people.faults()).toEqual([]);
}, 480_000);

/** As the database keeps them. */
async function storedValues(): Promise<Record<string, string>> {
  const store = await openDatabaseView(platform);
  const rows = await store.rows<{ analyte: string; value: string }>(
    "select analyte, value::text as value from assay",
  );
  await store.close();
  return Object.fromEntries(rows.map(({ analyte, value }) => [analyte, value]));
}

/** The loads of the day, from what the plant's meter reported. */
async function computesLoads(pointId: number, day: string): Promise<void> {
  const { bruno, ada } = people;
  const meter = { kind: "flow" as const, method: "meter" as const, since: day, value: 12_500 };
  await bruno.api.call(addPointFigure, { body: { pointId, source: "inlet meter", ...meter } });
  // The bottles hold parts of a day: none of them is a daily load unless somebody asks for it.
  const span = { pointId, from: day, until: day };
  expect((await ada.api.call(computeLoads, { body: span })).data).toMatchObject({ computed: 0 });
  const asked = { body: { ...span, includeKinds: ["composite" as const, "grab" as const] } };
  expect((await ada.api.call(computeLoads, asked)).data).toMatchObject({ computed: 3, skipped: [] });
  const { rows } = await ada.api.call(listLoads, { query: { pointId } });
  // 0.01234567 μg/L in 12,500 m³ are 154.320875 mg.
  expect(rows.find((one) => one.analyte === "mdma")).toMatchObject({
    ...{ load: "154.320875", flowMethod: "meter", isStale: false },
  });
}

/** What is approved is not changed, it is superseded; the load says that it is of yesterday. The new result. */
async function supersedes(assayId: number, bodyCode: string, pointId: number): Promise<number> {
  const { ada, rita } = people;
  const entry = { assayId, value: "0.0131", flag: "quantified" as const, loq: "0.005" };
  expect(await refusal(ada.api.call(changeAssay, { body: entry }))).not.toBe("taken");
  const body = { ...entry, reason: "peak cut short" };
  const { id } = (await ada.api.call(supersedeAssay, { body })).data;
  await ada.api.call(submitAssays, { body: { ids: [id] } });
  await rita.api.call(reviewAssays, { body: { ids: [id], decision: "approve" } });
  const all = await resultsOf(ada.api, bodyCode);
  const states = all.filter((one) => one.analyte === "mdma").map((one) => `${one.value} ${one.state}`);
  expect(states.sort()).toEqual(["0.01234567 superseded", "0.0131 approved"]);
  const { rows } = await ada.api.call(listLoads, { query: { pointId } });
  expect(rows.find((one) => one.analyte === "mdma")?.isStale).toBe(true);
  return id;
}

/** A day of the server's zone. */
function dayOf(ms: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short" }).format(ms);
}
