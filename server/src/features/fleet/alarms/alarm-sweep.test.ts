import { acknowledgeAlarms, setMaintenance, shelveAlarms } from "@tracewater/contract/fleet/alarms";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import {
  addRule,
  alarmsOf,
  minute,
  namedRule,
  post,
  type RuleGiven,
  sweep,
} from "../../../../test/test-alarm-rules.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const clock = { now: Date.now() };

onPlatform(
  "The sweep of alarms",
  (platform) => {
    const named = (given: RuleGiven = {}) => namedRule(platform, given);

    test("what nobody acknowledges becomes graver, shelved ones come back, and maintenance ends", async () => {
      const admin = await platform.admin();
      const quiet = await named({ escalateMin: 30 });
      const loud = await named({ escalateMin: 30 });
      for (const { device } of [quiet, loud]) await post(device, 1, 10);
      const idOf = async ({ alarms }: typeof quiet) => (await alarms())[0]?.alarmId ?? 0;
      await platform.call(acknowledgeAlarms, { body: { alarmIds: [await idOf(quiet)] } }, admin);
      await platform.call(shelveAlarms, { body: { alarmIds: [await idOf(quiet)], minutes: 20 } }, admin);
      clock.now += 29 * minute;
      await sweep(platform);
      expect(await loud.alarms()).toMatchObject([{ severity: "warning", escalations: 0 }]);
      expect(await quiet.alarms()).toMatchObject([{ shelvedUntil: null, state: "acknowledged" }]);
      clock.now += 2 * minute;
      await sweep(platform);
      await sweep(platform);
      expect(await loud.alarms()).toMatchObject([{ severity: "major", escalations: 1 }]);
      expect(await quiet.alarms()).toMatchObject([{ severity: "warning", escalations: 0 }]);
      await platform.call(setMaintenance, { body: { deviceId: loud.deviceId, minutes: 60 } }, admin);
      clock.now += 40 * minute;
      await sweep(platform);
      expect(await loud.alarms()).toMatchObject([{ severity: "major", inMaintenance: true }]);
      clock.now += 30 * minute;
      await sweep(platform);
      expect(await loud.alarms()).toMatchObject([{ severity: "critical", inMaintenance: false }]);
      clock.now += 40 * minute;
      await sweep(platform);
      expect(await loud.alarms()).toMatchObject([{ escalations: 2 }]);
    });

    test("connected but silent, and offline for too long: once each, until the device is heard of", async () => {
      const silence = { identifier: "", threshold: null, durationS: 600 };
      const { device, alarms: silent, rule } = await named({ source: "silent", ...silence });
      const { deviceName } = device.credentials;
      const absent = await addRule(platform, { source: "offline", ...silence, devices: deviceName });
      const absence = () => alarmsOf(platform, absent.id);
      await device.post({ ph: 7 });
      await sweep(platform);
      expect([await silent(), await absence()]).toEqual([[], []]);
      clock.now += 11 * minute;
      await sweep(platform);
      await sweep(platform);
      expect(await silent()).toMatchObject([{ state: "active", source: "silent", ruleId: rule.id }]);
      expect(await absence()).toEqual([]);
      await eventually(async () => {
        await device.post({ ph: 7 });
        return (await silent())[0]?.state;
      }).toBe("cleared");
      await device.leave();
      clock.now += 11 * minute;
      await eventually(async () => {
        await sweep(platform);
        return absence();
      }).toMatchObject([{ state: "active", source: "offline" }]);
      await platform.connect(device.credentials);
      await eventually(async () => {
        await sweep(platform);
        return (await absence())[0]?.state;
      }).toBe("cleared");
    });

    test("an alarm whose end no node noticed is ended by the sweep from the latest value", async () => {
      const { device, alarms, deviceId } = await named({ clearThreshold: 8 });
      await post(device, 1, 10);
      const latest = sql`update telemetry_latest l set value = 8.5, ts = now() from metric m
        where m.id = l.metric and m.identifier = 'ph' and l.device_id = ${deviceId}`;
      await latest.execute(platform.db);
      await sweep(platform);
      expect(await alarms()).toMatchObject([{ state: "active" }]);
      await sql`update telemetry_latest set value = 8 where device_id = ${deviceId}`.execute(platform.db);
      await sweep(platform);
      expect(await alarms()).toMatchObject([{ state: "cleared" }]);
    });
  },
  { now: () => clock.now },
);
