import {
  changeShadow,
  getShadow,
  listAttributes,
  listDeviceLogs,
  switchDeviceLog,
} from "@tracewater/contract/fleet/device-twin";
import { expect, test } from "vitest";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("Attributes of a device", (platform) => {
  const update = "thing/deviceinfo/update";
  const list = async ({ credentials }: TestDevice) => {
    const input = { params, query: { deviceName: credentials.deviceName } };
    const { data } = await platform.call(listAttributes, input, await platform.admin());
    return data.map(({ key, value }) => [key, value]);
  };

  test("are added to those it reported before, and deleted by their keys", async () => {
    const device = await platform.connectNew();
    await device.post([{ attrKey: "batch", attrValue: "7" }], update);
    const more = [
      { attrKey: "batch", attrValue: "8" },
      { attrKey: "SYS_LP_SDK_VERSION", attrValue: 3 },
    ];
    expect(await device.post(more, update)).toMatchObject({ code: 200, method: "thing.deviceinfo.update" });
    expect(await list(device)).toEqual([
      ["SYS_LP_SDK_VERSION", "3"],
      ["batch", "8"],
    ]);
    const gone = [{ attrKey: "batch" }, { attrKey: "never" }];
    expect(await device.post(gone, "thing/deviceinfo/delete")).toMatchObject({ code: 200 });
    expect(await list(device)).toEqual([["SYS_LP_SDK_VERSION", "3"]]);
  });

  test("over a hundred of one device are refused, changes of known ones are not", async () => {
    const device = await platform.connectNew();
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ attrKey: `k${from + at}`, attrValue: "v" }));
    expect(await device.post(some(0, 99), update)).toMatchObject({ code: 200 });
    expect(await device.post(some(99, 2), update)).toMatchObject({ code: 460 });
    expect(await device.post(some(98, 2), update)).toMatchObject({ code: 200 });
    expect(await list(device)).toHaveLength(100);
  });

  test.each([
    { a: 1 },
    [1],
    [{ attrKey: "" }],
    [{ attrKey: "a b", attrValue: "v" }],
    [{ attrKey: "a", attrValue: {} }],
    [{ attrKey: "a", attrValue: "v\u0000" }],
    [{ attrKey: "a", attrValue: "v".repeat(300) }],
  ])("that are none are refused: %o", async (given) => {
    const device = await platform.connectNew();
    expect(await device.post(given, update)).toMatchObject({ code: 460 });
    expect(await list(device)).toEqual([]);
  });
});

onPlatform("The shadow of a device", (platform) => {
  const talk = async (device: TestDevice, message: unknown) => {
    const { productKey, deviceName } = device.credentials;
    device.write(device.toPublish(`/shadow/update/${productKey}/${deviceName}`, message));
    return collectMessages(device);
  };
  const collectMessages = async (device: TestDevice) => {
    const { productKey, deviceName } = device.credentials;
    const packet = await device.published((one) => one.topic === `/shadow/get/${productKey}/${deviceName}`);
    return JSON.parse(packet.payload.toString());
  };
  const update = (reported: unknown, version: number, more = {}) => ({
    method: "update",
    state: { reported, ...more },
    version,
  });
  const change = (device: TestDevice, desired: Record<string, unknown>, version: number) => ({
    params,
    query: { deviceName: device.credentials.deviceName },
    body: { desired, version },
  });

  test("is what it reported, with rising versions", async () => {
    const device = await platform.connectNew();
    expect(await talk(device, update({ colour: "red", level: 3 }, 5))).toMatchObject({
      method: "reply",
      payload: { status: "success", version: 5 },
    });
    await talk(device, update({ colour: "green" }, 6));
    const shadow = await talk(device, { method: "get" });
    expect(shadow).toMatchObject({
      method: "reply",
      version: 6,
      payload: { status: "success", state: { reported: { colour: "green", level: 3 }, desired: {} } },
    });
    expect(shadow.payload.metadata.reported.colour.timestamp).toBeGreaterThan(1_600_000_000);
    await talk(device, { method: "delete", state: { reported: { level: "null" } }, version: 7 });
    expect((await talk(device, { method: "get" })).payload.state.reported).toEqual({ colour: "green" });
    await talk(device, { method: "delete", state: { reported: "null" }, version: 8 });
    expect((await talk(device, { method: "get" })).payload.state.reported).toEqual({});
    expect((await talk(device, update({ level: 1 }, -1))).payload).toEqual({ status: "success", version: 0 });
  });

  test("takes no version that is not later", async () => {
    const device = await platform.connectNew();
    await talk(device, update({ level: 1 }, 5));
    for (const version of [5, 4]) {
      const answer = await talk(device, update({ level: 2 }, version));
      expect(answer.payload).toMatchObject({ status: "error", content: { errorcode: "409" } });
    }
    expect((await talk(device, { method: "get" })).payload.state.reported).toEqual({ level: 1 });
  });

  test("is wished otherwise by people, reported at once, and taken over by the device", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    await talk(device, update({ colour: "red" }, 1));
    const { data } = await platform.call(changeShadow, change(device, { colour: "blue" }, 1), admin);
    expect(data).toMatchObject({ version: 2, reported: { colour: "red" }, desired: { colour: "blue" } });
    expect(await collectMessages(device)).toMatchObject({
      method: "control",
      version: 2,
      payload: { state: { desired: { colour: "blue" } } },
    });
    await talk(device, update({ colour: "blue" }, 3, { desired: "null" }));
    const input = { params, query: { deviceName: device.credentials.deviceName } };
    expect((await platform.call(getShadow, input, admin)).data).toMatchObject({
      version: 3,
      reported: { colour: "blue" },
      desired: {},
    });
    const late = await platform.refusal(changeShadow, change(device, { colour: "grey" }, 2), admin);
    expect(late).toMatchObject({ code: 409 });
    const odd = await platform.refusal(changeShadow, change(device, { colour: "\u0000" }, 3), admin);
    expect(odd.code).toBe(400);
  });

  test.each([
    ["no JSON", "{", "400"],
    ["no method", {}, "401"],
    ["no state", { method: "update", version: 1 }, "402"],
    ["a version that is none", { method: "update", state: { reported: {} }, version: "x" }, "403"],
    ["nothing reported", { method: "update", state: {}, version: 1 }, "404"],
    ["a report that is none", { method: "update", state: { reported: 7 }, version: 1 }, "405"],
    ["another method", { method: "drop", state: {}, version: 1 }, "406"],
    [
      "too many keys",
      update(Object.fromEntries(Array.from({ length: 129 }, (_, at) => [`k${at}`, at])), 1),
      "408",
    ],
    ["characters that cannot be stored", update({ colour: "\u0000" }, 1), "400"],
  ])("reports the device what is wrong with %s", async (_what, message, errorcode) => {
    const device = await platform.connectNew();
    const answer = await talk(device, message);
    expect(answer).toMatchObject({ method: "reply", payload: { status: "error", content: { errorcode } } });
  });
});

onPlatform("The log of a device", (platform) => {
  const post = "thing/log/post";
  const line = (logContent: string, more = {}) => ({
    utcTime: "2026-03-04T05:06:07.008+0800",
    logLevel: "ERROR",
    module: "pump",
    code: "4103",
    traceContext: "t-1",
    logContent,
    ...more,
  });
  const list = async ({ credentials }: TestDevice, keyword?: string) => {
    const query = { deviceName: credentials.deviceName, ...(keyword === undefined ? {} : { keyword }) };
    return platform.call(listDeviceLogs, { params, query }, await platform.admin());
  };

  test("is kept line by line, newest first, and found by a word", async () => {
    const device = await platform.connectNew();
    const time = new Date(Date.now() - 60_000).toISOString();
    expect(await device.post([line("the pump is stuck", { utcTime: time })], post)).toMatchObject({
      code: 200,
    });
    await device.post([line("the pump runs", { utcTime: "not a time" }), line("100%_done")], post);
    const { rows, total } = await list(device);
    expect(total).toBe(3);
    expect(rows.map((row) => row.content)).toEqual(["100%_done", "the pump runs", "the pump is stuck"]);
    expect(rows[2]).toMatchObject({ at: Date.parse(time), level: "ERROR", module: "pump", code: "4103" });
    expect(Math.abs((rows[1]?.at ?? 0) - (rows[1]?.receivedAt ?? 0))).toBeLessThan(1000);
    expect((await list(device, "%_d")).rows).toHaveLength(1);
  });

  test("is asked for and not, and the device is reported", async () => {
    const device = await platform.connectNew();
    const ask = "thing/config/log/get";
    const mode = (value: number) => ({ getType: "content", content: { mode: value } });
    expect(await device.post({ configScope: "device" }, ask)).toMatchObject({ code: 200, data: mode(0) });
    const input = { params, query: { deviceName: device.credentials.deviceName }, body: { isOn: true } };
    await platform.call(switchDeviceLog, input, await platform.admin());
    const push = await device.downlink("thing/config/log/push");
    expect(push.params).toEqual(mode(1));
    expect(await device.post({}, ask)).toMatchObject({ data: mode(1) });
    expect((await list(device)).isOn).toBe(true);
  });

  test.each([{}, [], ["line"], [line("x\u0000")], [line("x", { module: {} })], Array(201).fill(line("x"))])(
    "that is none is refused (%#)",
    async (given) => {
      const device = await platform.connectNew();
      expect(await device.post(given, post)).toMatchObject({ code: 460 });
      expect((await list(device)).total).toBe(0);
    },
  );
});
