import { expect, test } from "vitest";
import { storedValues } from "../../../../test/stored-values.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const topics = {
  batch: "thing/event/property/batch/post",
  pack: "thing/event/property/pack/post",
  history: "thing/event/property/history/post",
};

onPlatform("A message of many values", (platform) => {
  const valuesOf = async (device: TestDevice) =>
    (await storedValues(platform.db, device.credentials.id)).map(({ identifier, at, value }) => [
      identifier,
      at,
      value,
    ]);
  const eventsOf = (device: TestDevice) =>
    platform.db
      .selectFrom("deviceEvent")
      .select(["identifier", "params"])
      .where("deviceId", "=", device.credentials.id)
      .orderBy("ts")
      .execute();
  const at = Date.now() - 3_600_000;

  test("as a batch is stored each under its own time, events too", async () => {
    const device = await platform.connectNew();
    const params = {
      properties: {
        ph: [
          { value: 7.1, time: at },
          { value: 7.2, time: at + 1000 },
        ],
        flow: [{ value: 3, time: at }],
      },
      events: { sampleTaken: [{ value: { index: 1 }, time: at }] },
    };
    expect(await device.post(params, topics.batch)).toMatchObject({
      code: 200,
      method: "thing.event.property.batch.post",
    });
    expect(await valuesOf(device)).toEqual([
      ["flow", at, 3],
      ["ph", at, 7.1],
      ["ph", at + 1000, 7.2],
    ]);
    expect(await eventsOf(device)).toEqual([{ identifier: "sampleTaken", params: { index: 1 } }]);
  });

  test("as a pack is stored for the sender", async () => {
    const device = await platform.connectNew();
    const params = {
      properties: { ph: { value: 7.3, time: at }, flow: { value: 4, time: at } },
      events: { sampleTaken: { value: { index: 2 }, time: at } },
    };
    expect(await device.post(params, topics.pack)).toMatchObject({ code: 200 });
    expect(await valuesOf(device)).toEqual([
      ["flow", at, 4],
      ["ph", at, 7.3],
    ]);
    expect(await eventsOf(device)).toHaveLength(1);
  });

  test("as history is stored once however often it is sent", async () => {
    const device = await platform.connectNew();
    const { productKey, deviceName } = device.credentials;
    const day = 86_400_000;
    const properties = Array.from({ length: 50 }, (_, place) => ({
      ph: { value: 7 + place / 100, time: at - day * place },
    }));
    const params = [{ identity: { productKey, deviceName }, properties, events: [] }];
    for (let sent = 0; sent < 2; sent++)
      expect(await device.post(params, topics.history)).toMatchObject({ code: 200 });
    expect(await valuesOf(device)).toHaveLength(50);
    const [oldest] = await storedValues(platform.db, device.credentials.id);
    expect(oldest).toMatchObject({ at: at - 49 * day, flags: 0 });
  });

  test("of events is stored each", async () => {
    const device = await platform.connectNew();
    const params = [
      { value: { index: 1 }, time: at },
      { value: { index: 2 }, time: at + 1 },
    ];
    expect(await device.post(params, "thing/event/sampleTaken/batch/post")).toMatchObject({ code: 200 });
    expect((await eventsOf(device)).map((one) => one.params)).toEqual([{ index: 1 }, { index: 2 }]);
  });

  test("that names a device of nobody on this connection is refused whole with 520", async () => {
    const device = await platform.connectNew();
    const other = await platform.connectNew();
    const { productKey, deviceName } = other.credentials;
    const identity = { productKey, deviceName };
    const own = { ph: { value: 7, time: at } };
    const pack = { properties: own, subDevices: [{ identity, properties: own }] };
    expect(await device.post(pack, topics.pack)).toMatchObject({ code: 520 });
    expect(await device.post([{ identity, properties: [own] }], topics.history)).toMatchObject({ code: 520 });
    expect([...(await valuesOf(device)), ...(await valuesOf(other))]).toEqual([]);
  });

  const many = Object.fromEntries(Array.from({ length: 201 }, (_, place) => [`p${place}`, [1]]));
  const wrong: [string, keyof typeof topics, unknown, number][] = [
    ["a list", "batch", [], 400],
    ["values that are no lists", "batch", { properties: { ph: 7 } }, 400],
    ["a wrong type among right ones", "batch", { properties: { flow: [1], ph: [7, "7"] } }, 460],
    ["201 properties", "batch", { properties: many }, 6106],
    ["sub-devices that are no list", "pack", { properties: {}, subDevices: {} }, 400],
    ["a sub-device without a name", "pack", { subDevices: [{ properties: {} }] }, 400],
    ["an object", "history", {}, 400],
    ["an entry that is none", "history", [1], 400],
    ["a name that is none", "history", [{ identity: {}, properties: [] }], 400],
    ["a wrong type", "history", [{ properties: [{ ph: { value: "x", time: at } }] }], 460],
  ];
  test.each(wrong)(
    "with %s (%s) is refused by its code and nothing of it is stored",
    async (_what, ...rest) => {
      const [kind, params, code] = rest;
      const device = await platform.connectNew();
      expect(await device.post(params, topics[kind])).toMatchObject({ code });
      expect(await valuesOf(device)).toEqual([]);
    },
  );
});
