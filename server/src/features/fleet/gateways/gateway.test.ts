import { signConnect } from "@tracewater/alink/credentials";
import { callService } from "@tracewater/contract/fleet/commands";
import { changeDeviceStatus, getDevice } from "@tracewater/contract/fleet/devices";
import { getDeviceTree } from "@tracewater/contract/fleet/gateways";
import { makeProductSecret, setDynamicRegistration } from "@tracewater/contract/fleet/product-models";
// @ts-expect-error The SDK brings no types of its own.
import untyped from "alibabacloud-iot-device-sdk";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { storedValues } from "../../../../test/stored-values.ts";
import type { Credentials, TestDevice } from "../../../../test/test-device.ts";
import { productOf } from "../../../../test/test-firmware.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** What is used of the SDK's gateway, which brings no types of its own. */
type Answer = { id: string; code: number; data: unknown };
type Done = (answer: Answer) => void;
type Triple = { productKey: string; deviceName: string; deviceSecret?: string };
type ModelItem = {
  on(event: "connect" | "error", listener: (what: unknown) => void): void;
  postProps(params: unknown, done: Done): void;
  onService(
    service: string,
    listener: (downlink: { id: string }, reply: (answer: unknown) => void) => void,
  ): void;
};
type Gateway = ModelItem & {
  addTopo(devices: Triple[], done: Done): void;
  getTopo(done: Done): void;
  removeTopo(devices: Triple[], done: Done): void;
  login(device: Triple, done: Done): ModelItem;
  logout(device: Triple, done: Done): void;
  regiestSubDevice(devices: Triple[], done: Done): void;
  end(force: boolean): void;
};
const sdk: { gateway(options: unknown): Gateway } = untyped;

const answer = (ask: (done: Done) => void) => new Promise<Answer>((resolve) => ask(resolve));
const ownerOf = ({ productKey, deviceName }: Triple) => ({ productKey, deviceName });

onPlatform("A gateway", (platform) => {
  const open: Gateway[] = [];
  afterEach(() => {
    for (const gateway of open.splice(0)) gateway.end(true);
  });

  async function start() {
    const credentials = await platform.addDevice();
    const gateway = sdk.gateway({ ...credentials, brokerUrl: `${platform.mqttUrl}/` });
    open.push(gateway);
    await new Promise((resolve, reject) => {
      gateway.on("connect", resolve);
      gateway.on("error", reject);
    });
    return { gateway, credentials };
  }
  /** A gateway with one device logged in through it. */
  async function startWithSub() {
    const { gateway, credentials } = await start();
    const sub = await platform.addDevice();
    await answer((done) => gateway.addTopo([sub], done));
    let subject: ModelItem | null = null;
    await answer((done) => {
      subject = gateway.login(sub, done);
    });
    if (subject === null) throw new Error("the SDK gave no device");
    return { gateway, credentials, sub, thing: subject as ModelItem };
  }
  const stateOf = async (id: number) => {
    const input = { params: { family: "waterSample" as const, id } };
    return (await platform.call(getDevice, input, await platform.admin())).data.connection.state;
  };
  /** What a raw gateway says of a device behind it. */
  const claim = ({ productKey, deviceName }: Triple, secret: string, more: object = {}) => {
    const id = `${productKey}&${deviceName}`;
    const identity = {
      id,
      productKey,
      deviceName,
      timestamp: "17",
      signMethod: "sha256",
      sdkVersion: null,
    } as const;
    const sign = signConnect(identity, secret);
    return { productKey, deviceName, clientId: id, timestamp: "17", signMethod: "hmacSha256", sign, ...more };
  };
  const relate = async (device: TestDevice, sub: Credentials) => {
    const reply = await device.post([claim(sub, sub.deviceSecret)], "thing/topo/add");
    expect(reply.code).toBe(200);
  };
  const ask = async (device: TestDevice, word: string, params: unknown) => {
    const { productKey, deviceName } = device.credentials;
    const topic = `/ext/session/${productKey}/${deviceName}/combine/${word}`;
    device.write(device.toPublish(topic, { id: "9", params }));
    const found = await device.published((one) => one.topic === `${topic}_reply`);
    return JSON.parse(found.payload.toString()) as Answer;
  };

  test("of the public SDK reports its tree, logs a device in, posts for it and logs it out", async () => {
    const { gateway, credentials } = await start();
    const sub = await platform.addDevice();
    expect(await answer((done) => gateway.addTopo([sub], done))).toMatchObject({
      code: 200,
      data: [ownerOf(sub)],
    });
    expect(await answer((done) => gateway.getTopo(done))).toMatchObject({ code: 200, data: [ownerOf(sub)] });
    let subject: ModelItem | null = null;
    const login = await answer((done) => {
      subject = gateway.login(sub, done);
    });
    expect(login).toMatchObject({ code: 200, data: [ownerOf(sub)] });
    await eventually(() => stateOf(sub.id)).toBe("online");
    const tree = async (id: number) =>
      (await platform.call(getDeviceTree, { params: { id } }, await platform.admin())).data;
    expect((await tree(credentials.id)).subDevices).toMatchObject([
      { id: sub.id, onlineSince: expect.any(Number) },
    ]);
    expect((await tree(sub.id)).gateway).toMatchObject({ id: credentials.id });
    const posted = await answer((done) => subject?.postProps({ ph: 7.1 }, done));
    expect(posted.code).toBe(200);
    expect(await storedValues(platform.db, sub.id)).toMatchObject([{ identifier: "ph", value: 7.1 }]);
    expect(await storedValues(platform.db, credentials.id)).toEqual([]);
    expect(await answer((done) => gateway.logout(ownerOf(sub), done))).toMatchObject({ code: 200 });
    await eventually(() => stateOf(sub.id)).toBe("offline");
    expect(await answer((done) => gateway.removeTopo([ownerOf(sub)], done))).toMatchObject({ code: 200 });
    expect(await answer((done) => gateway.getTopo(done))).toMatchObject({ code: 200, data: [] });
    const none = { params: { id: 99_999 } };
    expect((await platform.refusal(getDeviceTree, none, await platform.admin())).code).toBe(404);
  });

  test("brings a command to the device behind it, and its reply back", async () => {
    const { thing: subject, sub } = await startWithSub();
    subject.onService("stop", ({ id }, reply) => reply({ id, code: 200, data: { stopped: 1 } }));
    const input = { params: { family: "waterSample" as const, service: "stop" }, query: ownerOf(sub) };
    const { data } = await platform.call(callService, input, await platform.admin());
    const command = () =>
      platform.db
        .selectFrom("command")
        .select(["state", "reply"])
        .where("id", "=", data.id)
        .executeTakeFirst();
    await eventually(command).toEqual({ state: "replied", reply: { stopped: 1 } });
  });

  test("takes those behind it along when it goes, and each to where it logs in last", async () => {
    const { gateway, sub } = await startWithSub();
    await eventually(() => stateOf(sub.id)).toBe("online");
    gateway.end(true);
    await eventually(() => stateOf(sub.id)).toBe("offline");

    const first = await platform.connectNew();
    await relate(first, sub);
    expect((await ask(first, "login", claim(sub, sub.deviceSecret))).code).toBe(200);
    const direct = await platform.connect(sub);
    const post = { id: "1", params: { ph: 7 } };
    const topic = `/sys/${sub.productKey}/${sub.deviceName}/thing/event/property/post`;
    first.write(first.toPublish(topic, post));
    const refused = await first.published((one) => one.topic === `${topic}_reply`);
    expect(JSON.parse(refused.payload.toString())).toMatchObject({ code: 520 });
    const second = await platform.connectNew();
    await relate(second, sub);
    expect((await ask(second, "login", claim(sub, sub.deviceSecret))).code).toBe(200);
    await direct.closed();
    second.write(second.toPublish(topic, post));
    const taken = await second.published((one) => one.topic === `${topic}_reply`);
    expect(JSON.parse(taken.payload.toString())).toMatchObject({ code: 200 });
    expect(await stateOf(sub.id)).toBe("online");
    first.vanish();
    await first.closed();
    await second.post({ ph: 7 });
    expect(await stateOf(sub.id)).toBe("online");
  });

  test("logs several in at once, all or none, as the C SDK sends it", async () => {
    const device = await platform.connectNew();
    const subs = [await platform.addDevice(), await platform.addDevice()];
    for (const sub of subs) await relate(device, sub);
    const [one, two] = subs.map((sub) => claim(sub, sub.deviceSecret));
    const wrong = { signMethod: "hmacSha256", deviceList: [one, { ...two, sign: "0".repeat(64) }] };
    const refused = await ask(device, "batch_login", wrong);
    expect(refused).toMatchObject({ code: 6287, data: [{ deviceName: subs[1]?.deviceName }] });
    expect(await Promise.all(subs.map((sub) => stateOf(sub.id)))).toEqual(["notActivated", "notActivated"]);
    const deviceList = [one, two].map((given) => ({ ...given, signMethod: undefined }));
    const all = { signMethod: "hmacSha256", deviceList };
    expect((await ask(device, "batch_login", all)).code).toBe(200);
    const pack = {
      properties: { ph: [{ value: 7 }] },
      subDevices: subs.map((sub) => ({
        identity: ownerOf(sub),
        properties: { ph: { value: 6, time: Date.now() } },
      })),
    };
    const posted = await device.post(
      { ...pack, properties: { ph: { value: 7, time: Date.now() } } },
      "thing/event/property/pack/post",
    );
    expect(posted.code).toBe(200);
    for (const sub of subs) expect(await storedValues(platform.db, sub.id)).toMatchObject([{ value: 6 }]);
    expect((await ask(device, "batch_logout", subs.map(ownerOf))).code).toBe(200);
    expect((await ask(device, "batch_logout", subs.map(ownerOf))).code).toBe(520);
  });

  test("is refused what is not its own: signatures, names, devices that it has no tree of, itself", async () => {
    const device = await platform.connectNew();
    const sub = await platform.addDevice();
    const add = (params: unknown) => device.post(params, "thing/topo/add");
    expect((await add([claim(sub, "wrong")])).code).toBe(6287);
    expect((await add([claim({ ...sub, deviceName: "nobody" }, sub.deviceSecret)])).code).toBe(6100);
    expect((await add([claim({ ...sub, productKey: "mass" }, sub.deviceSecret)])).code).toBe(6100);
    expect((await add([claim(device.credentials, device.credentials.deviceSecret)])).code).toBe(460);
    for (const params of [[], {}, [7], Array.from({ length: 51 }, () => claim(sub, sub.deviceSecret))])
      expect((await add(params)).code, JSON.stringify(params).slice(0, 60)).toBe(460);
    expect((await ask(device, "login", claim(sub, sub.deviceSecret))).code).toBe(6401);
    expect((await ask(device, "logout", ownerOf(sub))).code).toBe(520);
    // Another's topic without a tree is a breach, and no question of being logged in.
    device.write(device.toPublish(`/sys/${sub.productKey}/${sub.deviceName}/thing/event/property/post`, {}));
    await device.closed();
  });

  test("hears of a device behind it that it is out of service, and in service again", async () => {
    const device = await platform.connectNew();
    const sub = await platform.addDevice();
    await relate(device, sub);
    await ask(device, "login", claim(sub, sub.deviceSecret));
    const setStatus = async (status: "0" | "1") => {
      const input = { params: { family: "waterSample" as const }, body: { id: sub.id, status } };
      await platform.call(changeDeviceStatus, input, await platform.admin());
    };
    const said = async (word: string) => {
      const topic = `/sys/${sub.productKey}/${sub.deviceName}/thing/${word}`;
      const found = await device.published((one) => one.topic === topic);
      return JSON.parse(found.payload.toString());
    };
    await setStatus("1");
    expect(await said("disable")).toMatchObject({ method: "thing.disable" });
    expect((await ask(device, "login", claim(sub, sub.deviceSecret))).code).toBe(6204);
    await setStatus("0");
    expect(await said("enable")).toMatchObject({ method: "thing.enable" });
    expect((await ask(device, "login", claim(sub, sub.deviceSecret))).code).toBe(200);
  });

  test("may not be one of those behind another", async () => {
    const device = await platform.connectNew();
    const sub = await platform.addDevice();
    await relate(device, sub);
    await ask(device, "login", claim(sub, sub.deviceSecret));
    const topic = `/sys/${sub.productKey}/${sub.deviceName}/thing/topo/get`;
    device.write(device.toPublish(topic, { id: "1", params: {} }));
    const found = await device.published((one) => one.topic === `${topic}_reply`);
    expect(JSON.parse(found.payload.toString())).toMatchObject({ code: 6203 });
    expect(await device.subscribe(topic, "/sys/waterSample/stranger/thing/topo/get")).toEqual([1, 128]);
  });

  test("fetches the first secret of a device of its unit, once, where the product allows it", async () => {
    const { gateway } = await start();
    const [sub, foreign] = [
      await platform.addDevice(),
      await platform.addDevice({ unitId: await platform.addUnit("Elsewhere") }),
    ];
    const register = (...devices: Triple[]) =>
      answer((done) => gateway.regiestSubDevice(devices.map(ownerOf), done));
    expect((await register(sub)).code).toBe(6288);
    const params = { id: await productOf(platform, "waterSample") };
    await platform.call(makeProductSecret, { params }, await platform.admin());
    await platform.call(setDynamicRegistration, { params, body: { enabled: true } }, await platform.admin());
    expect((await register(sub, foreign)).code).toBe(6288);
    const given = await register(sub);
    expect(given).toMatchObject({ code: 200, data: [{ ...ownerOf(sub), deviceSecret: sub.deviceSecret }] });
    expect((await register(sub)).code).toBe(6288);
  });
});
