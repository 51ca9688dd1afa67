import {
  getConnectDiagnosis,
  getDeviceUptime,
  listDeviceSpans,
  listDeviceTimeline,
  moveDevices,
  type TimelineTopic,
} from "@tracewater/contract/fleet/device-lifecycle";
import { changeDeviceStatus, resetDeviceSecret } from "@tracewater/contract/fleet/devices";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addAlarm } from "../../../../test/test-alarm.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
import { lifecycleSteps } from "../../../../test/test-device-lifecycle.ts";
import { addVersion, startUpgrade, upgrading } from "../../../../test/test-firmware.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("The past of a device", (platform) => {
  const { kinds } = lifecycleSteps(platform);

  test("is notified of: connections, takeovers, secrets, states; by topic and in pages", async () => {
    const admin = await platform.admin();
    const credentials = await platform.addDevice();
    const { id } = credentials;
    const first = await platform.connect(credentials);
    await eventually(() => kinds(id, "connection")).toEqual(["connected"]);
    const second = await platform.connect(credentials);
    await first.closed();
    await second.leave();
    const whole = ["disconnected", "connected", "takenOver", "connected"];
    await eventually(async () => (await kinds(id, "connection")).sort()).toEqual([...whole].sort());
    expect((await kinds(id, "connection"))[0]).toBe("disconnected");
    await platform.call(resetDeviceSecret, { params: { ...params, id } }, admin);
    await platform.call(changeDeviceStatus, { params, body: { id, status: "1" } }, admin);
    expect(await kinds(id, "access")).toEqual(["disabled", "secretReset"]);
    const query = { pageNum: 2, pageSize: 3 };
    const page = await platform.call(listDeviceTimeline, { params: { id }, query }, admin);
    expect([page.total, page.rows.length]).toEqual([7, 3]);
    expect(page.rows.every((row) => row.actor === "" || row.actor === "admin")).toBe(true);
    const bad = { params: { id: 999_999 } };
    expect(await platform.refusal(listDeviceTimeline, bad, admin)).toMatchObject({ code: 404 });
    expect(await platform.refusal(listDeviceSpans, bad, admin)).toMatchObject({ code: 404 });
  });

  test("is notified of: what it runs, upgrades that failed, alarms raised and cleared", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    const { id } = device.credentials;
    const ota = upgrading(device);
    await ota.inform("1.0.0");
    await ota.inform("1.1.0");
    const firmwareId = await addVersion(platform, "7.0.0");
    await startUpgrade(platform, firmwareId, [id]);
    await ota.nextOffer();
    await ota.progress("-3", "The digest is another.");
    const first = await addAlarm(platform.db, id, "No liquid");
    await sql`update alarm set state = 'cleared', cleared_at = now(), cleared_by = 'Ann' where id = ${first}`.execute(
      platform.db,
    );
    const received = async (topic: TimelineTopic) =>
      (await platform.call(listDeviceTimeline, { params: { id }, query: { topic } }, admin)).rows;
    expect((await received("firmware")).map(({ kind, facts }) => ({ kind, facts }))).toEqual([
      {
        kind: "upgradeFailed",
        facts: {
          module: "default",
          to: "7.0.0",
          reason: "checkFailed",
          message: "The digest is another.",
        },
      },
      { kind: "firmware", facts: { module: "default", from: "1.0.0", to: "1.1.0" } },
      { kind: "firmware", facts: { module: "default", from: null, to: "1.0.0" } },
    ]);
    expect(await received("alarm")).toMatchObject([
      { kind: "alarmCleared", actor: "Ann", facts: { name: "No liquid" } },
      { kind: "alarmRaised", actor: "", facts: { name: "No liquid", severity: "major" } },
    ]);
    // What was under another unit stays its own.
    const unitId = await platform.addUnit("Later owner");
    await platform.call(moveDevices, { params, body: { ids: [id], unitId, reason: "" } }, admin);
    const visitor = await platform.addUser({ roles: ["viewer"], unitId });
    const seen = (topic: TimelineTopic) =>
      platform.call(listDeviceTimeline, { params: { id }, query: { topic } }, visitor);
    expect([(await seen("firmware")).total, (await seen("alarm")).total]).toEqual([0, 0]);
  });

  test("says why it is away, by its last attempts to connect", async () => {
    const admin = await platform.admin();
    const credentials = await platform.addDevice();
    const received = async () =>
      (await platform.call(getConnectDiagnosis, { params: { id: credentials.id } }, admin)).data;
    expect(await received()).toEqual({ diagnosis: "neverTried", attempts: [] });
    await attemptConnect(platform.mqttUrl, credentials, { secret: "wrong" });
    await eventually(received).toMatchObject({
      diagnosis: "wrongSecret",
      attempts: [{ outcome: "wrongSecret", address: expect.stringContaining("127.0.0.1") }],
    });
    const device = await platform.connect(credentials);
    await eventually(received).toMatchObject({ diagnosis: "online" });
    await device.leave();
    await eventually(received).toMatchObject({ diagnosis: "goneSilent" });
    const unknown = { params: { id: 999_999 } };
    expect(await platform.refusal(getConnectDiagnosis, unknown, admin)).toMatchObject({ code: 404 });
  });
});

/** The clock does not move, so that no midnight falls into the test. */
const moment = Date.now();

onPlatform(
  "The uptime of a device",
  (platform) => {
    test("its uptime is reported by the day, from its first connection on", async () => {
      const admin = await platform.admin();
      const { id } = await platform.addDevice();
      const day = 86_400_000;
      const midnight = Math.floor((moment + 8 * 3_600_000) / day) * day - 8 * 3_600_000;
      await platform.db
        .updateTable("device")
        .set({ createdAt: new Date(midnight - 40 * day) })
        .where("id", "=", id)
        .execute();
      const span = (since: number, until: number) => ({
        deviceId: id,
        since: new Date(since),
        until: new Date(until),
      });
      await platform.db
        .insertInto("deviceConnection")
        .values([
          span(midnight - 2 * day + day / 2, midnight - 1.5 * day + day / 4),
          span(midnight - day / 2, midnight),
        ])
        .execute();
      const fresh = await platform.addDevice();
      const never = { params: { id: fresh.id }, query: {} };
      expect((await platform.call(getDeviceUptime, never, admin)).data.share).toBeNull();
      const { data } = await platform.call(getDeviceUptime, { params: { id }, query: { days: 4 } }, admin);
      const received = data.days.map(({ ofMs, onlineMs, connects }) => [ofMs, onlineMs, connects]);
      expect(received.slice(0, 3)).toEqual([
        [0, 0, 0],
        [day / 2, day / 4, 1],
        [day, day / 2, 1],
      ]);
      expect(data.days[3]).toMatchObject({ onlineMs: 0 });
      expect(data.share).toBeGreaterThan(0.29);
      expect(data.share).toBeLessThanOrEqual(0.5);
      const bad = { params: { id }, query: { days: 400 } };
      expect(await platform.refusal(getDeviceUptime, bad, admin)).toMatchObject({ code: 400 });
    });
  },
  { now: () => moment },
);
