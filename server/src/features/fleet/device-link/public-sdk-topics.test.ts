import { createHash } from "node:crypto";
import { changeShadow, listAttributes } from "@tracewater/contract/fleet/device-twin";
import { getDeviceFirmware } from "@tracewater/contract/fleet/firmware-upgrades";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { type Answer, publicSdk, type SdkDevice, useSdk } from "../../../../test/public-sdk.ts";
import { addVersion, firmwareFile, startUpgrade } from "../../../../test/test-firmware.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

/** What the SDK offers alongside properties, events and services; its configuration and registration have their own. */
onPlatform("The public SDK", (platform) => {
  const sdk = useSdk(publicSdk, () => platform.mqttUrl);

  async function connect() {
    const credentials = await platform.addDevice();
    return { credentials, device: await sdk.connect(credentials) };
  }

  /** The messages at a device's shadow, one after the other. */
  function collectShadow(device: SdkDevice) {
    const waiting: ((message: Record<string, unknown>) => void)[] = [];
    const received: Record<string, unknown>[] = [];
    device.onShadow((message) => {
      const next = waiting.shift();
      if (next === undefined) received.push(message);
      else next(message);
    });
    return () =>
      new Promise<Record<string, unknown>>((resolve) => {
        const first = received.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      });
  }

  test("reports attributes and deletes them", async () => {
    const { device, credentials } = await connect();
    const tags = [
      { attrKey: "batch", attrValue: "7" },
      { attrKey: "colour", attrValue: "red" },
    ];
    const received = await new Promise<Answer>((resolve) => device.postTags(tags, resolve));
    const gone = await new Promise<Answer>((resolve) => device.deleteTags(["colour"], resolve));
    expect([received.code, gone.code]).toEqual([200, 200]);
    const input = { params, query: { deviceName: credentials.deviceName } };
    const { data } = await platform.call(listAttributes, input, await platform.admin());
    expect(data).toMatchObject([{ key: "batch", value: "7" }]);
  });

  test("subscribes a topic of its own and leaves it; another's is not granted", async () => {
    const { device, credentials } = await connect();
    const { productKey, deviceName } = credentials;
    const own = `/${productKey}/${deviceName}/user/get`;
    const granted = (topic: string) =>
      new Promise<unknown>((resolve) => device.subscribe(topic, (_error, grants) => resolve(grants)));
    expect(await granted(own)).toMatchObject([{ topic: own, qos: 0 }]);
    expect(await granted(`/${productKey}/another-device/user/get`)).toMatchObject([{ qos: 128 }]);
    const left = await new Promise((resolve) => device.unsubscribe(own, resolve));
    expect(left ?? null).toBeNull();
  });

  test("reports to its shadow, asks for it, is reported what people wish, and deletes it", async () => {
    const { device, credentials } = await connect();
    const next = collectShadow(device);
    device.postShadow({ colour: "red" });
    const reported = await next();
    expect(reported).toMatchObject({ method: "reply", payload: { status: "success" } });
    device.getShadow();
    const got = await next();
    expect(got).toMatchObject({ payload: { state: { reported: { colour: "red" } } } });
    const input = {
      params,
      query: { deviceName: credentials.deviceName },
      body: { desired: { colour: "blue" }, version: Number(got["version"]) },
    };
    await platform.call(changeShadow, input, await platform.admin());
    expect(await next()).toMatchObject({
      method: "control",
      payload: { state: { desired: { colour: "blue" } } },
    });
    device.deleteShadow("colour");
    expect(await next()).toMatchObject({ payload: { status: "success" } });
    device.getShadow();
    expect(await next()).toMatchObject({ payload: { state: { reported: {} } } });
  });

  test("is notified of new firmware by its own topics, says how far it is, and has it when it reports it", async () => {
    const { device, credentials } = await connect();
    const { productKey, deviceName, id } = credentials;
    const file = firmwareFile("4.0.0");
    const received = new Promise<{ url: string; version: string; sign: string }>((resolve) => {
      device.on("message", (topic, payload) => {
        if (topic === `/ota/device/upgrade/${productKey}/${deviceName}`)
          resolve(JSON.parse(payload.toString()).data);
      });
    });
    const send = (topic: string, given: object) =>
      device.publish(topic, JSON.stringify({ id: "1", params: given }));
    send(`/ota/device/inform/${productKey}/${deviceName}`, { version: "3.9.0" });
    const read = async () =>
      (await platform.call(getDeviceFirmware, { params: { id } }, await platform.admin())).data;
    await eventually(async () => (await read()).modules).toMatchObject([{ version: "3.9.0" }]);
    await startUpgrade(platform, await addVersion(platform, "4.0.0", file), [id]);
    const { url, version, sign } = await received;
    const loaded = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([version, createHash("sha256").update(loaded).digest("hex")]).toEqual(["4.0.0", sign]);
    send(`/ota/device/progress/${productKey}/${deviceName}`, { step: "60", desc: "" });
    await eventually(async () => (await read()).upgrades).toMatchObject([{ state: "downloading" }]);
    send(`/ota/device/inform/${productKey}/${deviceName}`, { version });
    await eventually(async () => (await read()).upgrades).toMatchObject([{ state: "succeeded" }]);
  });
});
