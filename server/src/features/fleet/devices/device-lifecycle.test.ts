import {
  bindDevicePoint,
  claimDevice,
  listDeviceTimeline,
  makeDeviceLabels,
  moveDevices,
  removeDevices,
  replaceDevice,
  tagDevices,
} from "@tracewater/contract/fleet/device-lifecycle";
import {
  changeDevice,
  changeDeviceStatus,
  getDevice,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import { getSeries } from "@tracewater/contract/fleet/telemetry";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
import { lifecycleSteps } from "../../../../test/test-device-lifecycle.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const minute = 60_000;

onPlatform("The life of a device", (platform) => {
  const { addPoint, detail, spans, kinds, listed } = lifecycleSteps(platform);

  test("moved to another unit it is cut off, and what it reported before stays the old unit's", async () => {
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
    expect((await attemptConnect(platform.mqttUrl, old.credentials)).code).toBe(5);
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

  test("deleted it is gone where it was never heard of, else retired with all it reported, and may come back", async () => {
    const admin = await platform.admin();
    const never = await platform.addDevice();
    const received = await platform.connectNew();
    const { id, deviceName } = received.credentials;
    await received.post({ ph: 7 });
    const input = { params: { ...params, ids: `${never.id},${id}` } };
    expect((await platform.call(removeDevices, input, admin)).data).toEqual({ deleted: 1, retired: 1 });
    expect(await platform.refusal(removeDevices, input, admin)).toMatchObject({ code: 404 });
    await received.closed();
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
    expect((await attemptConnect(platform.mqttUrl, received.credentials)).code).toBe(0);
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
    expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(0);
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
