import { createHash } from "node:crypto";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { callService, getCommand } from "@tracewater/contract/fleet/commands";
import {
  addAssayBatch,
  assignAssayBatch,
  getAssayBatch,
  listAssayBatches,
} from "@tracewater/contract/laboratory/analytical-batches";
import { confirmAssays, listAssays } from "@tracewater/contract/laboratory/assays";
import { getRunFile, listInstrumentEvents } from "@tracewater/contract/laboratory/instrument-runs";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { uploadSteps } from "../../../../test/test-uploads.ts";

const minute = 60_000;
const sha256 = "ab".repeat(32);

onPlatform("A run of a mass spectrometer", (platform) => {
  const world = assayWorld(platform);
  const { put } = uploadSteps(platform);
  const { at, analyst, reviewer, viewer, foreign, enterOne, submit, approve } = world;
  let engineer: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    engineer = await platform.addUser({ unitId: at.unitId, roles: ["engineer"] });
  });

  async function connect(): Promise<TestDevice> {
    made += 1;
    return platform.connect(
      await platform.addDevice({ family: "mass", unitId: at.unitId, deviceName: `MS-${made}` }),
    );
  }
  const send = (device: TestDevice, event: string, value: object, time: number) =>
    device.post({ value, time }, `thing/event/${event}/post`);
  const done = (batchNo: string, startedAt: number, more: object = {}) => ({
    ...{ batchNo, sequence: `SEQ-${batchNo}`, samples: 40, failed: 0, standardArea: 97.2 },
    ...{ startedAt, fileName: `SEQ-${batchNo}.txt`, sha256, ...more },
  });
  const batchesOf = async (device: TestDevice, by: Session = engineer) => {
    const query = { deviceName: device.credentials.deviceName, pageSize: 50 };
    return (await platform.call(listAssayBatches, { query }, by)).rows;
  };
  const eventsOf = async (device: TestDevice, by: Session = engineer) => {
    const query = { deviceName: device.credentials.deviceName, pageSize: 50 };
    return (await platform.call(listInstrumentEvents, { query }, by)).rows;
  };
  const read = async (id: number) => (await platform.call(getAssayBatch, { params: { id } }, engineer)).data;
  async function only(device: TestDevice) {
    await eventually(async () => (await batchesOf(device)).length).toBe(1);
    const [batch] = await batchesOf(device);
    if (batch === undefined) throw new Error("no batch was listed");
    return batch;
  }

  test("becomes one batch with sequence, samples and file, though its end is reported three times and after a restart", async () => {
    const device = await connect();
    const ended = Date.now() - 30 * minute;
    await device.post({ method: { value: "WBE-18 MRM", time: ended - minute } });
    const message = done("B-1", ended - 200 * minute);
    await send(device, "batchDone", message, ended);
    await send(device, "batchDone", message, ended);
    const batch = await only(device);
    await platform.restart();
    const again = await platform.connect(device.credentials);
    await send(again, "batchDone", { ...message, samples: 12 }, ended + minute);
    await send(again, "drift", { batchNo: "B-1", standardArea: 61.5, massError: 1.2 }, ended + minute);
    await eventually(async () => (await eventsOf(device)).length).toBe(2);
    expect(await batchesOf(device)).toMatchObject([
      { ...{ batchNo: "B-1", runState: "done", sequence: "SEQ-B-1", instrument: batch.instrument } },
    ]);
    expect(await read(batch.batchId)).toMatchObject({
      ...{ method: "WBE-18 MRM", runAt: ended - 200 * minute },
      run: { samples: 40, failedInjections: 0, doneAt: ended, fileName: "SEQ-B-1.txt", sha256 },
      events: [{ kind: "batchDone" }, { kind: "drift", figure: 61.5 }],
    });
    expect(await batchesOf(device, foreign)).toEqual([]);
    expect(await eventsOf(device, foreign)).toEqual([]);
  });

  test("takes over the batch that was prepared by hand, and leaves another instrument's of the same number", async () => {
    const [device, other] = [await connect(), await connect()];
    const body = { batchNo: "B-2", unitId: at.unitId, instrument: "QTRAP 6500+", method: "M 1", runAt: 1 };
    const { id } = (await platform.call(addAssayBatch, { body: body as never }, analyst)).data;
    const ended = Date.now() - 30 * minute;
    await send(device, "batchDone", done("B-2", ended - minute), ended);
    expect(await only(device)).toMatchObject({ batchId: id, instrument: "QTRAP 6500+", runAt: 1 });
    await send(other, "batchDone", done("B-2", ended - minute), ended);
    expect(await only(other)).toMatchObject({ batchNo: `B-2 ${other.credentials.deviceName}` });
  });

  test("with a failed calibration fails its analyte, and raises the alarm once however often it is reported", async () => {
    const device = await connect();
    const time = Date.now() - 10 * minute;
    const failure = { batchNo: "B-3", analyte: "cocaine", r2: 0.9712 };
    for (const late of [0, 0, minute]) await send(device, "calFail", failure, time + late);
    const batch = await only(device);
    expect(batch).toMatchObject({ failed: ["cocaine"], passed: [], runState: "running" });
    const { verdicts } = await read(batch.batchId);
    expect(verdicts).toMatchObject([
      { analyte: "cocaine", checks: [{ kind: "calibration", isOk: false, figure: 0.9712, limit: 0.99 }] },
    ]);
    expect(await eventsOf(device)).toHaveLength(1);
    const query = { keyword: device.credentials.deviceName, state: "open" as const };
    await eventually(async () => (await platform.call(listAlarms, { query }, viewer)).rows.length).toBe(1);
    const mine = await enterOne();
    const assigned = { ids: [mine.assayId], batchId: batch.batchId };
    await platform.call(assignAssayBatch, { body: assigned }, analyst);
    expect(await world.read(mine.assayId)).toMatchObject({ qc: "failed", qcFailures: ["calibration"] });
  });

  test("with a gap of the audit trail calls all of its results in question, also when the gap was reported first", async () => {
    const device = await connect();
    const ended = Date.now() - 30 * minute;
    const gap = { since: ended - 60 * minute, until: ended - 43 * minute, minutes: 17 };
    await send(device, "auditTrailGap", gap, gap.until);
    await send(device, "auditTrailGap", gap, gap.until + minute);
    await eventually(async () => (await eventsOf(device)).length).toBe(1);
    await send(device, "batchDone", done("B-4", ended - 200 * minute), ended);
    const batch = await only(device);
    await eventually(async () => (await read(batch.batchId)).events.length).toBe(2);
    const mine = await enterOne();
    const assigned = { ids: [mine.assayId], batchId: batch.batchId };
    await platform.call(assignAssayBatch, { body: assigned }, analyst);
    expect(await world.read(mine.assayId)).toMatchObject({ qc: "failed", qcFailures: ["auditTrail"] });
    expect((await eventsOf(device)).find((one) => one.kind === "auditTrailGap")).toMatchObject({
      ...{ batchId: batch.batchId, figure: 17, since: gap.since, at: gap.until },
    });
  });

  test("that fails after its results were approved marks them and their loads until a reviewer decides, once", async () => {
    const device = await connect();
    const ended = Date.now() - 30 * minute;
    await send(device, "batchDone", done("B-5", ended - 200 * minute), ended);
    const { batchId } = await only(device);
    const mine = await enterOne();
    const ids = [mine.assayId];
    await platform.call(assignAssayBatch, { body: { ids, batchId } }, analyst);
    await submit(...ids);
    await approve(ids);
    await platform.db
      .updateTable("samplingPoint")
      .set({ designFlow: 1000 } as never)
      .where("id", "=", at.pointId)
      .execute();
    const compute = { pointId: at.pointId, from: "2026-03-03", until: "2026-03-03" };
    await platform.call(computeLoads, { body: compute as never }, analyst);
    const load = async () =>
      (await platform.call(listLoads, { query: { pointId: at.pointId, pageSize: 50 } }, viewer)).rows.find(
        (one) => one.assayId === mine.assayId,
      );
    expect(await load()).toMatchObject({ isQuestioned: false });
    const before = (await platform.call(getWaitingWork, {}, reviewer)).data.doubts;
    expect(before).toEqual({ count: 0, since: null });
    const blank = { batchNo: "B-5", analyte: "cocaine", value: 3.4 };
    await send(device, "blankFail", blank, ended - 190 * minute);
    await send(device, "blankFail", blank, ended - 189 * minute);
    await eventually(() => world.read(mine.assayId)).toMatchObject({
      ...{ state: "approved", qc: "failed", qcFailures: ["blank"], isQuestioned: true },
    });
    expect(await load()).toMatchObject({ isQuestioned: true });
    expect((await platform.call(getWaitingWork, {}, reviewer)).data.doubts).toMatchObject({ count: 1 });
    expect((await platform.call(getWaitingWork, {}, foreign)).data.doubts).toMatchObject({ count: 0 });
    expect((await platform.call(getWaitingWork, {}, analyst)).data.doubts).toBeNull();
    const query = { questioned: "1" as const };
    expect((await platform.call(listAssays, { query }, viewer)).rows.map((one) => one.assayId)).toEqual(ids);
    const body = { ids, reason: "The blank ran after the samples." };
    expect(await platform.refusal(confirmAssays, { body }, analyst)).toMatchObject({ code: 403 });
    await platform.call(confirmAssays, { body }, reviewer);
    expect(await world.read(mine.assayId)).toMatchObject({ isQuestioned: false });
    expect(await load()).toMatchObject({ isQuestioned: false });
    expect(await platform.refusal(confirmAssays, { body }, reviewer)).toMatchObject({ code: 500 });
    expect((await platform.call(getWaitingWork, {}, reviewer)).data.doubts).toMatchObject({ count: 0 });
  });

  test("hands its result file over at an address that works once, and refuses another file than it announced", async () => {
    const device = await connect();
    const ended = Date.now() - 10 * minute;
    const text = "Sample Name\tComponent Name\tCalculated Concentration (ng/L)\r\nB-7-01\tcocaine\t12.5\r\n";
    const file = Buffer.from(text);
    const hash = createHash("sha256").update(file).digest("hex");
    const announce = async (batchNo: string, at: number) => {
      const message = done(batchNo, at - minute, { sha256: hash, bytes: file.length });
      const reply = await send(device, "batchDone", message, at);
      return (reply.data as { upload: { url: string; sha256: string; types: string[] } }).upload;
    };
    const offer = await announce("B-7", ended);
    expect(offer).toMatchObject({ sha256: hash, types: expect.arrayContaining(["text/plain", "text/csv"]) });
    const { batchId } = await only(device);
    expect((await read(batchId)).run).toMatchObject({ fileName: "SEQ-B-7.txt", upload: "waiting" });
    const params = { id: batchId };
    expect(await platform.refusal(getRunFile, { params }, engineer)).toMatchObject({ code: 404 });
    expect(await put(offer.url, file, { "content-type": "text/plain" })).toMatchObject({ code: 200 });
    expect(await put(offer.url, file, { "content-type": "text/plain" })).toMatchObject({ code: 404 });
    expect((await read(batchId)).run).toMatchObject({ upload: "stored" });
    const address = `${platform.url}/prod-api/v2/admin/laboratory/batch/${batchId}/file`;
    const fetched = await fetch(address, { headers: { authorization: `Bearer ${engineer.token}` } });
    expect([await fetched.text(), fetched.headers.get("download-filename")]).toEqual([text, "SEQ-B-7.txt"]);
    expect(await platform.refusal(getRunFile, { params }, foreign)).toMatchObject({ code: 404 });
    const other = await announce("B-8", ended + minute);
    expect(await put(other.url, Buffer.from("something else"), {})).toMatchObject({
      errors: [{ field: "body" }],
    });
    const second = (await batchesOf(device)).find((one) => one.batchNo === "B-8");
    // The file is known by its hash: what another batch of the same bytes handed over is there.
    expect((await read(second?.batchId ?? 0)).run).toMatchObject({ upload: "stored" });
  });

  test("has its sequence locked by a command that ends with the instrument's reply", async () => {
    const device = await connect();
    const input = {
      params: { family: "mass" as const, service: "lockSequence" },
      ...{ query: { deviceName: device.credentials.deviceName }, body: { params: { on: 1 } } },
    };
    const asked = platform.call(callService, input, engineer);
    const down = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const { id } = JSON.parse(down.payload.toString());
    device.send(`rrpc/response/${id}`, { id, code: 200, data: { sequenceLocked: 1 } });
    const command = (await asked).data;
    const { data } = await platform.call(getCommand, { params: { id: command.id } }, engineer);
    expect(data).toMatchObject({ state: "replied", identifier: "lockSequence" });
    expect(data.steps.map((one) => one.step)).toEqual(["queued", "sent", "acknowledged", "replied"]);
    expect(await platform.refusal(callService, input as never, viewer)).toMatchObject({ code: 403 });
  });
});
