import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import {
  acknowledgeAlarms,
  clearAlarms,
  countAlarms,
  getAlarm,
  getMaintenance,
  listAlarms,
  noteAlarm,
  setMaintenance,
  shelveAlarms,
} from "@tracewater/contract/fleet/alarms";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import {
  addRule,
  begin,
  minute,
  namedRule,
  post,
  type RuleGiven,
} from "../../../../test/test-alarm-rules.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** The clock does not move: what takes time is the sweep's affair. */
const now = Date.now();

onPlatform(
  "Alarms",
  (platform) => {
    const named = (given: RuleGiven = {}) => namedRule(platform, given);

    test("a value beyond the threshold for long enough raises one, which clears at the other threshold", async () => {
      const { device, rule, alarms } = await named({ durationS: 1800, clearThreshold: 8 });
      await post(device, 0, 9.5);
      await post(device, 29, 9.6);
      expect(await alarms()).toEqual([]);
      await post(device, 30, 9.7);
      await post(device, 31, 9.8);
      expect(await alarms()).toMatchObject([
        {
          ...{ ruleId: rule.id, name: rule.name, state: "active", severity: "warning", value: 9.7 },
          ...{ beganAt: begin, raisedAt: begin + 30 * minute, source: "property", identifier: "ph" },
          ...{ occurrences: 1, flaps: 0, clearedAt: null, deviceName: device.credentials.deviceName },
        },
      ]);
      await post(device, 32, 8.5);
      expect(await alarms()).toMatchObject([{ state: "active" }]);
      await post(device, 33, 8);
      expect(await alarms()).toMatchObject([
        { state: "cleared", clearedAt: begin + 33 * minute, clearedBy: "" },
      ]);
    });

    test("open alarms come first in the list, the gravest of them on top, whatever came last", async () => {
      const { device, deviceId, rule } = await named({ threshold: 11 });
      const devices = device.credentials.deviceName;
      const grave = await addRule(platform, { devices, severity: "critical", threshold: 9 });
      const listed = async () => {
        const { rows } = await platform.call(listAlarms, { query: { deviceId } }, await platform.admin());
        return rows.map(({ ruleId, state }) => [ruleId, state]);
      };
      await post(device, 1, 10);
      await post(device, 2, 12);
      expect(await listed()).toEqual([
        [grave.id, "active"],
        [rule.id, "active"],
      ]);
      const lower = { ...rule.body, ruleId: rule.id, threshold: 8 };
      await platform.call(alarmRules.calls.change, { body: lower }, await platform.admin());
      await post(device, 3, 8.5);
      expect((await listed())[0]).toEqual([rule.id, "active"]);
      expect((await listed()).slice(1)).toContainEqual([grave.id, "cleared"]);
    });

    test("a late value raises none in the present, and clears none", async () => {
      const { device, alarms } = await named();
      await post(device, 10, 7);
      await post(device, 5, 12);
      expect(await alarms()).toEqual([]);
      await post(device, 11, 12);
      await post(device, 6, 7);
      expect(await alarms()).toMatchObject([{ state: "active", raisedAt: begin + 11 * minute }]);
      const id = device.credentials.id;
      // Nothing of this is in the memory of a platform that has just started: the database itself says what is late.
      await platform.restart();
      const back = await platform.connect(device.credentials);
      await post(back, 7, 7);
      expect(await alarms()).toMatchObject([{ state: "active", deviceId: id }]);
      await post(back, 12, 7);
      expect(await alarms()).toMatchObject([{ state: "cleared" }]);
      await platform.restart();
      await post(await platform.connect(device.credentials), 8, 12);
      expect(await alarms()).toMatchObject([{ state: "cleared" }]);
    });

    test("what had begun before a restart is raised after it in its time", async () => {
      const { device, alarms } = await named({ durationS: 600 });
      await post(device, 0, 10);
      await platform.restart();
      const back = await platform.connect(device.credentials);
      await post(back, 10, 10);
      expect(await alarms()).toMatchObject([
        { state: "active", beganAt: begin, raisedAt: begin + 10 * minute },
      ]);
    });

    test("many values at once leave one open alarm; what flaps is counted in it", async () => {
      const { device, alarms } = await named({ flapMin: 10 });
      const topic = device.topic("thing/event/property/post");
      const bytes = Array.from({ length: 40 }, (_, at) =>
        device.toPublish(topic, {
          id: String(9000 + at),
          params: { ph: { value: at % 2 === 0 ? 10 : 7, time: begin + at * 1000 } },
        }),
      );
      device.write(Buffer.concat(bytes));
      await eventually(async () => (await alarms())[0]?.flaps).toBe(19);
      expect(await alarms()).toMatchObject([{ state: "cleared", occurrences: 20 }]);
      await post(device, 30, 10);
      expect(await alarms()).toMatchObject([{ state: "active", flaps: 0 }, { state: "cleared" }]);
    });

    test("an event raises one, counts again while it is open, and ends with the event that ends it", async () => {
      const given = {
        source: "event",
        identifier: "noLiquid",
        clearBy: "event",
        clearEvent: "sampleTaken",
      } as const;
      const { device, alarms } = await named({ ...given, threshold: null });
      const event = (name: string, at: number) =>
        device.post({ value: { liquidLevel: 0 }, time: begin + at * minute }, `thing/event/${name}/post`);
      await event("noLiquid", 1);
      await event("noLiquid", 2);
      await event("noLiquid", 2);
      expect(await alarms()).toMatchObject([{ state: "active", occurrences: 2, lastAt: begin + 2 * minute }]);
      await event("sampleTaken", 3);
      expect(await alarms()).toMatchObject([{ state: "cleared" }]);
      await platform.restart();
      const back = await platform.connect(device.credentials);
      await back.post({ value: { liquidLevel: 0 }, time: begin + 2 * minute }, "thing/event/noLiquid/post");
      expect(await alarms()).toMatchObject([{ state: "cleared", occurrences: 2 }]);
    });

    test("people acknowledge, note, shelve and clear; each step is with who and when", async () => {
      const admin = await platform.admin();
      const { device, alarms, deviceId } = await named();
      const live = await listenLive(platform.url, admin, "alarms");
      await post(device, 1, 10);
      const [raised] = await alarms();
      const alarmId = raised?.alarmId ?? 0;
      await eventually(() => live.of("alarm")).toMatchObject([
        { deviceId, alarmId, change: "raised", isOpen: true },
      ]);
      const before = (await platform.call(countAlarms, {}, admin)).data;
      const body = { alarmIds: [alarmId], note: "on my way" };
      expect((await platform.call(acknowledgeAlarms, { body }, admin)).data).toEqual({ changed: 1 });
      expect((await platform.call(acknowledgeAlarms, { body }, admin)).data).toEqual({ changed: 0 });
      const after = (await platform.call(countAlarms, {}, admin)).data;
      expect(after).toEqual({ open: before.open, active: before.active - 1 });
      await platform.call(noteAlarm, { body: { alarmId, note: "pH probe cleaned" } }, admin);
      await platform.call(shelveAlarms, { body: { alarmIds: [alarmId], minutes: 60 } }, admin);
      const shelved = await platform.call(listAlarms, { query: { deviceId, state: "shelved" } }, admin);
      expect(shelved.total).toBe(1);
      expect((await platform.call(listAlarms, { query: { deviceId, state: "open" } }, admin)).total).toBe(0);
      await platform.call(shelveAlarms, { body: { alarmIds: [alarmId], minutes: 0 } }, admin);
      await platform.call(clearAlarms, { body: { alarmIds: [alarmId] } }, admin);
      const { data } = await platform.call(getAlarm, { params: { id: alarmId } }, admin);
      expect(data.steps.map((step) => step.kind)).toEqual([
        "raised",
        "acknowledged",
        "noted",
        "shelved",
        "unshelved",
        "cleared",
      ]);
      expect(data.steps[1]).toMatchObject({ by: expect.stringMatching(/./), note: "on my way" });
      expect(data).toMatchObject({ state: "cleared", acknowledgedBy: expect.stringMatching(/./) });
      await eventually(() => live.of("alarm").map((one) => one.change)).toEqual([
        "raised",
        "acknowledged",
        "shelved",
        "shelved",
        "cleared",
      ]);
      live.close();
      // Ended by hand while it still holds: the next report says so.
      await eventually(async () => {
        await post(device, 2 + Math.random(), 10);
        return (await alarms())[0]?.state;
      }).toBe("active");
      expect(await alarms()).toMatchObject([{ state: "active" }, { state: "cleared" }]);
    });

    test("a device in maintenance raises marked ones", async () => {
      const admin = await platform.admin();
      const { device, alarms, deviceId } = await named();
      await platform.call(setMaintenance, { body: { deviceId, minutes: 30, reason: "tube" } }, admin);
      const { data } = await platform.call(getMaintenance, { params: { deviceId } }, admin);
      expect(data).toMatchObject({ reason: "tube", until: expect.any(Number) });
      await post(device, 1, 10);
      expect(await alarms()).toMatchObject([{ state: "active", inMaintenance: true }]);
      await platform.call(setMaintenance, { body: { deviceId, minutes: 0 } }, admin);
      expect(await alarms()).toMatchObject([{ inMaintenance: false }]);
    });

    test("a rule that goes out of use, or is deleted, leaves no alarm behind and raises none", async () => {
      const admin = await platform.admin();
      const { device, alarms, rule, deviceId } = await named();
      await post(device, 1, 10);
      const body = { ...rule.body, ruleId: rule.id, status: "1" as const };
      await platform.call(alarmRules.calls.change, { body }, admin);
      expect(await alarms()).toMatchObject([{ state: "cleared" }]);
      await post(device, 2, 10);
      await post(device, 40, 10);
      expect(await alarms()).toHaveLength(1);
      await platform.call(alarmRules.calls.change, { body: { ...body, status: "0" } }, admin);
      await post(device, 80, 10);
      expect(await alarms()).toMatchObject([{ state: "active" }, { state: "cleared" }]);
      await platform.call(alarmRules.calls.remove, { params: { ids: String(rule.id) } }, admin);
      const { rows } = await platform.call(listAlarms, { query: { deviceId } }, admin);
      expect(rows).toMatchObject([{ state: "cleared", ruleId: null, name: rule.name }, { state: "cleared" }]);
    });
  },
  { now: () => now },
);
