import {
  type Command,
  callService,
  getCommand,
  getProperties,
  listCommands,
  setProperties,
} from "@tracewater/contract/fleet/commands";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Credentials } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
const past = new Date(Date.now() - 1000);

onPlatform("A command", (platform) => {
  const order = async (device: Credentials, service: string, body: Record<string, unknown> = {}) => {
    const input = { params: { ...params, service }, query: { deviceName: device.deviceName }, body };
    return (await platform.call(callService, input, await platform.admin())).data;
  };
  const find = async (id: string): Promise<Command> =>
    (await platform.call(getCommand, { params: { id } }, await platform.admin())).data;
  const stateOf = async (id: string) => (await find(id)).state;
  const shift = (id: string, set: { expiresAt: Date } | { replyBy: Date }) =>
    platform.db.updateTable("command").set(set).where("id", "=", id).execute();

  test("lives from queued over sent and acknowledged to replied, its times in order", async () => {
    const device = await platform.connectNew();
    const ordered = await order(device.credentials, "grab", {
      params: { volume: 200, index: 3 },
      reason: "a complaint",
    });
    expect(ordered).toMatchObject({
      kind: "service",
      callType: "async",
      actor: "admin",
      reason: "a complaint",
    });
    const downlink = await device.downlink("thing/service/grab");
    expect(downlink).toMatchObject({ id: ordered.id, params: { volume: 200, index: 3 } });
    expect(downlink.id).toMatch(/^\d+$/);
    await eventually(() => stateOf(ordered.id)).toBe("acknowledged");
    device.send("thing/service/grab_reply", { id: downlink.id, code: 200, data: { bottle: 3 } });
    await eventually(() => stateOf(ordered.id)).toBe("replied");
    const ended = await find(ordered.id);
    expect(ended).toMatchObject({ code: 200, reply: { bottle: 3 }, late: false });
    const times = [ended.queuedAt, ended.sentAt, ended.acknowledgedAt, ended.finishedAt].map(Number);
    expect(times).toEqual([...times].sort((x, y) => x - y));
    expect(times.every((time) => time > 0)).toBe(true);
  });

  test("that the device refuses has failed, with the device's code and words", async () => {
    const device = await platform.connectNew();
    const { id } = await order(device.credentials, "start");
    await device.downlink("thing/service/start");
    device.send("thing/service/start_reply", { id, code: 5001, message: "door open", data: {} }, { qos: 1 });
    await eventually(() => stateOf(id)).toBe("failed");
    expect(await find(id)).toMatchObject({ code: 5001, message: "door open" });
    await device.packet((packet) => packet.cmd === "puback");
  });

  test("whose reply comes before its PUBACK is replied, and both times are kept", async () => {
    const device = await platform.connect(await platform.addDevice(), { acknowledge: false });
    const { id } = await order(device.credentials, "stop");
    const { messageId } = await device.downlink("thing/service/stop");
    device.send("thing/service/stop_reply", { id, code: 200 });
    await eventually(() => stateOf(id)).toBe("replied");
    device.puback({ messageId });
    await eventually(async () => (await find(id)).acknowledgedAt).not.toBeNull();
    expect(await stateOf(id)).toBe("replied");
  });

  test("to a device that is away is queued, and delivered in order when it comes", async () => {
    const credentials = await platform.addDevice();
    const ordered: string[] = [];
    for (let times = 0; times < 4; times++) {
      const command = await order(credentials, "rinse", { params: { times: times % 4 } });
      expect(command).toMatchObject({ state: "queued", sentAt: null, replyBy: null });
      ordered.push(command.id);
    }
    const device = await platform.connect(credentials);
    const came: string[] = [];
    for (let seen = 0; seen < 4; seen++) came.push((await device.downlink("thing/service/rinse")).id);
    expect(came).toEqual(ordered);
  });

  test("that nobody fetched in time expires, and is never sent", async () => {
    const credentials = await platform.addDevice();
    const { id } = await order(credentials, "start", { expiresIn: 10 });
    await shift(id, { expiresAt: past });
    await eventually(() => stateOf(id)).toBe("expired");
    const device = await platform.connect(credentials);
    await device.post({ ph: 7 });
    const next = await order(credentials, "stop");
    expect((await device.downlink("thing/service/stop")).id).toBe(next.id);
    expect(device.unread().filter((packet) => packet.cmd === "publish")).toEqual([]);
  });

  test("without a reply times out; a reply that comes late still counts, marked so", async () => {
    const device = await platform.connectNew();
    const { id } = await order(device.credentials, "start", { timeout: 1 });
    await device.downlink("thing/service/start");
    await eventually(() => stateOf(id)).toBe("timedOut");
    device.send("thing/service/start_reply", { id, code: 200, data: { ok: 1 } });
    await eventually(() => find(id)).toMatchObject({ state: "replied", late: true, reply: { ok: 1 } });
  });

  test("ends with its first reply: a second one, or another device's, changes nothing", async () => {
    const device = await platform.connectNew();
    const other = await platform.connectNew();
    const { id } = await order(device.credentials, "start");
    await device.downlink("thing/service/start");
    const reply = (code: number) => ({ id, code, data: { code } });
    await other.postSurely({ id: "1", params: {} });
    other.send("thing/service/start_reply", reply(500), { qos: 1, messageId: 77 });
    await other.packet((packet) => packet.cmd === "puback" && packet.messageId === 77);
    expect(await stateOf(id)).not.toBe("failed");
    for (const [messageId, code] of [
      [77, 200],
      [78, 500],
    ] as const) {
      device.send("thing/service/start_reply", reply(code), { qos: 1, messageId });
      await device.packet((packet) => packet.cmd === "puback" && packet.messageId === messageId);
    }
    expect(await find(id)).toMatchObject({ state: "replied", code: 200, late: false });
  });

  test("survives replies that cannot be read", async () => {
    const device = await platform.connectNew();
    const { id } = await order(device.credentials, "start");
    const payloads = [
      "",
      "no",
      "[]",
      '{"code":200}',
      `{"id":"${id}","code":"x"}`,
      `{"id":"${"9".repeat(30)}"}`,
    ];
    const huge = `{"id":"${id}","code":1e300}`;
    for (const payload of [...payloads, huge]) {
      device.send("thing/service/start_reply", payload, { qos: 1, messageId: 9 });
      await device.packet((packet) => packet.cmd === "puback" && packet.messageId === 9);
    }
    expect(device.isClosed()).toBe(false);
    expect(await stateOf(id)).toBe("acknowledged");
  });

  test.each(["\\u0000", "\\ud83d"])(
    "is replied where the reply holds %s, which no store keeps",
    async (spoilt) => {
      const device = await platform.connectNew();
      const { id } = await order(device.credentials, "start");
      const payload = `{"id":"${id}","code":200,"message":"${spoilt}","data":{"a":"${spoilt}"}}`;
      device.send("thing/service/start_reply", payload, { qos: 1, messageId: 9 });
      await device.packet((packet) => packet.cmd === "puback" && packet.messageId === 9);
      expect(await find(id)).toMatchObject({ state: "replied", code: 200, reply: null, message: null });
    },
  );

  test("that is synchronous is answered with the device's reply", async () => {
    const device = await platform.connectNew();
    const pending = order(device.credentials, "rotateTo", { params: { index: 7 } });
    const request = await device.published((packet) => packet.topic.includes("/rrpc/request/"));
    const messageId = request.topic.split("/").at(-1) ?? "";
    expect(JSON.parse(request.payload.toString())).toMatchObject({ params: { index: 7 } });
    device.send(`rrpc/response/${messageId}`, { id: "whatever", code: 200, data: { index: 7 } });
    expect(await pending).toMatchObject({ id: messageId, state: "replied", reply: { index: 7 } });
  });

  test("that is synchronous is answered with its absence, and is queued for a device that is away", async () => {
    const device = await platform.connectNew();
    const silent = await order(device.credentials, "unlock", { timeout: 1 });
    expect(silent).toMatchObject({ state: "timedOut", reply: null });
    const away = await order(await platform.addDevice(), "unlock", { timeout: 1 });
    expect(away.state).toBe("queued");
  });

  test("sets properties, and asks for them", async () => {
    const device = await platform.connectNew();
    const admin = await platform.admin();
    const query = { deviceName: device.credentials.deviceName };
    const set = { params, query, body: { params: { interval: 15, targetTemp: 4.5 } } };
    const first = (await platform.call(setProperties, set, admin)).data;
    const setDownlink = await device.downlink("thing/service/property/set");
    expect(setDownlink).toMatchObject({ id: first.id, params: { interval: 15, targetTemp: 4.5 } });
    device.send("thing/service/property/set_reply", { id: first.id, code: 200, data: {} });
    const get = { params, query, body: { identifiers: ["interval", "ph"] } };
    const second = (await platform.call(getProperties, get, admin)).data;
    const getDownlink = await device.downlink("thing/service/property/get");
    expect(getDownlink).toMatchObject({ id: second.id, params: ["interval", "ph"] });
    device.send("thing/service/property/get_reply", { id: second.id, code: 200, data: { interval: 15 } });
    await eventually(() => find(second.id)).toMatchObject({ state: "replied", reply: { interval: 15 } });
    expect(await stateOf(first.id)).toBe("replied");
  });

  test("with wrong input is refused with every field named, and nothing is sent", async () => {
    const device = await platform.connectNew();
    const admin = await platform.admin();
    const query = { deviceName: device.credentials.deviceName };
    const fieldsOf = async (
      call: typeof callService | typeof setProperties | typeof getProperties,
      body: unknown,
    ) => {
      const refused = await platform.refusal(
        call,
        { params: { ...params, service: "grab" }, query, body },
        admin,
      );
      expect(refused.code).toBe(400);
      return refused.errors?.map((error) => error.field).sort();
    };
    const grab = { params: { volume: 5, index: "one", surplus: 1 } };
    expect(await fieldsOf(callService, grab)).toEqual(["params.index", "params.surplus", "params.volume"]);
    expect(await fieldsOf(callService, {})).toEqual(["params.volume"]);
    const terms = { params: { volume: 50 }, expiresIn: 9, timeout: 0, reason: "r".repeat(201) };
    expect(await fieldsOf(callService, terms)).toEqual(["expiresIn", "reason", "timeout"]);
    const set = { params: { interval: 0, boxTemp: 4, nothing: 1 } };
    expect(await fieldsOf(setProperties, set)).toEqual([
      "params.boxTemp",
      "params.interval",
      "params.nothing",
    ]);
    expect(await fieldsOf(setProperties, {})).toEqual(["params"]);
    expect(await fieldsOf(getProperties, { identifiers: ["ph", "nothing"] })).toEqual([
      "identifiers.nothing",
    ]);
    expect(await fieldsOf(getProperties, { identifiers: [] })).toEqual(["identifiers"]);
    const { total } = await platform.call(
      listCommands,
      { query: { deviceId: device.credentials.id } },
      admin,
    );
    expect(total).toBe(0);
    expect(device.unread()).toEqual([]);
  });

  test("of an unknown service, or to an unknown device, is no such thing", async () => {
    const { deviceName } = await platform.addDevice();
    const admin = await platform.admin();
    for (const [service, name] of [
      ["explode", deviceName],
      ["constructor", deviceName],
      ["stop", "nobody"],
    ]) {
      const input = { params: { ...params, service }, query: { deviceName: name } };
      expect(await platform.refusal(callService, input, admin)).toMatchObject({ code: 404 });
    }
  });

  test("is listed with its device's others, newest first, and counted by its state", async () => {
    const credentials = await platform.addDevice();
    const admin = await platform.admin();
    const first = await order(credentials, "start");
    const second = await order(credentials, "stop");
    await shift(first.id, { expiresAt: past });
    await eventually(() => stateOf(first.id)).toBe("expired");
    const query = { deviceId: credentials.id };
    const all = await platform.call(listCommands, { query }, admin);
    expect(all.rows.map((row) => row.id)).toEqual([second.id, first.id]);
    expect(all.counts).toEqual({ all: 2, open: 1, failed: 0, timedOut: 0, expired: 1 });
    const open = await platform.call(listCommands, { query: { ...query, state: "open" } }, admin);
    expect(open).toMatchObject({ total: 1, rows: [{ id: second.id }], counts: all.counts });
  });
});
