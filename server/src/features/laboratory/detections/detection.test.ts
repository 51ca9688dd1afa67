import { getAssay, listAssays, reviewAssays } from "@tracewater/contract/laboratory/assays";
import {
  applyDetection,
  decideDetection,
  getDetection,
  listDetectionBottles,
  listDetections,
} from "@tracewater/contract/laboratory/detections";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import { detectionWorld } from "../../../../test/test-detections.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;

onPlatform("Detections", (platform) => {
  const { at, analyst, reviewer, viewer, foreign, addBottle } = assayWorld(platform);
  const { connect, oneRun, read, list, send, result, waitFor, query } = detectionWorld(platform, at, viewer);

  test("are made once of a result that is sent three times, late and after the queue was read again", async () => {
    const { device, run } = await oneRun();
    const again = result(run.measuredAt);
    await send(device, "result", again, run.measuredAt);
    await send(device, "result", again, run.measuredAt + 30 * minute);
    await runTask(platform, "detections");
    await send(device, "result", result(run.measuredAt + 60 * minute), run.measuredAt + 60 * minute);
    const rows = await waitFor(device, 2);
    expect(rows.map((one) => one.sampleNo)).toEqual([
      `S-${run.measuredAt + 60 * minute}`,
      `S-${run.measuredAt}`,
    ]);
    expect(run).toMatchObject({
      ...{ pointName: "Plant NORTH-IN", method: "SPE-LC-MS/MS 18", recovery: 93.5, quantified: 2 },
      ...{
        qc: "passed",
        blank: "notRun",
        exceeded: 0,
        state: "ready",
        startedAt: run.measuredAt - 50 * minute,
      },
    });
  });

  test("are read by their time, in seconds too, with all 18 values in μg/L", async () => {
    const { device, run } = await oneRun();
    const detail = await read(run);
    expect(detail.values).toHaveLength(18);
    const of = (analyte: string) => detail.values.find((one) => one.analyte === analyte);
    expect(of("mamp")).toMatchObject({ value: "0.1234", flag: "quantified", loq: "0.001" });
    expect(of("cocaine")).toMatchObject({ value: "0.0006", flag: "belowLoq" });
    expect(of("thc")).toMatchObject({ value: null, flag: "notDetected" });
    expect(detail.controls.qcAt).toBe(run.measuredAt - 300 * minute);
    const ended = Math.floor(Date.now() / 1000) * 1000 - 10 * minute;
    await send(device, "result", result(ended), ended);
    await waitFor(device, 2);
    expect((await read(run, ended / 1000)).sampleNo).toBe(`S-${ended}`);
    const params = { deviceName: run.deviceName, time: ended + 5000 };
    expect(await platform.refusal(getDetection, { params }, viewer)).toMatchObject({ code: 404 });
  });

  test("are not there for people of another unit", async () => {
    const { device, run } = await oneRun();
    expect((await platform.call(listDetections, { query: query(device) }, foreign)).rows).toEqual([]);
    const params = { deviceName: run.deviceName, time: run.measuredAt };
    expect(await platform.refusal(getDetection, { params }, foreign)).toMatchObject({ code: 404 });
    const body = { detectionId: run.detectionId, bodyCode: "A1000", sampledOn: "2026-03-03" };
    expect(await platform.refusal(applyDetection, { body }, foreign)).toMatchObject({ code: 404 });
  });

  test("are found by analyte, state, control, limit and time", async () => {
    const { device, run } = await oneRun();
    const count = async (more: object) =>
      (await platform.call(listDetections, { query: { ...query(device), ...more } }, viewer)).total;
    const { measuredAt } = run;
    for (const [more, found] of [
      [{ analyte: "mdma" }, 1],
      [{ analyte: "cocaine" }, 0],
      [{ state: "ready" }, 1],
      [{ state: "applied" }, 0],
      [{ qc: "failed" }, 0],
      [{ exceeded: "0" }, 1],
      [{ exceeded: "1" }, 0],
      [{ beginTime: measuredAt + 1000 }, 0],
      [{ endTime: measuredAt + 1000 }, 1],
    ] as const)
      expect([more, await count(more)]).toEqual([more, found]);
    const value = { sampleId: run.sampleNo, analyte: "mamp", value: 4000, limit: 3000, bottle: 2 };
    for (const time of [measuredAt, measuredAt, measuredAt + minute])
      await send(device, "exceed", value, time);
    await eventually(async () => count({ exceeded: "1" })).toBe(1);
    const found = (await read(run)).values.filter((one) => one.exceeded !== null);
    expect(found.map((one) => one.exceeded)).toEqual([{ value: "4", limit: "3", bottle: 2, at: measuredAt }]);
    expect((await list(device))[0]?.exceeded).toBe(1);
  });

  test("are withheld after a failed control, also one that is told late, until a person decides with a reason", async () => {
    const { device, run } = await oneRun();
    const failure = { recovery: 61.5, low: 70, high: 130 };
    await send(device, "qcFail", failure, run.measuredAt - 30 * minute);
    await eventually(async () => (await list(device))[0]?.state).toBe("withheld");
    const next = run.measuredAt + 20 * minute;
    await send(device, "result", result(next), next);
    expect((await waitFor(device, 2))[0]).toMatchObject({ state: "withheld", qc: "failed" });
    const { detectionId } = run;
    const { bodyCode } = await addBottle();
    const apply = { detectionId, bodyCode, sampledOn: "2026-03-03" };
    expect(await platform.refusal(applyDetection, { body: apply }, analyst)).toMatchObject({ code: 500 });
    const body = { detectionId, decision: "release" as const, reason: "" };
    expect(await platform.refusal(decideDetection, { body }, analyst)).toMatchObject({
      errors: [{ field: "reason" }],
    });
    const decided = { ...body, reason: "control vial was empty" };
    const answers = await Promise.allSettled([
      platform.call(decideDetection, { body: decided }, analyst),
      platform.call(decideDetection, { body: decided }, analyst),
    ]);
    expect(answers.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(await read(run)).toMatchObject({
      ...{ state: "released", decision: { reason: "control vial was empty" } },
      controls: { qcRecovery: 61.5, qcAt: run.measuredAt - 30 * minute },
    });
  });

  test("become assays in review once, also on a double click, that another person approves", async () => {
    const { run } = await oneRun();
    const bottle = await addBottle();
    const sampledOn = new Date(run.startedAt).toISOString().slice(0, 10);
    const sampling = {
      ...{ sampleNo: `WS-${bottle.bodyCode}`, unitId: at.unitId, pointId: at.pointId, bottleId: bottle.id },
      ...{ origin: "manual", kind: "grab", samplerPerson: "A person", madeBy: "A person" },
      ...{ began: new Date(run.startedAt), ended: new Date(run.measuredAt) },
    };
    await platform.db
      .insertInto("waterSampling")
      .values(sampling as never)
      .execute();
    const { detectionId } = run;
    const offered = await platform.call(listDetectionBottles, { params: { id: detectionId } }, analyst);
    expect(offered.data).toMatchObject([{ bodyCode: bottle.bodyCode, pointCode: "NORTH-IN" }]);
    const day = offered.data[0]?.sampledOn ?? sampledOn;
    const body = { detectionId, bodyCode: bottle.bodyCode, sampledOn: day };
    const answers = await Promise.allSettled([
      platform.call(applyDetection, { body }, analyst),
      platform.call(applyDetection, { body }, analyst),
    ]);
    expect(answers.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const asked = { query: { bodyCode: bottle.bodyCode, pageSize: 100 } };
    const { rows } = await platform.call(listAssays, asked, viewer);
    expect(rows).toHaveLength(18);
    expect(new Set(rows.map((one) => `${one.source} ${one.state}`))).toEqual(new Set(["online inReview"]));
    expect(rows.find((one) => one.analyte === "mamp")).toMatchObject({ value: "0.1234", recovery: 93.5 });
    const ketamine = rows.find((one) => one.analyte === "ketamine");
    expect(ketamine?.value).toBe("0.001347403959");
    await platform.call(getAssay, { params: { id: ketamine?.assayId ?? 0 } }, viewer);
    const ids = rows.map((one) => one.assayId);
    const review = { body: { ids, decision: "approve" as const } };
    expect(await platform.refusal(reviewAssays, review, analyst)).not.toMatchObject({ code: 200 });
    await platform.call(reviewAssays, review, reviewer);
    const detail = await read(run);
    expect(detail).toMatchObject({ state: "applied" });
    expect(new Set(detail.assays.map((one) => one.state))).toEqual(new Set(["approved"]));
    await supersede(bottle.bodyCode, day);
  });

  /** Another run of the same bottle and day takes the place of approved results, with a reason. */
  async function supersede(bodyCode: string, sampledOn: string): Promise<void> {
    const { run } = await oneRun();
    const body = { detectionId: run.detectionId, bodyCode, sampledOn };
    expect(await platform.refusal(applyDetection, { body }, analyst)).toMatchObject({
      errors: [{ field: "reason" }],
    });
    const { ids } = (await platform.call(applyDetection, { body: { ...body, reason: "later run" } }, analyst))
      .data;
    await platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, reviewer);
    const { rows } = await platform.call(
      listAssays,
      { query: { bodyCode, state: "superseded", pageSize: 100 } },
      viewer,
    );
    expect(rows).toHaveLength(18);
  }

  test("of a device without a limit of quantification are refused by the analyte's field, and nothing is written", async () => {
    const device = await connect();
    const ended = Date.now() - 60 * minute;
    await send(device, "result", result(ended), ended);
    const [run] = await waitFor(device, 1);
    const { bodyCode } = await addBottle();
    const body = { detectionId: run?.detectionId ?? 0, bodyCode, sampledOn: "2026-03-03" };
    const refused = await platform.refusal(applyDetection, { body }, analyst);
    expect(refused.errors?.map((one) => one.field)).toContain("cocaine.loq");
    expect((await list(device))[0]?.state).toBe("ready");
  });
});
