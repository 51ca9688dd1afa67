import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem } from "@tracewater/contract/evidence/items";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { bottles } from "@tracewater/contract/field/bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { addBatch, listBatchCommands } from "@tracewater/contract/fleet/bulk-commands";
import { addAssayBatch, addControlResults } from "@tracewater/contract/laboratory/analytical-batches";
import { addAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import { computeLoads } from "@tracewater/contract/laboratory/loads";
import { addPlan } from "@tracewater/contract/laboratory/plans";
import { addDelivery } from "@tracewater/contract/laboratory/sample-deliveries";
import { addSampling, sealSamplings } from "@tracewater/contract/laboratory/samplings";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { listJobs, runJob } from "@tracewater/contract/system/jobs";
import { addRole } from "@tracewater/contract/system/roles";
import { login } from "@tracewater/contract/system/session";
import { units } from "@tracewater/contract/system/units";
import { vi } from "vitest";
import { plainResources } from "../resources/plain-resources.ts";
import type { TestDevice } from "../test-device.ts";
import type { TestPlatform } from "../test-platform.ts";

/** Texts that a spreadsheet would take for formulas, were they not written as texts. */
export const formulas = ['=1+1&"x"', "+49 30 1234", "-5 °C, on arrival", "@north"] as const;
const minute = 60_000;
const day = 86_400_000;
/** When the first of it happened; the others follow day by day, readings minute by minute. */
export const at = Math.floor(Date.now() / minute) * minute - 30 * day;

/** The day of a moment where the platform under test counts days. */
const dayOf = (ms: number) => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(ms);

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Of everything that goes out as a sheet some records, and in the texts of each what would be a formula. */
export async function makeWorld(platform: TestPlatform) {
  const admin = await platform.admin();
  const unitId = await platform.addUnit("=North");
  const pointIds: number[] = [];
  const runs = { family: "liquidExtract" as const, unitId, deviceName: "X-DETECTOR" };
  const detector = await platform.addDevice(runs);
  for (const [n, text] of formulas.entries()) {
    for (const { resource, example } of plainResources)
      await platform.call(resource.calls.add, { body: example(unitId, text) }, admin);
    await platform.call(units.calls.add, { body: { name: `${text}, a unit`, remark: text } }, admin);
    const role = { roleName: text, roleKey: `export:${n}`, remark: text };
    await platform.call(addRole, { body: role }, admin);
    const type = { dictType: `export_${n}`, dictName: text };
    await platform.call(dictTypes.calls.add, { body: type }, admin);
    const datum = { dictType: `export_${n}`, dictValue: text, dictLabel: text };
    await platform.call(dictData.calls.add, { body: datum }, admin);
    const config = { configName: text, configKey: `export.${n}`, configValue: text };
    await platform.call(configs.calls.add, { body: config }, admin);
    const rule = {
      name: text,
      typeKey: "mass" as const,
      source: "offline" as const,
      severity: "info" as const,
    };
    await platform.call(alarmRules.calls.add, { body: { ...rule, durationS: 86_400 } }, admin);
    const label = "colloidalGold" as const;
    const lot = { lotNo: `X-${n}`, typeCode: text, label, expiresOn: "2099-12" };
    await platform.call(boardLots.calls.add, { body: lot }, admin);
    const tested = {
      source: "upload",
      measuredAt: new Date(at + n * day),
      lotNo: `X-${n}`,
      outcome: "negative",
    };
    await platform.db
      .insertInto("boardTest")
      .values({ ...tested, unitId, sampleNo: text, operator: text })
      .execute();
    await addRun(platform, detector.id, { at: tested.measuredAt, unitId, text });
    const bottle = { bodyCode: `X-${n}`, unitId, lot: text };
    await platform.call(bottles.calls.add, { body: bottle }, admin);
    const point = { code: `X-${n}`, name: text, kind: "plantInlet" as const, unitId };
    const facts = { designFlow: 20_000.5, population: 90_000, populationDate: "2020-01-01" };
    const { data } = await platform.call(samplingPoints.calls.add, { body: { ...point, ...facts } }, admin);
    pointIds.push(data.id);
    const wrong = { username: text, password: "wrong", code: "", uuid: "" };
    await platform.refusal(login, { body: wrong }, null, { "user-agent": text });
  }
  const device = await addTalkingDevice(platform, unitId);
  await addSamples(platform, unitId, pointIds);
  await addBoxRecords(platform, unitId);
  await runOneJob(platform);
  const batchId = await orderAll(platform, device);
  // Nobody waits for it to be asked for its properties.
  await device.leave();
  return {
    ...{ device, batchId, detector: runs.deviceName },
    control: await addControls(platform, unitId),
  };
}

async function addRun(
  platform: TestPlatform,
  deviceId: number,
  run: { at: Date; unitId: number; text: string },
): Promise<void> {
  const { at: measuredAt, unitId, text } = run;
  await platform.db
    .insertInto("detection")
    .values({ measuredAt, startedAt: measuredAt, unitId, deviceId, sampleNo: text, method: text })
    .execute();
}

async function addTalkingDevice(platform: TestPlatform, unitId: number) {
  const device = await platform.connect(await platform.addDevice({ unitId, deviceName: "X-SAMPLER" }));
  for (const [n, text] of formulas.entries()) {
    const received = (value: unknown) => ({ value, time: at + n * minute });
    const numbers = {
      totalVolume: received(n + 0.25),
      aliquot: received(50 + n),
      boxTemp: received(4.2),
      flow: received(512.5),
    };
    await device.post({ ...numbers, programName: received(text), firmware: received(text) });
  }
  return device;
}

async function addBoxRecords(platform: TestPlatform, unitId: number): Promise<void> {
  const admin = await platform.admin();
  const { deviceName } = await platform.addDevice({ family: "evidenceBox", unitId, deviceName: "X-BOX" });
  for (const [n, text] of formulas.entries()) {
    const ofBox = { deviceName, unitId, beginsOn: "2026-01-01", remark: text };
    const kept = { undertakingNo: `X-${n}`, undertaker: text, place: text, purpose: text };
    await platform.call(undertakings.calls.add, { body: { ...ofBox, ...kept, dueOn: "2026-02-01" } }, admin);
    const award = { contractNo: `X-${n}`, awardedBy: text, contractor: text, subject: text, amount: 1200.5 };
    await platform.call(
      contractAwards.calls.add,
      { body: { ...ofBox, ...award, endsOn: "2026-02-01" } },
      admin,
    );
  }
}

async function orderAll(platform: TestPlatform, device: TestDevice): Promise<number> {
  const input = {
    params: { family: "waterSample", service: "stop" } as const,
    body: { selection: { deviceIds: [device.credentials.id] } },
  };
  const { data } = await platform.call(addBatch, input, await platform.admin());
  const { id } = await device.downlink("thing/service/stop");
  device.send("thing/service/stop_reply", {
    id,
    code: 400,
    message: formulas[0],
    data: { said: formulas[1] },
  });
  const read = { params: { family: "waterSample" as const, id: data.batchId } };
  const stateOf = async () =>
    (await platform.call(listBatchCommands, read, await platform.admin())).rows[0]?.state;
  await vi.waitUntil(async () => (await stateOf()) === "failed", { timeout: 10_000 });
  return data.batchId;
}

async function addControls(platform: TestPlatform, unitId: number) {
  const analyst = await platform.addUser({ unitId, roles: ["analyst"] });
  for (const [n, batchNo] of formulas.entries()) {
    const about = { instrument: "LC-MS 1", method: "LC-MS/MS", runAt: at + n * day };
    const { data } = await platform.call(addAssayBatch, { body: { batchNo, ...about } as never }, analyst);
    const result = { kind: "control", analyte: "cocaine", material: "QC low", value: `0.05${n}0` };
    const body = { batchId: data.id, results: [result] } as never;
    await platform.call(addControlResults, { body }, analyst);
  }
  const by = { instrument: "LC-MS 1", method: "LC-MS/MS" };
  return { unitId, analyte: "cocaine" as const, material: "QC low", ...by };
}

async function addSamples(
  platform: TestPlatform,
  unitId: number,
  pointIds: readonly number[],
): Promise<void> {
  const analyst = await platform.addUser({ unitId, roles: ["analyst", "engineer", "custodian"] });
  const reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
  const [pointId = 0] = pointIds;
  const admin = await platform.admin();
  for (const [n, text] of formulas.entries()) {
    const began = at + n * day;
    const bodyCode = `S-BOTTLE-${n}`;
    const measured = { volume: 500.5, ph: 7.25, waterTemp: -0.5, latitude: 47.26, longitude: 11.39 };
    const body = { kind: "grab" as const, pointId, bodyCode, began, ended: began, note: text, ...measured };
    const { data } = await platform.call(addSampling, { body: { ...body, samplerPerson: text } }, admin);
    const seals = [{ samplingId: data.id, sealNo: `SL-${n}` }];
    await platform.call(sealSamplings, { body: { seals } }, admin);
    const delivery = { unitId, toUnitId: unitId, courier: text, boxNo: text, sealNo: `T-${n}`, note: text };
    await platform.call(addDelivery, { body: { ...delivery, samplingIds: [data.id] } }, admin);
    const entrusted = { unitId, clientName: text, caseNo: text, matters: text };
    const workTypes = ["forensicToxicology" as const];
    const { id } = (await platform.call(addEntrustment, { body: { ...entrusted, workTypes } }, admin)).data;
    const item = { entrustmentId: id, name: text, quantity: 1.5, uniqueMark: text, place: text };
    await platform.call(addEvidenceItem, { body: { ...item, packaging: text, sealNo: text } }, admin);
    const plan = { name: text, pointId, purpose: "routine" as const, mode: "ctcv" as const, note: text };
    const span = { startsAt: at + n * 10 * day, endsAt: at + (n * 10 + 3) * day, zone: "Europe/Vienna" };
    const set = {
      intervalMin: 15,
      aliquot: 200,
      bottles: 24,
      preservative: "hcl" as const,
      holdingHours: 48,
    };
    const what = { days: ["mon" as const, "sun" as const], analytes: ["mamp" as const, "thcCooh" as const] };
    await platform.call(addPlan, { body: { ...plan, ...span, ...set, ...what } as never }, admin);
    const results = [{ analyte: "mamp" as const, value: "0.13720", loq: "0.0010", uncertainty: "0.0151" }];
    const sample = {
      bodyCode,
      sampledOn: dayOf(began),
      pointCode: "X-0",
      method: text,
      methodVersion: text,
      results,
    };
    const { data: entered } = await platform.call(addAssays, { body: sample }, analyst);
    await platform.call(submitAssays, { body: { ids: entered.ids } }, analyst);
    const decided = { ids: entered.ids, decision: "approve" as const, reason: "" };
    await platform.call(reviewAssays, { body: decided }, reviewer);
  }
  const span = { pointId, from: dayOf(at), until: dayOf(at + 9 * day) };
  const body = { ...span, includeKinds: ["grab" as const] };
  await platform.call(computeLoads, { body }, reviewer);
}

async function runOneJob(platform: TestPlatform): Promise<void> {
  const admin = await platform.admin();
  const [job] = (await platform.call(listJobs, {}, admin)).rows;
  await platform.call(runJob, { body: { jobId: job?.jobId ?? 0 } }, admin);
}
