import { addAssays, reviewAssays, submitAssays } from "@tracewater/contract/laboratory/assays";
import { getDetectionDay, releaseDetectionHold } from "@tracewater/contract/laboratory/detections";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import { detectionWorld } from "../../../../test/test-detections.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;

onPlatform("Detections, and what follows from them,", (platform) => {
  const { at, analyst, reviewer, viewer, foreign, addBottle } = assayWorld(platform);
  const { oneRun, read, list, send, result } = detectionWorld(platform, at, viewer);

  test("of a day are next to the laboratory's approved results of that day, withheld ones left out", async () => {
    const { run } = await oneRun();
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(run.measuredAt);
    const { bodyCode } = await addBottle();
    const result = { analyte: "mamp", value: "0.1", loq: "0.001" };
    const sample = { bodyCode, sampledOn: day, pointCode: "NORTH-IN", method: "LC-MS/MS" };
    const entered = { body: { ...sample, results: [result] } } as never;
    const { ids } = (await platform.call(addAssays, entered, analyst)).data;
    await platform.call(submitAssays, { body: { ids } }, analyst);
    await platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, reviewer);
    const query = { deviceName: run.deviceName, day };
    const { data } = await platform.call(getDetectionDay, { query }, viewer);
    expect(data).toMatchObject({ loq: 0.001, runs: [{ measuredAt: run.measuredAt, state: "ready" }] });
    const compared = data.comparison.find((one) => one.analyte === "mamp");
    expect(compared).toMatchObject({ online: 0.1234, laboratory: 0.1, pairs: 1, low: null });
    expect(compared?.bias).toBeCloseTo(23.4, 6);
    expect((await platform.call(getDetectionDay, { query }, foreign)).data.runs).toEqual([]);
  });

  test("above the limit keep the sampler's bottle, take an event sample and draft an order, each once", async () => {
    const { device, run } = await oneRun();
    const sampler = await platform.addDevice({ unitId: at.unitId, deviceName: "WS-FIND" });
    const bottle = await addBottle();
    const since = new Date(run.startedAt - 86_400_000);
    const { db } = platform;
    await db.updateTable("bottle").set({ state: "inSampler" }).where("id", "=", bottle.id).execute();
    await db
      .insertInto("devicePoint")
      .values({ deviceId: sampler.id, pointId: at.pointId, since } as never)
      .execute();
    await db
      .insertInto("bottlePlace")
      .values({ deviceId: sampler.id, slot: 3, bottleId: bottle.id, since, putBy: "A person" } as never)
      .execute();
    const talking = await platform.connect(sampler);
    await talking.post({ bottleIndex: { value: 3, time: Date.now() - 5000 } });
    const time = run.measuredAt;
    const found = (analyte: string) => ({
      sampleId: run.sampleNo,
      analyte,
      value: 4966.57,
      limit: 3000,
      bottle: 1,
    });
    await send(device, "exceed", found("mamp"), time);
    await send(device, "exceed", found("mdma"), time);
    await send(device, "exceed", found("mamp"), time + minute);
    await eventually(async () => (await list(device))[0]?.exceeded).toBe(2);
    const { followed } = await read(run);
    expect(followed).toMatchObject({
      hold: { bodyCode: bottle.bodyCode, releasedAt: null },
      order: { state: "draft" },
      command: { deviceName: "WS-FIND" },
    });
    const ofDevice = db.selectFrom("workOrder").select("title").where("deviceId", "=", device.credentials.id);
    // Of a figure without an uncertainty three digits at most mean something.
    expect((await ofDevice.execute()).map((one) => one.title)).toEqual([
      expect.stringMatching(/: 4\.97 μg\/L, limit 3 μg\/L$/),
    ]);
    const count = async (table: "workOrder" | "command", deviceId: number) =>
      (await db.selectFrom(table).select("id").where("deviceId", "=", deviceId).execute()).length;
    expect(await count("workOrder", device.credentials.id)).toBe(1);
    expect(await count("command", sampler.id)).toBe(1);
    const body = { detectionId: run.detectionId, reason: "laboratory has its own sample" };
    expect(await platform.refusal(releaseDetectionHold, { body }, analyst)).toMatchObject({ code: 403 });
    await platform.call(releaseDetectionHold, { body }, reviewer);
    expect((await read(run)).followed?.hold?.releasedAt).toEqual(expect.any(Number));
    expect(await platform.refusal(releaseDetectionHold, { body }, reviewer)).toMatchObject({ code: 500 });
  });

  test("of run after run above the limit share the order that nobody has taken up yet", async () => {
    const { device, run } = await oneRun();
    const next = run.measuredAt + 30 * minute;
    await send(device, "result", result(next), next);
    await eventually(async () => (await list(device)).length).toBe(2);
    const exceed = { analyte: "mamp", value: 4000, limit: 3000, bottle: 1 };
    await send(device, "exceed", { ...exceed, sampleId: run.sampleNo }, run.measuredAt);
    await send(device, "exceed", { ...exceed, sampleId: `S-${next}` }, next);
    await eventually(async () => (await list(device)).map((one) => one.exceeded)).toEqual([1, 1]);
    const [later] = await list(device);
    if (later === undefined) throw new Error("no run was listed");
    const first = (await read(run)).followed?.order;
    expect(first).toMatchObject({ state: "draft" });
    expect((await read(later)).followed?.order).toEqual(first);
  });
});
