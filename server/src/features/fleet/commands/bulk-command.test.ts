import {
  addBatch,
  cancelBatch,
  exportBatch,
  getBatch,
  listBatchCommands,
  listBatches,
} from "@tracewater/contract/fleet/bulk-commands";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addressOf, bearer, type Session } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "waterSample";
const params = { family } as const;

onPlatform("A command to many devices", (platform) => {
  const tagged = async (tag: string, count: number, unitId?: number) => {
    const made = await Promise.all(
      Array.from({ length: count }, () => platform.addDevice(unitId === undefined ? {} : { unitId })),
    );
    for (const { id } of made) {
      const body = { id, nickname: "", pointId: null, tags: [tag] };
      await platform.call(changeDevice, { params, body }, await platform.admin());
    }
    return made;
  };
  const order = async (selection: Record<string, unknown>, body = {}, as?: Session) => {
    const input = { params: { family, service: "stop" } as const, body: { selection, ...body } };
    return (await platform.call(addBatch, input, as ?? (await platform.admin()))).data;
  };
  const read = async (id: number) =>
    (await platform.call(getBatch, { params: { family, id } }, await platform.admin())).data;

  test("goes to those of the filter alone, counts what became of it, and is reported while it moves", async () => {
    const devices = await tagged("north", 3);
    await tagged("south", 1);
    const [first, second] = devices;
    if (first === undefined || second === undefined) throw new Error("three devices were added");
    const [here, mute] = [await platform.connect(first), await platform.connect(second)];
    const batch = await order({ tag: "north" }, { reason: "round" });
    expect(batch).toMatchObject({ total: 3, identifier: "stop", reason: "round", actor: "admin" });
    const live = await listenLive(platform.url, await platform.admin(), `batch:${batch.batchId}`);
    await eventually(() => live.of("hello").length).toBe(1);
    const { id } = await here.downlink("thing/service/stop");
    await mute.downlink("thing/service/stop");
    here.send("thing/service/stop_reply", { id, code: 200, data: { done: 1 } });
    await eventually(async () => (await read(batch.batchId)).counts).toMatchObject({
      replied: 1,
      acknowledged: 1,
      queued: 1,
    });
    await eventually(() => live.of("batch").map(({ batchId }) => batchId)).toContain(batch.batchId);
    live.close();
    const list = { params: { family, id: batch.batchId } as const };
    const all = await platform.call(listBatchCommands, list, await platform.admin());
    expect(all.rows.map(({ deviceName }) => deviceName).sort()).toEqual(
      devices.map((one) => one.deviceName).sort(),
    );
    const query = { state: "replied" as const };
    const some = await platform.call(listBatchCommands, { ...list, query }, await platform.admin());
    expect(some).toMatchObject({ total: 1, rows: [{ deviceName: first.deviceName, reply: { done: 1 } }] });
  });

  test("is taken back where it was not sent, and goes on where it was", async () => {
    const devices = await tagged("half", 4);
    const [first] = devices;
    if (first === undefined) throw new Error("four devices were added");
    const here = await platform.connect(first);
    const { batchId } = await order({ deviceIds: devices.map(({ id }) => id) });
    const { id } = await here.downlink("thing/service/stop");
    await eventually(async () => (await read(batchId)).counts.acknowledged).toBe(1);
    const cancel = { params: { family, id: batchId } as const };
    const { data } = await platform.call(cancelBatch, cancel, await platform.admin());
    expect(data.counts).toMatchObject({ cancelled: 3, acknowledged: 1, queued: 0 });
    expect(data.cancelledAt).not.toBeNull();
    here.send("thing/service/stop_reply", { id, code: 200 });
    await eventually(async () => (await read(batchId)).counts).toMatchObject({ cancelled: 3, replied: 1 });
  });

  test("comes as a sheet, a row for each device", async () => {
    const devices = await tagged("sheet", 2);
    const { batchId } = await order({ tag: "sheet" });
    const admin = await platform.admin();
    const address = addressOf(exportBatch, { params: { family, id: batchId } });
    const response = await fetch(`${platform.url}/prod-api${address}`, {
      headers: { ...bearer(admin), "accept-language": "zh-CN" },
    });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await response.arrayBuffer());
    const rows = book.worksheets[0]?.getRows(1, 4)?.map((row) => [row.getCell(1).text, row.getCell(3).text]);
    const names = devices.map((one) => one.deviceName).sort();
    expect(rows).toEqual([["设备", "状态"], ...names.map((name) => [name, "排队中"]), ["", ""]]);
  });

  test("counts and shows of a batch over two units what lies in one's own", async () => {
    const unitId = await platform.addUnit("Own");
    const own = await tagged("both", 1, unitId);
    await tagged("both", 2);
    const { batchId } = await order({ tag: "both" });
    const person = await platform.addUser({ unitId, roles: ["operator"] });
    const seen = await platform.call(listBatches, { params }, person);
    expect(seen.rows).toMatchObject([{ batchId, total: 1 }]);
    const mine = { params: { family, id: batchId } as const };
    const { rows } = await platform.call(listBatchCommands, mine, person);
    expect(rows.map(({ deviceName }) => deviceName)).toEqual(own.map((one) => one.deviceName));
    const { data } = await platform.call(cancelBatch, mine, person);
    expect(data.counts.cancelled).toBe(1);
    expect((await read(batchId)).counts).toMatchObject({ cancelled: 1, queued: 2 });
    expect((await order({ tag: "both" }, {}, person)).total).toBe(1);
  });

  test("is refused with its field where nobody is found, an input is wrong, or a device is another's", async () => {
    const [device] = await tagged("alone", 1);
    const admin = await platform.admin();
    const refused = (selection: unknown, service = "stop", more = {}) =>
      platform.refusal(addBatch, { params: { family, service }, body: { selection, ...more } }, admin);
    expect((await refused({ tag: "nobody has it" })).errors?.map(({ field }) => field)).toEqual([
      "selection",
    ]);
    const wrong = await refused({ tag: "alone" }, "grab", { params: { volume: 5 } });
    expect(wrong.errors?.map(({ field }) => field)).toEqual(["params.volume"]);
    expect(await refused({ deviceIds: [device?.id, 2_000_000_000] })).toMatchObject({ code: 404 });
    expect(await refused({ tag: "alone" }, "explode")).toMatchObject({ code: 404 });
    // A code is checked bottle by bottle, where it is entered.
    const code = { params: { index: 3, bottleId: "B-1", clearVolume: 1 } };
    const unchecked = await refused({ tag: "alone" }, "enterBottleBodyId", code);
    expect(unchecked.errors?.map(({ field }) => field)).toEqual(["service"]);
  });
});
