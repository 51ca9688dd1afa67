import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import {
  addDevice,
  changeDevice,
  changeDeviceStatus,
  countDevices,
  getDevice,
  getDeviceOfAnyFamily,
  listDevices,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import { familyKeys } from "@tracewater/contract/fleet/families";
import { getProduct, listProducts } from "@tracewater/contract/fleet/products";
import { listDepts } from "@tracewater/contract/system/dept";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
import { bearer } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("A device", (platform) => {
  const add = async (body: Record<string, unknown>) =>
    platform.refusal(addDevice, { params, body }, await platform.admin());

  test("is added with a secret that is shown once and never again", async () => {
    const admin = await platform.admin();
    const added = await platform.addDevice({ deviceName: "once-told" });
    expect(added.deviceSecret).toMatch(/^[0-9a-f]{32}$/);
    await (await platform.connect(added)).post({ ph: 7 });
    const paths = [
      "/v2/admin/device/waterSample/list",
      `/v2/admin/device/waterSample/${added.id}`,
      `/v2/admin/device/de/${added.id}`,
      `/v2/admin/data/message/list?deviceId=${added.id}`,
      "/v2/admin/device/product/list",
    ];
    for (const path of paths) {
      const { body } = await platform.request(path, { headers: bearer(admin) });
      expect(JSON.stringify(body), path).not.toContain(added.deviceSecret);
      // That there is one may be notified; no text is under such a name.
      expect(JSON.stringify(body), path).not.toMatch(/"\w*secret\w*":"/i);
    }
    const { rows } = { rows: await platform.db.selectFrom("device").select("secretSealed").execute() };
    for (const row of rows) expect(row.secretSealed.includes(added.deviceSecret)).toBe(false);
  });

  test("has a name of its own on the whole platform", async () => {
    const { deviceName } = await platform.addDevice();
    const unitId = await platform.unit();
    const refused = await add({ deviceName, unitId });
    expect(refused).toMatchObject({ code: 409, errors: [{ field: "deviceName" }] });
  });

  test("is added once of two at once with one name", async () => {
    const input = { params, body: { deviceName: "twins", unitId: await platform.unit() } };
    const admin = await platform.admin();
    const both = await Promise.all([1, 2].map(() => platform.ask(addDevice, input, admin)));
    expect(both.map((one) => one.body.code).sort()).toEqual([200, 409]);
  });

  test.each(["abc", "a".repeat(33), "has blank", "has/slash", "has#hash", "名字名字", ""])(
    "is refused under the name '%s', by its field",
    async (deviceName) => {
      const refused = await add({ deviceName, unitId: await platform.unit() });
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "deviceName" }] });
    },
  );

  test("is refused in a unit or at a point that does not exist, by the field", async () => {
    const unitId = await platform.unit();
    const noUnit = await add({ deviceName: "nowhere", unitId: 999_999 });
    expect(noUnit).toMatchObject({ code: 400, errors: [{ field: "unitId" }] });
    const noPoint = await add({ deviceName: "nowhere", unitId, pointId: 999_999 });
    expect(noPoint).toMatchObject({ code: 400, errors: [{ field: "pointId" }] });
  });

  test.each(familyKeys)("%s is added with the product of its family", async (family) => {
    const admin = await platform.admin();
    const { id, productKey } = await platform.addDevice({ family });
    expect(productKey).toBe(family);
    const { data } = await platform.call(getDevice, { params: { family, id } }, admin);
    expect(data).toMatchObject({ typeKey: family, productKey: family });
  });

  test("is reported by its family alone", async () => {
    const { id } = await platform.addDevice();
    const admin = await platform.admin();
    const { data } = await platform.call(getDevice, { params: { ...params, id } }, admin);
    expect(data).toMatchObject({ id, typeKey: "waterSample", connection: { state: "notActivated" } });
    const other = { params: { family: "mass", id } };
    expect(await platform.refusal(getDevice, other, admin)).toMatchObject({ code: 404 });
    const any = await platform.call(getDeviceOfAnyFamily, { params: { id } }, admin);
    expect(any.data).toEqual(data);
    const named = { params: { id: id + 1000 }, query: { deviceName: data.deviceName } };
    expect((await platform.call(getDeviceOfAnyFamily, named, admin)).data).toEqual(data);
    const unknown = { params: { id }, query: { deviceName: "no-such-device" } };
    expect(await platform.refusal(getDeviceOfAnyFamily, unknown, admin)).toMatchObject({ code: 404 });
  });

  test("that is changed keeps the span of each point it was at", async () => {
    const admin = await platform.admin();
    const unitId = await platform.unit();
    const points = await platform.db
      .insertInto("samplingPoint")
      .values(["P-1", "P-2"].map((code) => ({ code, name: code, kind: "plantInlet", unitId })))
      .returning("id")
      .execute();
    const { id } = await platform.addDevice();
    for (const pointId of [...points.map((point) => point.id), null]) {
      const body = { id, nickname: "Inlet", tags: ["north"], pointId };
      await platform.call(changeDevice, { params, body }, admin);
    }
    const spans = await platform.db
      .selectFrom("devicePoint")
      .selectAll()
      .where("deviceId", "=", id)
      .execute();
    expect(spans.map((span) => span.until !== null)).toEqual([true, true]);
    const { data } = await platform.call(getDevice, { params: { ...params, id } }, admin);
    expect(data).toMatchObject({ nickname: "Inlet", tags: ["north"], pointId: null });
    const { rows } = await platform.call(listSamplingPoints, { query: { keyword: "P-" } }, admin);
    expect(rows.map((row) => [row.code, row.deviceCount])).toEqual([
      ["P-1", 0],
      ["P-2", 0],
    ]);
    const bad = { params, body: { id, nickname: "", tags: [], pointId: 999_999 } };
    expect(await platform.refusal(changeDevice, bad, admin)).toMatchObject({
      errors: [{ field: "pointId" }],
    });
  });

  test("with a new secret is cut off, and the old secret is refused", async () => {
    const device = await platform.connectNew();
    const input = { params: { ...params, id: device.credentials.id } };
    const { data } = await platform.call(resetDeviceSecret, input, await platform.admin());
    await device.closed();
    expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(4);
    expect((await attemptConnect(platform.mqttUrl, data)).code).toBe(0);
  });

  test("that is disabled is cut off and refused with CONNACK 5, until it is enabled", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    const { id } = device.credentials;
    await platform.call(changeDeviceStatus, { params, body: { id, status: "1" } }, admin);
    await device.closed();
    expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(5);
    const { rows } = await platform.call(listDevices, { params, query: { state: "disabled" } }, admin);
    expect(rows.map((row) => row.id)).toContain(id);
    await platform.call(changeDeviceStatus, { params, body: { id, status: "0" } }, admin);
    expect((await attemptConnect(platform.mqttUrl, device.credentials)).code).toBe(0);
  });

  test("is counted by family and state", async () => {
    const admin = await platform.admin();
    // Those of the tests before may still be on their way to their state.
    await eventually(async () => {
      const { data } = await platform.call(countDevices, {}, admin);
      expect(data.map((one) => one.typeKey)).toContain("mass");
      const { typeKey: _, ...sampler } = data.find((one) => one.typeKey === "waterSample") ?? {
        typeKey: "",
      };
      const list = await platform.call(listDevices, { params }, admin);
      return { counts: sampler, listed: list.counts };
    }).toSatisfy(({ counts, listed }) => JSON.stringify(counts) === JSON.stringify(listed));
  });

  test("is in the list of its state as it comes and goes", async () => {
    const admin = await platform.admin();
    const listed = async (state: "online" | "offline" | "notActivated", id: number) => {
      const { rows } = await platform.call(listDevices, { params, query: { state, pageSize: 100 } }, admin);
      return rows.some((row) => row.id === id);
    };
    const added = await platform.addDevice();
    expect(await listed("notActivated", added.id)).toBe(true);
    const device = await platform.connect(added);
    await eventually(() => listed("online", added.id)).toBe(true);
    expect(await listed("notActivated", added.id)).toBe(false);
    device.vanish();
    await eventually(() => listed("offline", added.id)).toBe(true);
    expect(await listed("online", added.id)).toBe(false);
  });

  test("is counted to 10,000 in each state, and shown as more beyond that", async () => {
    const admin = await platform.admin();
    const unitId = await platform.addUnit("Ten thousand");
    await sql`insert into device (product_id, device_name, unit_id, secret_sealed)
      select p.id, 'crowd' || g, ${unitId}, '' from product p, generate_series(1, 10001) g
      where p.type_key = 'handFastDetector'`.execute(platform.db);
    const asked = {
      params: { family: "handFastDetector" as const },
      query: { unitId, pageSize: 50, pageNum: 200 },
    };
    const full = await platform.call(listDevices, asked, admin);
    expect(full).toMatchObject({ total: 10_000, isMore: true, counts: { notActivated: 10_000 } });
    expect([full.rows.length, full.beyond]).toEqual([50, ["notActivated"]]);
    await sql`delete from device where device_name = 'crowd1'`.execute(platform.db);
    const exact = await platform.call(listDevices, asked, admin);
    expect(exact).toMatchObject({
      total: 10_000,
      isMore: false,
      counts: { notActivated: 10_000 },
      beyond: [],
    });
    await sql`delete from device where unit_id = ${unitId}`.execute(platform.db);
  });

  test("is found by a part of its name, its tag and its state", async () => {
    const admin = await platform.admin();
    const { id } = await platform.addDevice({ deviceName: "Needle_100%".replace("%", ":") });
    const body = { id, nickname: "In the haystack", tags: ["sharp"], pointId: null };
    await platform.call(changeDevice, { params, body }, admin);
    for (const query of [{ keyword: "needle_" }, { keyword: "HAYSTACK" }, { tag: "sharp" }]) {
      const { rows } = await platform.call(listDevices, { params, query }, admin);
      expect(rows.map((row) => row.id)).toEqual([id]);
    }
    const { total, counts } = await platform.call(
      listDevices,
      { params, query: { tag: "sharp", state: "online" } },
      admin,
    );
    expect({ total, counts }).toMatchObject({ total: 0, counts: { notActivated: 1 } });
  });
});

onPlatform("Products and units", (platform) => {
  test("the shipped product is listed with its thing model and the number of devices", async () => {
    const admin = await platform.admin();
    await platform.addDevice();
    const { data } = await platform.call(listProducts, {}, admin);
    expect(data[0]).toMatchObject({ productKey: "waterSample", typeKey: "waterSample", deviceCount: 1 });
    const id = data[0]?.productId ?? 0;
    const product = await platform.call(getProduct, { params: { id } }, admin);
    expect(product.data.model.services.map((service) => service.identifier)).toContain("grab");
    const unknown = { params: { id: 999_999 } };
    expect(await platform.refusal(getProduct, unknown, admin)).toMatchObject({ code: 404 });
  });

  test("units are listed flat, with a root's parent being 0", async () => {
    const root = await platform.addUnit("Root");
    const below = await platform.addUnit("Below", root);
    const { data } = await platform.call(listDepts, {}, await platform.admin());
    const parents = new Map(data.map((unit) => [unit.deptId, unit.parentId]));
    expect([parents.get(root), parents.get(below)]).toEqual([0, root]);
  });
});
