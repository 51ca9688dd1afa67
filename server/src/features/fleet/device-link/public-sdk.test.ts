import { callService, setProperties } from "@tracewater/contract/fleet/commands";
import { getDevice } from "@tracewater/contract/fleet/devices";
import { listEvents } from "@tracewater/contract/fleet/telemetry";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { type Answer, publicSdk, useSdk } from "../../../../test/public-sdk.ts";
import { storedValues } from "../../../../test/stored-values.ts";
import { type Credentials, toConnect } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

onPlatform("The public SDK, its host changed and nothing else", (platform) => {
  const sdk = useSdk(publicSdk, () => platform.mqttUrl);

  async function connect() {
    const credentials = await platform.addDevice();
    return { device: await sdk.connect(credentials), credentials };
  }

  const order = async (
    service: string,
    { deviceName, productKey }: Credentials,
    given: Record<string, unknown>,
  ) => {
    const input = {
      params: { ...params, service },
      query: { deviceName, productKey },
      body: { params: given },
    };
    return (await platform.call(callService, input, await platform.admin())).data;
  };

  test("posts properties and gets its reply after they are stored", async () => {
    const { device, credentials } = await connect();
    const answer = await new Promise<Answer>((resolve) => device.postProps({ ph: 7.3 }, resolve));
    expect(answer).toMatchObject({ code: 200, data: {} });
    expect(await storedValues(platform.db, credentials.id)).toMatchObject([{ identifier: "ph", value: 7.3 }]);
    const input = { params: { ...params, id: credentials.id } };
    const { data } = await platform.call(getDevice, input, await platform.admin());
    expect(data).toMatchObject({ connection: { state: "online" }, lastConnect: { sdkVersion: "1.2.8" } });
  });

  test("stores a hundred bare posts of one burst as a hundred values", async () => {
    const { device, credentials } = await connect();
    const posts = Array.from(
      { length: 100 },
      (_, at) => new Promise<Answer>((resolve) => device.postProps({ flow: at }, resolve)),
    );
    expect((await Promise.all(posts)).every((answer) => answer.code === 200)).toBe(true);
    expect(await storedValues(platform.db, credentials.id)).toHaveLength(100);
  });

  test("posts an event and gets its reply", async () => {
    const { device, credentials } = await connect();
    const answer = await new Promise<Answer>((resolve) =>
      device.postEvent("sampleTaken", { index: 2 }, resolve),
    );
    expect(answer).toMatchObject({ code: 200 });
    const query = { deviceId: credentials.id };
    const { rows } = await platform.call(listEvents, { query }, await platform.admin());
    expect(rows).toMatchObject([{ identifier: "sampleTaken", params: { index: 2 } }]);
  });

  test("is set properties and replies", async () => {
    const { device, credentials } = await connect();
    device.onProps(({ id, params: given }) => {
      const topic = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/service/property/set_reply`;
      device.publish(topic, JSON.stringify({ id, code: 200, data: given }));
    });
    const input = {
      params,
      query: { deviceName: credentials.deviceName },
      body: { params: { interval: 15 } },
    };
    const { data } = await platform.call(setProperties, input, await platform.admin());
    await eventually(() => stateOf(data.id)).toEqual({ state: "replied", reply: { interval: 15 } });
  });

  test("serves asynchronous services, of which it subscribes the first alone", async () => {
    const { device, credentials } = await connect();
    for (const service of ["start", "grab"]) {
      device.onService(service, ({ id, params: given }, reply) => {
        reply({ id, code: 200, data: { service, ...given } });
      });
    }
    const first = await order("start", credentials, {});
    const second = await order("grab", credentials, { volume: 100 });
    await eventually(() => stateOf(first.id)).toEqual({ state: "replied", reply: { service: "start" } });
    const reply = { service: "grab", volume: 100 };
    await eventually(() => stateOf(second.id)).toEqual({ state: "replied", reply });
  });

  test("serves a synchronous service: the call is answered with its reply", async () => {
    const { device, credentials } = await connect();
    device.onService("rotateTo", ({ id }, reply) => reply({ id, code: 200, data: { at: 5 } }, "sync"));
    const command = await order("rotateTo", credentials, { index: 5 });
    expect(command).toMatchObject({ state: "replied", callType: "sync", code: 200, reply: { at: 5 } });
  });

  test("is refused with a wrong secret", async () => {
    const credentials = await platform.addDevice();
    const device = sdk.start({ ...credentials, deviceSecret: "wrong" });
    const error = await new Promise((resolve, reject) => {
      device.on("error", resolve);
      device.on("connect", () => reject(new Error("it was let in")));
    });
    expect(String(error)).toMatch(/Bad username or password|Not authorized/i);
  });

  test("and today's mqtt.js speak the same: connect, post at QoS 1, reply without a subscription", async () => {
    const credentials = await platform.addDevice();
    const { clientId, username, password } = toConnect(credentials, {});
    const options = { clientId, username, password, clean: false, reconnectPeriod: 0 };
    const client = await connectAsync(platform.mqttUrl, options);
    const reply = new Promise<string>((resolve) => {
      client.on("message", (topic, payload) => resolve(`${topic} ${payload}`));
    });
    const topic = `/sys/${credentials.productKey}/${credentials.deviceName}/thing/event/property/post`;
    await client.publishAsync(topic, JSON.stringify({ id: "1", params: { ph: 7 } }), { qos: 1 });
    expect(await storedValues(platform.db, credentials.id)).toHaveLength(1);
    expect(await reply).toMatch(/post_reply .*"code":200/);
    await client.endAsync(true);
  });

  async function stateOf(id: string) {
    return platform.db
      .selectFrom("command")
      .select(["state", "reply"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  }
});
