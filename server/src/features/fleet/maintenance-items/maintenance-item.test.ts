import { listAlarms } from "@tracewater/contract/fleet/alarms";
import {
  addUpkeepItem,
  changeUpkeepItem,
  doUpkeep,
  getUpkeepItem,
  listUpkeepItems,
  removeUpkeepItems,
} from "@tracewater/contract/fleet/maintenance-items";
import { expect, test } from "vitest";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = 86_400_000;
const clock = { now: Date.now() };
const dateAt = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);

onPlatform(
  "Upkeep",
  (platform) => {
    const sweep = () => runTask(platform, "upkeepDue");
    const add = async (deviceName: string, given: object) => {
      const body = { deviceName, name: "pH probe", kind: "calibration" as const, ...given };
      return (await platform.call(addUpkeepItem, { body }, await platform.admin())).data.itemId;
    };
    const get = async (id: number) =>
      (await platform.call(getUpkeepItem, { params: { id } }, await platform.admin())).data;
    const alarmsOf = async (deviceId: number) =>
      (await platform.call(listAlarms, { query: { deviceId } }, await platform.admin())).rows;

    test("is due by its date: soon, then overdue with one alarm, until somebody does it", async () => {
      const admin = await platform.admin();
      const { deviceName, id: deviceId } = await platform.addDevice();
      const itemId = await add(deviceName, { intervalDays: 30, dueOn: dateAt(clock.now + 10 * day) });
      expect(await get(itemId)).toMatchObject({ state: "ok", deviceName, history: [], doneAt: null });
      clock.now += 4 * day;
      expect(await get(itemId)).toMatchObject({ state: "soon" });
      clock.now += 6 * day;
      await sweep();
      await sweep();
      expect(await alarmsOf(deviceId)).toMatchObject([
        { state: "active", source: "upkeep", name: "pH probe", ruleId: null, occurrences: 1 },
      ]);
      const overdue = await platform.call(listUpkeepItems, { query: { state: "overdue" } }, admin);
      expect(overdue.rows.map((row) => row.itemId)).toContain(itemId);
      await platform.call(doUpkeep, { body: { itemId, note: "buffers 4 and 7" } }, admin);
      expect(await get(itemId)).toMatchObject({
        ...{ state: "ok", dueOn: dateAt(clock.now + 30 * day), doneBy: expect.stringMatching(/./) },
        history: [{ note: "buffers 4 and 7", by: expect.stringMatching(/./), counterValue: null }],
      });
      expect(await alarmsOf(deviceId)).toMatchObject([
        { state: "cleared", clearedBy: expect.stringMatching(/./) },
      ]);
    });

    test("is due by a counter: what is left has come down, or what was used since it was done has risen", async () => {
      const admin = await platform.admin();
      const device = await platform.connectNew();
      const { deviceName, id: deviceId } = device.credentials;
      await device.post({ tubeLife: 60, pumpHours: 1000 });
      const given = { kind: "consumable", warnDays: 0 };
      const tube = await add(deviceName, {
        ...given,
        name: "tube",
        counter: "tubeLife",
        counterMode: "left",
        counterLimit: 10,
      });
      const pump = await add(deviceName, { ...given, name: "pump", counter: "pumpHours", counterLimit: 500 });
      expect(await get(tube)).toMatchObject({ state: "ok", counterNow: 60 });
      expect(await get(pump)).toMatchObject({ state: "ok", counterNow: 0 });
      await device.post({ tubeLife: 9, pumpHours: 1460 });
      expect(await get(tube)).toMatchObject({ state: "overdue", counterNow: 9 });
      expect(await get(pump)).toMatchObject({ state: "soon", counterNow: 460 });
      await sweep();
      expect((await alarmsOf(deviceId)).filter((one) => one.source === "upkeep")).toMatchObject([
        { name: "tube" },
      ]);
      await device.post({ tubeLife: 100, pumpHours: 1600 });
      await sweep();
      expect((await alarmsOf(deviceId)).filter((one) => one.source === "upkeep")).toMatchObject([
        { name: "pump", state: "active" },
        { name: "tube", state: "cleared" },
      ]);
      await platform.call(doUpkeep, { body: { itemId: pump } }, admin);
      expect(await get(pump)).toMatchObject({
        state: "ok",
        counterNow: 0,
        history: [{ counterValue: 1600 }],
      });
      const { history: _, ...item } = await get(pump);
      await platform.call(changeUpkeepItem, { body: { ...item, dueOn: dateAt(clock.now - day) } }, admin);
      await sweep();
      const maintenance = async () => (await alarmsOf(deviceId)).filter((one) => one.source === "upkeep");
      expect((await maintenance())[0]).toMatchObject({ name: "pump", state: "active" });
      await platform.call(removeUpkeepItems, { params: { ids: String(pump) } }, admin);
      expect((await maintenance()).every((one) => one.state === "cleared")).toBe(true);
    });

    test.each([
      [{ dueOn: null }, "dueOn"],
      [{ counter: "noSuch", counterLimit: 1 }, "counter"],
      [{ counter: "mode", counterLimit: 1 }, "counter"],
      [{ counter: "pumpHours" }, "counterLimit"],
      [{ dueOn: "2030-01-01", counterLimit: 4 }, "counter"],
      [{ dueOn: "2030-01-01", deviceName: "device not found" }, "deviceName"],
    ])("%j is refused at %s", async (given, field) => {
      const { deviceName } = await platform.addDevice();
      const body = { deviceName, name: "x", kind: "consumable" as const, ...given };
      const refused = await platform.refusal(addUpkeepItem, { body }, await platform.admin());
      expect(refused).toMatchObject({ code: 400, errors: [{ field }] });
    });
  },
  { now: () => clock.now },
);
