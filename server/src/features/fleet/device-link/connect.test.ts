import { getDevice } from "@tracewater/contract/fleet/devices";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { attemptConnect, type ConnectOptions } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("CONNECT", (platform) => {
  const lastConnectOf = async (id: number) => {
    const input = { params: { family: "waterSample" as const, id } };
    return (await platform.call(getDevice, input, await platform.admin())).data.lastConnect;
  };

  const accepted: [string, ConnectOptions][] = [
    ["hmacmd5", { signMethod: "md5" }],
    ["hmacsha1", { signMethod: "sha1" }],
    ["hmacsha256", { signMethod: "sha256" }],
    ["a timestamp of long ago", { timestamp: "1" }],
    ["a session that is asked to be kept", { clean: false }],
    ["an upper-case password", { changePassword: (password) => password.toUpperCase() }],
  ];
  test.each(accepted)("is accepted with %s", async (_what, options) => {
    expect((await attemptConnect(platform.mqttUrl, await platform.addDevice(), options)).code).toBe(0);
  });

  test("is accepted in the shape of the C SDK: upper-case, a fixed moment in 2050", async () => {
    const credentials = await platform.addDevice();
    const { productKey, deviceName } = credentials;
    const clientId = `${productKey}.${deviceName}|timestamp=2524608000000,_ss=1,_v=sdk-c-3.0.1,securemode=2,signmethod=hmacsha256,ext=3,|`;
    const changePassword = (password: string) => password.toUpperCase();
    const shape = { clientId, timestamp: "2524608000000", changePassword };
    expect((await attemptConnect(platform.mqttUrl, credentials, shape)).code).toBe(0);
    await eventually(() => lastConnectOf(credentials.id)).toMatchObject({ sdkVersion: "sdk-c-3.0.1" });
  });

  test.each([
    "signmethod=hmacsha256,securemode=3,timestamp=7",
    "timestamp=7,lan=JS,signmethod=hmacsha256,_v=1.2.8",
    "unknown=a=b,timestamp=7,securemode=3,gw=0,signmethod=HMACSHA256",
    ",,timestamp=7,=x,signmethod=hmacsha256",
  ])("is accepted with the options %s", async (options) => {
    const credentials = await platform.addDevice();
    const clientId = `${credentials.productKey}.${credentials.deviceName}|${options}|`;
    const { code } = await attemptConnect(platform.mqttUrl, credentials, { clientId, timestamp: "7" });
    expect(code).toBe(0);
  });

  test.each(["constructor", "__proto__", "toString"])(
    "is refused with the sign method %s, which every object of JavaScript answers to",
    async (method) => {
      const credentials = await platform.addDevice();
      const clientId = `${credentials.productKey}.${credentials.deviceName}|signmethod=${method}|`;
      expect((await attemptConnect(platform.mqttUrl, credentials, { clientId })).code).toBe(4);
    },
  );

  test("is refused with a wrong secret, and the device's page says so", async () => {
    const credentials = await platform.addDevice();
    expect(await lastConnectOf(credentials.id)).toBeNull();
    const { code, device } = await attemptConnect(platform.mqttUrl, credentials, { secret: "wrong" });
    expect(code).toBe(4);
    await device.closed();
    await eventually(() => lastConnectOf(credentials.id)).toMatchObject({ outcome: "wrongSecret" });
    await platform.connect(credentials);
    await eventually(() => lastConnectOf(credentials.id)).toMatchObject({
      outcome: "accepted",
      address: "127.0.0.1",
      sdkVersion: null,
    });
  });

  test("is refused to an unknown device, to another product's key and without a shape", async () => {
    const credentials = await platform.addDevice();
    const { mqttUrl } = platform;
    expect((await attemptConnect(mqttUrl, { ...credentials, deviceName: "nobody" })).code).toBe(4);
    expect((await attemptConnect(mqttUrl, { ...credentials, productKey: "mass" })).code).toBe(4);
    expect((await attemptConnect(mqttUrl, credentials, { clientId: "plain" })).code).toBe(4);
    expect((await attemptConnect(mqttUrl, credentials, { changePassword: () => "" })).code).toBe(4);
    expect((await attemptConnect(mqttUrl, { ...credentials, deviceName: "a'b\u0000" })).code).not.toBe(0);
  });

  test("of a password that was signed for another timestamp is refused", async () => {
    const credentials = await platform.addDevice();
    const clientId = `${credentials.productKey}.${credentials.deviceName}|signmethod=hmacsha256,timestamp=8|`;
    expect((await attemptConnect(platform.mqttUrl, credentials, { clientId, timestamp: "7" })).code).toBe(4);
  });

  test("again and again with clean=false leaves no session behind", async () => {
    const credentials = await platform.addDevice();
    for (let start = 1; start <= 5; start++) {
      const device = await platform.connect(credentials, { clean: false, timestamp: String(start) });
      await device.post({ ph: start });
      if (start % 2 === 0) device.vanish();
      else await device.leave();
    }
    const sessions = platform.db
      .selectFrom("deviceSession")
      .select("epoch")
      .where("deviceId", "=", credentials.id);
    await eventually(() => sessions.execute()).toEqual([]);
    const last = await platform.connect(credentials, { clean: false, timestamp: "6" });
    await eventually(() => sessions.execute()).toHaveLength(1);
    expect(last.unread()).toEqual([]);
  });
});

onPlatform("Topics", (platform) => {
  test("another device's topic closes the connection without a PUBACK", async () => {
    const other = await platform.connectNew();
    const device = await platform.connectNew();
    const payload = { id: "1", params: { ph: 7 } };
    device.write(device.toPublish(other.topic("thing/event/property/post"), payload, { qos: 1 }));
    await device.closed();
    expect(device.unread()).toEqual([]);
    expect(other.isClosed()).toBe(false);
  });

  test.each(["/sys/#", "#", "$SYS/#", "+/+/+/+"])(
    "a publish on the wildcard %s is not taken",
    async (topic) => {
      const device = await platform.connectNew();
      device.write(device.toPublish(topic, { id: "1", params: {} }, { qos: 1 }));
      await device.closed();
      expect(device.unread()).toEqual([]);
    },
  );

  test("subscriptions are granted to a device's own topics alone", async () => {
    const other = await platform.connectNew();
    const device = await platform.connectNew();
    const { productKey, deviceName } = device.credentials;
    const granted = await device.subscribe(
      device.topic("thing/service/property/set"),
      device.topic("rrpc/request/+"),
      `/ext/ntp/${productKey}/${deviceName}/response`,
      other.topic("thing/service/property/set"),
      `/sys/${productKey}/+/thing/service/property/set`,
      "#",
      "$SYS/#",
      `/sys/${productKey}/${deviceName}x/thing/service/property/set`,
    );
    expect(granted).toEqual([1, 1, 1, 128, 128, 128, 128, 128]);
  });

  test("what one device publishes reaches no other, and not itself", async () => {
    const device = await platform.connectNew();
    await device.subscribe(device.topic("#"));
    await device.postSurely({ id: "1", sys: { ack: 0 }, params: { ph: 7 } });
    await device.post({ ph: 8 });
    expect(device.unread()).toEqual([]);
  });

  test("an unknown topic of its own is answered with 6203 and kept in the log", async () => {
    const device = await platform.connectNew();
    expect(await device.post({ a: 1 }, "thing/no/such/post")).toMatchObject({ code: 6203 });
    const log = platform.db.selectFrom("messageLog").select(["code", "topic"]);
    const rows = await log.where("deviceId", "=", device.credentials.id).execute();
    expect(rows).toEqual([{ code: 6203, topic: device.topic("thing/no/such/post") }]);
  });

  test("the clock is reported with the device's own moment echoed", async () => {
    const device = await platform.connectNew();
    const { productKey, deviceName } = device.credentials;
    const before = Date.now();
    const ntp = `/ext/ntp/${productKey}/${deviceName}`;
    device.write(device.toPublish(`${ntp}/request`, { deviceSendTime: "1571724098000" }));
    const answer = await device.published((packet) => packet.topic === `${ntp}/response`);
    const received = JSON.parse(answer.payload.toString());
    expect(received.deviceSendTime).toBe("1571724098000");
    expect(Number(received.serverRecvTime)).toBeGreaterThanOrEqual(before);
    expect(Number(received.serverSendTime)).toBeGreaterThanOrEqual(Number(received.serverRecvTime));
  });
});
