import {
  type BoardTest,
  confirmBoardTest,
  exportBoardTests,
  exportBoardTestsByForm,
  getBoardTest,
  getBoardTestPicture,
  listBoardTests,
  readBoardTest,
  uploadBoardTest,
} from "@tracewater/contract/laboratory/board-tests";
import { boardLots, getBoardLotUse } from "@tracewater/contract/laboratory/boards";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { sendFile } from "../../../../test/send-file.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import { addLot, drawBoard } from "../../../../test/test-boards.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { addressOf, bearer, note } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { uploadSteps } from "../../../../test/test-uploads.ts";

onPlatform("Tests with boards", (platform) => {
  const { at, analyst, viewer, foreign, enterOne, submit, approve } = assayWorld(platform);
  const { put } = uploadSteps(platform);
  let lotId = 0;
  let devices = 0;

  beforeAll(async () => {
    const admin = await platform.admin();
    lotId = await addLot(platform, admin, "MAM2610");
    await addLot(platform, admin, "MAM2601", { expiresOn: "2026-01" });
  });

  async function connect(): Promise<TestDevice> {
    devices += 1;
    const deviceName = `HD-${devices}`;
    return platform.connect(
      await platform.addDevice({ family: "handFastDetector", unitId: at.unitId, deviceName }),
    );
  }
  const result = (more: object = {}) => ({
    ...{
      sampleId: "H-000001",
      boardLot: "MAM2610",
      analyte: "mamp",
      outcome: 2,
      c: 12_000,
      t: 14_400,
      ratio: 1.2,
    },
    ...{ background: 900, concentration: 2, readAfter: 600, sha256: "a".repeat(64), bytes: 9000, ...more },
  });
  const report = (device: TestDevice, params: object, time = Date.now()) =>
    device.post({ value: params, time }, "thing/event/result/post");
  const listOf = async (device: TestDevice): Promise<BoardTest[]> => {
    const query = { deviceName: device.credentials.deviceName, pageSize: 100 };
    return (await platform.call(listBoardTests, { query }, viewer)).rows;
  };
  async function testOf(params: object, device?: TestDevice): Promise<BoardTest> {
    const by = device ?? (await connect());
    const before = (await listOf(by)).length;
    await report(by, params);
    await eventually(async () => (await listOf(by)).length).toBe(before + 1);
    const [newest] = await listOf(by);
    if (newest === undefined) throw new Error("no test was made");
    return newest;
  }
  const upload = (bytes: Buffer, query: object = {}, as = analyst) =>
    sendFile(platform, uploadBoardTest, bytes, { query: { lotNo: "MAM2610", readAfter: 600, ...query } }, as);

  test("become of what a handheld detector reports, judged by the platform's lot", async () => {
    expect(await testOf(result())).toMatchObject({
      ...{ kind: "fast", source: "device", lotNo: "MAM2610", lotId, label: "colloidalGold", analyte: "mamp" },
      ...{ sampleNo: "H-000001", c: 12_000, t: 14_400, ratio: 1.2, background: 900, readAfter: 600 },
      ...{ outcome: "negative", reason: null, deviceOutcome: "negative", confirmation: "none", flags: [] },
    });
    const positive = await testOf(result({ t: 3000, ratio: 0.25, outcome: 1 }));
    expect(positive).toMatchObject({
      outcome: "positive",
      confirmation: "presumptive",
      quantity: { kind: "value" },
    });
  });

  test("of clean water are negative and below the range, whatever a detector makes of its noise", async () => {
    for (const noise of [0.975, 1, 1.025]) {
      const t = Math.round(12_000 * 1.25 * noise);
      const tested = await testOf(result({ t, ratio: t / 12_000, outcome: 4, concentration: 0 }));
      expect(tested).toMatchObject({ outcome: "negative", deviceOutcome: "outOfRange" });
      expect(tested.flags).toContain("differsFromDevice");
      if (noise >= 1) expect(tested.quantity).toEqual({ kind: "below", limit: 0.5 });
    }
    expect(await testOf(result({ t: 10, ratio: 0.001, outcome: 4 }))).toMatchObject({
      ...{ outcome: "positive", quantity: { kind: "above", limit: 2000 } },
    });
  });

  test("name why they say nothing: weak C line, expired or unknown lot, read early or late", async () => {
    const reasonOf = async (more: object) => {
      const { outcome, reason } = await testOf(result(more));
      return [outcome, reason];
    };
    expect(await reasonOf({ c: 2000, t: 2400 })).toEqual(["invalid", "weakControl"]);
    expect(await reasonOf({ boardLot: "MAM2601" })).toEqual(["expiredLot", "lotExpired"]);
    expect(await reasonOf({ boardLot: "NONE" })).toEqual(["invalid", "lotUnknown"]);
    expect(await reasonOf({ readAfter: 100 })).toEqual(["invalid", "readEarly"]);
    expect(await reasonOf({ readAfter: 1000 })).toEqual(["invalid", "readLate"]);
  });

  test("of a replayed offline queue are all there, each once, by their own time", async () => {
    const device = await connect();
    const began = Date.now() - 3_600_000;
    const queue = Array.from({ length: 40 }, (_, place) =>
      result({ sampleId: `Q-${place}`, t: 14_000 + place }),
    );
    for (let round = 0; round < 2; round++)
      await Promise.all(queue.map((params, place) => report(device, params, began + 1000 * place)));
    await eventually(async () => (await listOf(device)).length).toBe(40);
    await report(device, result({ sampleId: "Q-last" }), began + 60_000);
    await eventually(async () => (await listOf(device)).length).toBe(41);
    const tests = (await listOf(device)).filter((one) => one.sampleNo !== "Q-last");
    expect(tests.map((one) => one.sampleNo)).toEqual(queue.map((one) => one.sampleId).reverse());
    expect(tests.at(-1)?.measuredAt).toBe(began);
  });

  test("belong to a sample where the platform has one of that number", async () => {
    const sampling = {
      ...{
        sampleNo: "WS-2026-1",
        unitId: at.unitId,
        origin: "manual",
        kind: "grab",
        samplerPerson: "A person",
        madeBy: "A person",
      },
      ...{ began: new Date("2026-03-03T08:00:00Z"), ended: new Date("2026-03-03T08:00:00Z") },
    };
    await platform.db
      .insertInto("waterSampling")
      .values(sampling as never)
      .execute();
    const device = await connect();
    expect(await testOf(result({ sampleId: "WS-2026-1" }), device)).toMatchObject({ kind: "sample" });
    await testOf(result({ sampleId: "elsewhere" }), device);
    const { deviceName } = device.credentials;
    for (const [kind, sampleNo] of [
      ["sample", "WS-2026-1"],
      ["fast", "elsewhere"],
    ] as const) {
      const { rows } = await platform.call(listBoardTests, { query: { deviceName, kind } }, viewer);
      expect(rows.map((row) => row.sampleNo)).toEqual([sampleNo]);
    }
  });

  test("keep the picture that the device sends, and its readings next to each other", async () => {
    const device = await connect();
    const picture = drawBoard({ c: 99, t: 25 });
    const value = result({ t: 3000, sha256: picture.sha256, bytes: picture.bytes.length, outcome: 1 });
    const offered = (await report(device, value)).data as { upload: { url: string } };
    await eventually(async () => (await listOf(device)).length).toBe(1);
    const [{ testId = 0 } = {}] = await listOf(device);
    const readNow = (body: object = {}) =>
      platform.call(readBoardTest, { params: { id: testId }, body }, analyst);
    expect(
      await platform.refusal(readBoardTest, { params: { id: testId }, body: {} }, analyst),
    ).toMatchObject({
      ...{ code: 500, msg: expect.stringContaining("not on the platform") },
    });
    await put(offered.upload.url, picture.bytes, { "content-type": "image/png" });
    const first = (await readNow()).data;
    expect(first).toMatchObject({ file: { sha256: picture.sha256 }, judgement: { outcome: "positive" } });
    expect(first.judgement.ratio).toBeCloseTo(25 / 99, 2);
    expect((await readNow()).data).toEqual(first);
    const region = { from: [24, 36], to: [215, 36], width: 40, c: 0.323, t: 0.677, lineWidth: 0.042 };
    const drawn = (await readNow({ region })).data;
    expect(drawn.measurement.source).toBe("drawn");
    const { data } = await platform.call(getBoardTest, { params: { id: testId } }, viewer);
    expect(data.readings.map((one) => one.readingId)).toEqual([drawn.readingId, first.readingId]);
    expect(data).toMatchObject({ picture: "stored", cutOff: { value: 40, unit: "ng/mL" } });
    const served = await fetch(
      `${platform.url}/prod-api${addressOf(getBoardTestPicture, { params: { id: testId } })}`,
      {
        headers: bearer(viewer),
      },
    );
    note(getBoardTestPicture, "success");
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture.bytes);
  });

  test("are read from their pictures by a scheduled job", async () => {
    const device = await connect();
    const picture = drawBoard({ c: 99, t: 110, seed: 5 });
    const value = result({ t: 3000, outcome: 1, sha256: picture.sha256, bytes: picture.bytes.length });
    const offered = (await report(device, value)).data as { upload: { url: string } };
    await put(offered.upload.url, picture.bytes, { "content-type": "image/png" });
    await eventually(async () => (await listOf(device)).length).toBe(1);
    await runTask(platform, "boardPictures");
    const [{ testId = 0 } = {}] = await listOf(device);
    const read = async () => (await platform.call(getBoardTest, { params: { id: testId } }, viewer)).data;
    await eventually(async () => (await read()).readings.length).toBe(1);
    // The picture says negative, the detector's figures said positive: the record keeps its outcome and is flagged.
    expect(await read()).toMatchObject({
      outcome: "positive",
      flags: expect.arrayContaining(["differsFromPicture"]),
    });
  });
  test("are made of uploaded pictures, each once, and pictures that are none are refused by name", async () => {
    const picture = drawBoard({ c: 99, t: 20, seed: 9 });
    const { data } = await upload(picture.bytes, { sampleNo: "U-1" });
    const { testId } = data as { testId: number };
    const { data: read } = await platform.call(getBoardTest, { params: { id: testId } }, viewer);
    expect(read).toMatchObject({
      ...{
        source: "upload",
        outcome: "positive",
        confirmation: "presumptive",
        sha256: picture.sha256,
        sampleNo: "U-1",
      },
      ...{ picture: "stored", deviceName: null, readings: [{ measurement: { algorithm: "boards-2" } }] },
    });
    expect(await upload(picture.bytes)).toMatchObject({ code: 409, errors: [{ field: "file" }] });
    const faultOf = async (bytes: Buffer, query: object = {}) => (await upload(bytes, query)).errors?.[0];
    expect(await faultOf(Buffer.from("PK\u0003\u0004 no picture"))).toEqual({
      field: "file",
      message: "is neither PNG nor JPEG",
    });
    expect(await faultOf(picture.bytes.subarray(0, 500))).toMatchObject({
      field: "file",
      message: expect.stringContaining("too early"),
    });
    expect(await faultOf(drawBoard({ c: 9, t: 9 }).bytes, { lotNo: "NONE" })).toMatchObject({
      field: "lotNo",
    });
    const weak = await upload(drawBoard({ c: 12, t: 90, seed: 3 }).bytes);
    expect(weak).toMatchObject({ code: 200, data: { outcome: "invalid" } });
  });

  test("stay presumptive until an approved assay of the analyte confirms them, and agreement is counted", async () => {
    const positive = await testOf(result({ t: 3000, outcome: 1 }));
    const negative = await testOf(result());
    const body = (testId: number, assayId: number | null) => ({ body: { testId, assayId } });
    const faultOf = async (assayId: number) =>
      (await platform.refusal(confirmBoardTest, body(positive.testId, assayId), analyst)).errors?.[0];
    const approved = async (value: string, analyte = "mamp") => {
      const { assayId } = await enterOne({ analyte, value, loq: "0.005" });
      await submit(assayId);
      await approve([assayId]);
      return assayId;
    };
    const draft = await enterOne({ analyte: "mamp", value: "90", loq: "0.005" });
    expect(await faultOf(draft.assayId)).toMatchObject({
      field: "assayId",
      message: expect.stringContaining("approved"),
    });
    expect(await faultOf(await approved("90", "mdma"))).toMatchObject({
      message: expect.stringContaining("analyte"),
    });
    expect(await faultOf(2_000_000)).toMatchObject({ message: expect.stringContaining("not found") });
    await platform.call(confirmBoardTest, body(positive.testId, await approved("90")), analyst);
    await platform.call(confirmBoardTest, body(negative.testId, await approved("80")), analyst);
    const find = async (id: number) => (await platform.call(getBoardTest, { params: { id } }, viewer)).data;
    expect(await find(positive.testId)).toMatchObject({ confirmation: "confirmed", assay: { value: "90" } });
    expect(await find(negative.testId)).toMatchObject({ confirmation: "notConfirmed", outcome: "negative" });
    const use = (await platform.call(getBoardLotUse, { params: { id: lotId } }, viewer)).data;
    expect(use.agreement).toMatchObject({ truePositive: 1, falseNegative: 1, sensitivity: { value: 0.5 } });
    expect(use.devices).toHaveLength(2);
    await platform.call(confirmBoardTest, body(negative.testId, null), analyst);
    expect((await find(negative.testId)).confirmation).toBe("none");
  });

  test("are searched, exported and kept from other units", async () => {
    const { testId } = await testOf(result({ sampleId: "EXPORT-1", boardLot: "MAM2610", t: 3000 }));
    const query = {
      keyword: "EXPORT-1",
      outcome: "positive",
      confirmation: "presumptive",
      label: "colloidalGold",
    } as const;
    expect((await platform.call(listBoardTests, { query }, viewer)).rows).toMatchObject([{ testId }]);
    expect(
      (await platform.call(listBoardTests, { query: { ...query, label: "fluorescence" } }, viewer)).rows,
    ).toEqual([]);
    expect((await platform.call(listBoardTests, { query }, foreign)).rows).toEqual([]);
    const none = { code: 404 };
    expect(await platform.refusal(getBoardTest, { params: { id: testId } }, foreign)).toMatchObject(none);
    expect(await platform.refusal(getBoardTestPicture, { params: { id: testId } }, foreign)).toMatchObject(
      none,
    );
    expect(
      await platform.refusal(confirmBoardTest, { body: { testId, assayId: null } }, viewer),
    ).toMatchObject({ code: 403 });
    const file = await fetch(`${platform.url}/prod-api${addressOf(exportBoardTests, { query })}`, {
      headers: bearer(analyst),
    });
    note(exportBoardTests, "success");
    expect(file.headers.get("content-type")).toContain("spreadsheet");
    const form = await fetch(`${platform.url}/prod-api${addressOf(exportBoardTestsByForm, {})}`, {
      method: "POST",
      headers: { ...bearer(analyst), "content-type": "application/x-www-form-urlencoded" },
      body: "keyword=EXPORT-1",
    });
    note(exportBoardTestsByForm, "success");
    expect(form.headers.get("content-type")).toContain("spreadsheet");
    for (const call of [exportBoardTests, exportBoardTestsByForm])
      expect(await platform.refusal(call, {}, viewer)).toMatchObject({ code: 403 });
  });

  test("hold on to their lot", async () => {
    const refused = await platform.refusal(
      boardLots.calls.remove,
      { params: { ids: String(lotId) } },
      await platform.admin(),
    );
    expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("Disable it instead") });
  });
});
