import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { callService, getProperties, listCommands, setProperties } from "@tracewater/contract/fleet/commands";
import {
  addDevice,
  changeDevice,
  changeDeviceStatus,
  countDevices,
  listDevices,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import { listProducts } from "@tracewater/contract/fleet/products";
import { listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";
import { listDepts } from "@tracewater/contract/system/dept";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import type { TestDevice } from "../../test/test-device.ts";
import { bearer, type Session } from "../../test/test-http.ts";
import { listenLive } from "../../test/test-live.ts";
import { onPlatform } from "../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const nobodysId = 2_000_000_000;

onPlatform("With two units", (platform) => {
  let a: Side;
  let b: Side;
  let commandOfB = "";

  async function makeSide(name: string): Promise<Side> {
    const unitId = await platform.addUnit(name);
    const point = { code: `${name}-1`, name, kind: "plantInlet", unitId };
    await platform.db.insertInto("samplingPoint").values(point).execute();
    const user = await platform.addUser({ unitId, roles: ["operator", "engineer"] });
    const device = await platform.connect(
      await platform.addDevice({ unitId, deviceName: `sampler-of-${name}` }),
    );
    await device.post({ ph: 7 });
    await device.post({ index: 1 }, "thing/event/sampleTaken/post");
    return { unitId, user, device, id: device.credentials.id, deviceName: device.credentials.deviceName };
  }

  beforeAll(async () => {
    a = await makeSide("a");
    b = await makeSide("b");
    const input = { params: { ...params, service: "stop" }, query: { deviceName: b.deviceName } };
    commandOfB = (await platform.call(callService, input, b.user)).data.id;
  });

  test("an operator of one sees its devices, points, units and counts, and none of the other's", async () => {
    const devices = await platform.call(listDevices, { params }, a.user);
    expect(devices.rows.map((row) => row.id)).toEqual([a.id]);
    expect(devices).toMatchObject({ total: 1, counts: { online: 1 } });
    const elsewhere = await platform.call(listDevices, { params, query: { unitId: b.unitId } }, a.user);
    expect(elsewhere.total).toBe(0);
    const counts = await platform.call(countDevices, {}, a.user);
    expect(counts.data.find((one) => one.typeKey === "waterSample")?.online).toBe(1);
    const points = await platform.call(listSamplingPoints, {}, a.user);
    expect(points.rows.map((row) => row.unitId)).toEqual([a.unitId]);
    const units = await platform.call(listDepts, {}, a.user);
    expect(units.data.map((unit) => unit.deptId)).toEqual([a.unitId]);
    const products = await platform.call(listProducts, {}, a.user);
    expect(products.data.map((product) => product.deviceCount)).toEqual([1, 0, 0, 0, 0]);
  });

  test("what each reads of its own device is there", async () => {
    const query = { deviceId: a.id };
    expect((await platform.call(listMessages, { query }, a.user)).total).toBeGreaterThan(0);
    expect((await platform.call(listEvents, { query }, a.user)).total).toBe(1);
    expect((await platform.call(listCommands, { query: { deviceId: b.id } }, b.user)).total).toBe(1);
  });

  const reads: [string, (id: number) => string][] = [
    ["a device", (id) => `/v2/admin/device/waterSample/${id}`],
    ["a device of any family", (id) => `/v2/admin/device/de/${id}`],
    ["a series", (id) => `/v2/admin/data/telemetry/series?deviceId=${id}&identifiers=ph&begin=0&end=1000`],
    ["messages", (id) => `/v2/admin/data/message/list?deviceId=${id}`],
    ["events", (id) => `/v2/admin/data/event/list?deviceId=${id}`],
    ["commands", (id) => `/v2/admin/device/command/list?deviceId=${id}`],
  ];
  test.each(reads)("%s of the other's answer exactly as of nobody's", async (_what, path) => {
    const headers = bearer(a.user);
    const [other, nobody] = [
      (await platform.request(path(b.id), { headers })).body,
      (await platform.request(path(nobodysId), { headers })).body,
    ];
    expect(other.code).toBe(404);
    expect({ ...other, requestId: "" }).toEqual({ ...nobody, requestId: "" });
  });

  test("a command of the other's answers exactly as nobody's", async () => {
    const headers = bearer(a.user);
    const path = "/v2/admin/device/command";
    const other = (await platform.request(`${path}/${commandOfB}`, { headers })).body;
    const nobody = (await platform.request(`${path}/${nobodysId}`, { headers })).body;
    expect(other.code).toBe(404);
    expect({ ...other, requestId: "" }).toEqual({ ...nobody, requestId: "" });
    expect((await platform.request(`${path}/${commandOfB}`, { headers: bearer(b.user) })).body.code).toBe(
      200,
    );
  });

  test("nothing of the other's is changed or ordered", async () => {
    const query = { deviceName: b.deviceName };
    const answers = await Promise.all([
      platform.refusal(changeDeviceStatus, { params, body: { id: b.id, status: "1" } }, a.user),
      platform.refusal(
        changeDevice,
        { params, body: { id: b.id, nickname: "", pointId: null, tags: [] } },
        a.user,
      ),
      platform.refusal(resetDeviceSecret, { params: { ...params, id: b.id } }, a.user),
      platform.refusal(callService, { params: { ...params, service: "stop" }, query }, a.user),
      platform.refusal(setProperties, { params, query, body: { params: { interval: 5 } } }, a.user),
      platform.refusal(getProperties, { params, query, body: { identifiers: ["ph"] } }, a.user),
    ]);
    expect(answers.map((one) => one.code)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(b.device.isClosed()).toBe(false);
    const nobody = { params: { ...params, service: "stop" }, query: { deviceName: "nobody" } };
    const refused = await platform.refusal(callService, nobody, a.user);
    expect({ ...refused, requestId: "" }).toEqual({ ...answers[3], requestId: "" });
  });

  test("no device is added to the other's unit or point", async () => {
    const body = { deviceName: "intruder", unitId: b.unitId };
    const refused = await platform.refusal(addDevice, { params, body }, a.user);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "unitId" }] });
    const point = await platform.db
      .selectFrom("samplingPoint")
      .select("id")
      .where("unitId", "=", b.unitId)
      .executeTakeFirstOrThrow();
    const placed = { params, body: { ...body, unitId: a.unitId, pointId: point.id } };
    const second = await platform.refusal(addDevice, placed, a.user);
    expect(second).toMatchObject({ code: 400, errors: [{ field: "pointId" }] });
  });

  test("the live stream carries nothing of the other's", async () => {
    const topics = `device:${a.id},device:${b.id},family:waterSample`;
    const live = await listenLive(platform.url, a.user, topics);
    await b.device.post({ ph: 6 });
    await b.device.post({ index: 2 }, "thing/event/sampleTaken/post");
    const input = { params: { ...params, service: "stop" }, query: { deviceName: b.deviceName } };
    await platform.call(callService, input, b.user);
    await a.device.post({ ph: 5 });
    await eventually(() => live.of("values").length).toBeGreaterThan(0);
    await eventually(() => live.of("message").length).toBeGreaterThan(0);
    const about = new Set(live.received.flatMap((event) => ("deviceId" in event ? [event.deviceId] : [])));
    expect([...about]).toEqual([a.id]);
    live.close();
  });

  test("a role of the unit and below reaches the departments, and not the unit above", async () => {
    const department = await platform.addUnit("department of a", a.unitId);
    const below = await platform.addDevice({ unitId: department });
    const rowsOf = async (user: Session) =>
      (await platform.call(listDevices, { params }, user)).rows.map((row) => row.id).sort();
    expect(await rowsOf(a.user)).toEqual([a.id, below.id].sort());
    const member = await platform.addUser({ unitId: department, roles: ["viewer"] });
    expect(await rowsOf(member)).toEqual([below.id]);
    const auditor = await platform.addUser({ unitId: department, roles: ["auditor"] });
    expect(await rowsOf(auditor)).toEqual([a.id, b.id, below.id].sort());
  });

  test("a role of chosen units reaches those, and not one's own", async () => {
    const role = { roleKey: "visitor", name: "Visitor", dataScope: "chosen" };
    const { id } = await platform.db
      .insertInto("role")
      .values(role)
      .returning("id")
      .executeTakeFirstOrThrow();
    await platform.db.insertInto("roleDept").values({ roleId: id, deptId: b.unitId }).execute();
    const viewing = await platform.db
      .selectFrom("menu")
      .select("id")
      .where("permission", "=", "device:sampler:list")
      .executeTakeFirstOrThrow();
    await platform.db.insertInto("roleMenu").values({ roleId: id, menuId: viewing.id }).execute();
    const visitor = await platform.addUser({ unitId: a.unitId, roles: ["visitor"] });
    const seen = async () =>
      (await platform.call(listDevices, { params }, visitor)).rows.map((row) => row.id);
    expect(await seen()).toEqual([b.id]);
    await platform.db.updateTable("role").set({ status: "1" }).where("id", "=", id).execute();
    expect(await platform.refusal(listDevices, { params }, visitor)).toMatchObject({ code: 403 });
  });

  test("a user without a unit sees nothing, whatever the role", async () => {
    const user = await platform.addUser({ roles: ["operator"] });
    expect((await platform.call(listDevices, { params }, user)).total).toBe(0);
  });
});

type Side = { unitId: number; user: Session; device: TestDevice; id: number; deviceName: string };
