import {
  bindDevicePoint,
  claimDevice,
  getConnectDiagnosis,
  getDeviceUptime,
  listDeviceSpans,
  listDeviceTimeline,
  makeDeviceLabels,
  moveDevices,
  removeDevices,
  replaceDevice,
  type TimelineTopic,
  tagDevices,
} from "@tracewater/contract/fleet/device-life";
import {
  changeDevice,
  changeDeviceStatus,
  getDevice,
  listDevices,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import { getSeries } from "@tracewater/contract/fleet/telemetry";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addAlarm } from "../../../../test/test-alarm.ts";
import { knock } from "../../../../test/test-device.ts";
import { addVersion, startUpgrade, upgrading } from "../../../../test/test-firmware.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const minute = 60_000;

onPlatform("The life of a device", (platform) => {
  async function addPoint(code: string, unitId: number): Promise<number> {
    const values = { code, name: `Point ${code}`, kind: "plantInlet", unitId };
    const added = await platform.db.insertInto("samplingPoint").values(values).returning("id").execute();
    return added[0]?.id ?? 0;
  }
  const detail = async (id: number, as?: Session) =>
    (await platform.call(getDevice, { params: { ...params, id } }, as ?? (await platform.admin()))).data;
  const spans = async (id: number, as?: Session) =>
    (await platform.call(listDeviceSpans, { params: { id } }, as ?? (await platform.admin()))).data;
  const kinds = async (id: number, topic?: TimelineTopic, as?: Session) => {
    const query = { pageSize: 50, ...(topic === undefined ? {} : { topic }) };
    const admin = await platform.admin();
    const { rows } = await platform.call(listDeviceTimeline, { params: { id }, query }, as ?? admin);
    return rows.map((row) => row.kind);
  };
  const listed = async (query: Record<string, unknown>) => {
    const { rows } = await platform.call(listDevices, { params, query }, await platform.admin());
    return rows.map((row) => row.id);
  };

  test("moved to another unit it is cut off, and what it told before stays the old unit's", async () => {
    const [from, to] = [await platform.addUnit("Old owner"), await platform.addUnit("New owner")];
    const old = await platform.addUser({ unitId: from, roles: ["engineer"] });
    const next = await platform.addUser({ unitId: to, roles: ["engineer"] });
    const device = await platform.connect(await platform.addDevice({ unitId: from }));
    const { id } = device.credentials;
    const pointId = await addPoint("MV-1", from);
    await platform.call(bindDevicePoint, { params, body: { id, pointId } }, old);
    await device.post({ ph: 6.5 });
    await device.post({}, "thing/event/pumpFault/post");

    const body = { ids: [id], unitId: to, reason: "sold" };
    const refused = await platform.refusal(moveDevices, { params, body }, old);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "unitId" }] });
    await platform.call(moveDevices, { params, body }, await platform.admin());
    await device.closed();
    const again = await platform.connect(device.credentials);

    const gone = await platform.refusal(getDevice, { params: { ...params, id } }, old);
    expect(gone).toMatchObject({ code: 404 });
    expect(await detail(id, next)).toMatchObject({
      unitId: to,
      pointId: null,
      latest: {},
      lastValueAt: null,
    });
    await again.post({ ph: 7.5 });
    expect((await detail(id, next)).latest["ph"]?.value).toBe(7.5);

    expect(await spans(id, old)).toMatchObject({
      units: [{ name: "Old owner", until: expect.any(Number) }],
      points: [{ code: "MV-1", until: expect.any(Number) }],
    });
    expect(await spans(id, next)).toMatchObject({ units: [{ name: "New owner", until: null }], points: [] });
    await eventually(() => kinds(id, "connection", next)).toContain("connected");
    expect(await kinds(id, "alarm", next)).toEqual([]);
    expect(await kinds(id, "place", next)).toEqual(["moved"]);
    expect((await kinds(id, "alarm", old)).sort()).toEqual(["alarmRaised", "error"]);
    expect(await kinds(id, "place", old)).toEqual(["pointBound", "registered"]);
    expect((await kinds(id, "connection", old)).at(-1)).toBe("connected");
  });

  test("is bound to points from a moment on, and its spans never overlap", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    const [first, second] = [await addPoint("B-1", unitId), await addPoint("B-2", unitId)];
    const { id } = await platform.addDevice();
    // As if it had been registered an hour ago.
    const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
    await platform.db
      .updateTable("deviceUnit")
      .set({ since: ago(60) })
      .where("deviceId", "=", id)
      .execute();
    const bind = (pointId: number | null, minutesAgo?: number) => ({
      params,
      body: { id, pointId, ...(minutesAgo === undefined ? {} : { since: ago(minutesAgo).getTime() }) },
    });
    await platform.call(bindDevicePoint, bind(first, 30), admin);
    for (const [pointId, minutesAgo] of [
      [second, 45],
      [second, -5],
      [null, 31],
    ] as const) {
      const refused = await platform.refusal(bindDevicePoint, bind(pointId, minutesAgo), admin);
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "since" }] });
    }
    await platform.call(bindDevicePoint, bind(second, 10), admin);
    await platform.call(bindDevicePoint, bind(second), admin);
    await platform.call(bindDevicePoint, bind(null), admin);
    const { points } = await spans(id);
    expect(points.map((span) => span.code)).toEqual(["B-2", "B-1"]);
    expect(points[1]?.until).toBe(points[0]?.since);
    expect(points[0]?.until).toEqual(expect.any(Number));
    expect((await kinds(id, "place")).filter((kind) => kind !== "registered")).toEqual([
      "pointUnbound",
      "pointBound",
      "pointBound",
    ]);
  });

  test("replaced, its successor takes its place and it is refused; the point's past stays", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    const pointId = await addPoint("R-1", unitId);
    const old = await platform.connect(await platform.addDevice());
    const by = await platform.addDevice();
    const { id } = old.credentials;
    const facts = { id, nickname: "Inlet north", tags: ["north"], pointId, latitude: 52.1, longitude: 4.3 };
    await platform.call(changeDevice, { params, body: facts }, admin);
    await old.post({ ph: 7 });
    const itself = await platform.refusal(replaceDevice, { params, body: { id, byId: id } }, admin);
    expect(itself).toMatchObject({ errors: [{ field: "byId" }] });
    await platform.call(replaceDevice, { params, body: { id, byId: by.id, reason: "worn out" } }, admin);

    await old.closed();
    expect((await knock(platform.mqttUrl, old.credentials)).code).toBe(5);
    expect(await detail(id)).toMatchObject({
      pointId: null,
      retiredAt: expect.any(Number),
      replacedBy: { id: by.id, deviceName: by.deviceName },
      latest: { ph: { value: 7 } },
    });
    expect(await detail(by.id)).toMatchObject({
      pointId,
      nickname: "Inlet north",
      tags: ["north"],
      latitude: 52.1,
      positionSource: "entered",
    });
    expect((await spans(id)).points[0]?.until).toEqual(expect.any(Number));
    const query = { deviceId: id, identifiers: "ph", begin: 1, end: Date.now() };
    const end = { ...query, begin: Date.now() - 300 * 86_400_000 };
    expect((await platform.call(getSeries, { query: end }, admin)).data[0]?.count).toBe(1);
    expect(await listed({ keyword: old.credentials.deviceName })).toEqual([]);
    expect(await listed({ keyword: old.credentials.deviceName, state: "retired" })).toEqual([id]);
    expect((await kinds(id, "place")).slice(0, 2).sort()).toEqual(["pointUnbound", "replaced"]);
    expect(await kinds(by.id, "place")).toContain("replacedOther");

    const again = await platform.refusal(replaceDevice, { params, body: { id, byId: by.id } }, admin);
    expect(again).toMatchObject({ code: 404 });
  });

  test("deleted it is gone where it was never heard of, else retired with all it told, and may come back", async () => {
    const admin = await platform.admin();
    const never = await platform.addDevice();
    const heard = await platform.connectNew();
    const { id, deviceName } = heard.credentials;
    await heard.post({ ph: 7 });
    const input = { params: { ...params, ids: `${never.id},${id}` } };
    expect((await platform.call(removeDevices, input, admin)).data).toEqual({ deleted: 1, retired: 1 });
    expect(await platform.refusal(removeDevices, input, admin)).toMatchObject({ code: 404 });
    await heard.closed();
    const gone = await platform.refusal(getDevice, { params: { ...params, id: never.id } }, admin);
    expect(gone).toMatchObject({ code: 404 });
    await platform.addDevice({ deviceName: never.deviceName });
    expect(await detail(id)).toMatchObject({ status: "1", retiredAt: expect.any(Number) });

    const body = { id, nickname: "", tags: [], pointId: null };
    expect(await platform.refusal(changeDevice, { params, body }, admin)).toMatchObject({ code: 500 });
    const secret = await platform.refusal(resetDeviceSecret, { params: { ...params, id } }, admin);
    expect(secret).toMatchObject({ code: 500 });

    await platform.call(changeDeviceStatus, { params, body: { id, status: "0" } }, admin);
    expect(await listed({ keyword: deviceName })).toEqual([id]);
    expect((await knock(platform.mqttUrl, heard.credentials)).code).toBe(0);
    expect((await kinds(id, "place")).slice(0, 2)).toEqual(["restored", "retired"]);
  });

  test("is tagged with others, and found by its tag", async () => {
    const admin = await platform.admin();
    const [one, two] = [await platform.addDevice(), await platform.addDevice()];
    const ids = [one.id, two.id];
    await platform.call(tagDevices, { params, body: { ids, add: ["river", "spare"] } }, admin);
    await platform.call(tagDevices, { params, body: { ids: [two.id], remove: ["river"] } }, admin);
    expect(await listed({ tag: "river" })).toEqual([one.id]);
    expect((await listed({ tag: "spare" })).sort()).toEqual(ids.sort());
    const unknown = { params, body: { ids: [...ids, 999_999], add: ["x"] } };
    expect(await platform.refusal(tagDevices, unknown, admin)).toMatchObject({ code: 404 });
  });

  test("is told of: connections, takeovers, secrets, states; by topic and in pages", async () => {
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

  test("is told of: what it runs, upgrades that failed, alarms raised and cleared", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    const { id } = device.credentials;
    const ota = upgrading(device);
    await ota.inform("1.0.0");
    await ota.inform("1.1.0");
    const firmwareId = await addVersion(platform, "7.0.0");
    await startUpgrade(platform, firmwareId, [id]);
    await ota.told();
    await ota.progress("-3", "The digest is another.");
    const first = await addAlarm(platform.db, id, "No liquid");
    await sql`update alarm set state = 'cleared', cleared_at = now(), cleared_by = 'Ann' where id = ${first}`.execute(
      platform.db,
    );
    const told = async (topic: TimelineTopic) =>
      (await platform.call(listDeviceTimeline, { params: { id }, query: { topic } }, admin)).rows;
    expect((await told("firmware")).map(({ kind, facts }) => ({ kind, facts }))).toEqual([
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
    expect(await told("alarm")).toMatchObject([
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
    const told = async () =>
      (await platform.call(getConnectDiagnosis, { params: { id: credentials.id } }, admin)).data;
    expect(await told()).toEqual({ diagnosis: "neverTried", attempts: [] });
    await knock(platform.mqttUrl, credentials, { secret: "wrong" });
    await eventually(told).toMatchObject({
      diagnosis: "wrongSecret",
      attempts: [{ outcome: "wrongSecret", address: expect.stringContaining("127.0.0.1") }],
    });
    const device = await platform.connect(credentials);
    await eventually(told).toMatchObject({ diagnosis: "online" });
    await device.leave();
    await eventually(told).toMatchObject({ diagnosis: "goneSilent" });
    const unknown = { params: { id: 999_999 } };
    expect(await platform.refusal(getConnectDiagnosis, unknown, admin)).toMatchObject({ code: 404 });
  });

  test("its uptime is told by the day, from its first connection on", async () => {
    const admin = await platform.admin();
    const { id } = await platform.addDevice();
    const day = 86_400_000;
    const midnight = Math.floor((Date.now() + 8 * 3_600_000) / day) * day - 8 * 3_600_000;
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
    const told = data.days.map(({ ofMs, onlineMs, connects }) => [ofMs, onlineMs, connects]);
    expect(told.slice(0, 3)).toEqual([
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
});

onPlatform("A device's label", (platform) => {
  test("lets another unit claim the device, once", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Buyer");
    const buyer = await platform.addUser({ unitId, roles: ["engineer"] });
    const reader = await platform.addUser({ unitId, roles: ["viewer"] });
    const device = await platform.connectNew();
    const { id, deviceName } = device.credentials;
    const print = async () =>
      (await platform.call(makeDeviceLabels, { params, body: { ids: [id] } }, admin)).data[0];
    const first = await print();
    const label = await print();
    expect(label?.text).toBe(`TW1/waterSample/${deviceName}/${label?.claimCode}`);
    const body = { deviceName, claimCode: label?.claimCode ?? "", unitId, nickname: "Ours" };

    const codes = [first?.claimCode ?? "", "0".repeat(16), "nonsense"];
    for (const claimCode of codes) {
      const refused = await platform.refusal(claimDevice, { body: { ...body, claimCode } }, buyer);
      expect(refused).toMatchObject({ code: 404 });
    }
    expect(await platform.refusal(claimDevice, { body }, reader)).toMatchObject({ code: 404 });
    const elsewhere = { body: { ...body, unitId: await platform.unit() } };
    expect(await platform.refusal(claimDevice, elsewhere, buyer)).toMatchObject({
      errors: [{ field: "unitId" }],
    });

    const typed = (body.claimCode.match(/.{4}/g) ?? []).join("-").toLowerCase();
    const both = await Promise.all(
      [1, 2].map(() => platform.ask(claimDevice, { body: { ...body, claimCode: typed } }, buyer)),
    );
    expect(both.map((one) => one.body.code).sort()).toEqual([200, 404]);
    await device.closed();
    expect((await knock(platform.mqttUrl, device.credentials)).code).toBe(0);
    const { data } = await platform.call(getDevice, { params: { ...params, id } }, buyer);
    expect(data).toMatchObject({ unitId, nickname: "Ours" });
    const topic = { params: { id }, query: { topic: "place" as const } };
    expect((await platform.call(listDeviceTimeline, topic, buyer)).rows).toMatchObject([
      { kind: "claimed", facts: { to: "Buyer" } },
    ]);
    const unknown = { params, body: { ids: [999_999] } };
    expect(await platform.refusal(makeDeviceLabels, unknown, admin)).toMatchObject({ code: 404 });
  });

  test("takes no more into a unit than its authorization allows; within the unit a move takes no room", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Small");
    const below = await platform.addUnit("Below", unitId);
    await platform.db.updateTable("licence").set({ mostDevices: 1 }).where("unitId", "=", unitId).execute();
    const { id } = await platform.addDevice({ unitId });
    const other = await platform.addDevice();
    const move = (one: number, to: number) => ({ params, body: { ids: [one], unitId: to } });
    const full = await platform.refusal(moveDevices, move(other.id, unitId), admin);
    expect(full).toMatchObject({ code: 500, msg: expect.stringContaining("1") });
    const labels = await platform.call(makeDeviceLabels, { params, body: { ids: [other.id] } }, admin);
    const claim = { body: { ...other, claimCode: labels.data[0]?.claimCode ?? "", unitId } };
    expect(await platform.refusal(claimDevice, claim, admin)).toMatchObject({ code: 500 });
    await platform.call(moveDevices, move(id, below), admin);
    await platform.call(removeDevices, { params: { ...params, ids: String(id) } }, admin);
    await platform.call(moveDevices, move(other.id, unitId), admin);
  });
});
