import { changeShadow, listAttributes } from "@tracewater/contract/fleet/device-words";
import { expect, test } from "vitest";
import { type Answer, publicSdk, type SdkDevice, useSdk } from "../../../../test/public-sdk.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;

/** What the SDK offers beside properties, events and services; its configuration and registration have their own. */
onPlatform("The public SDK", (platform) => {
  const sdk = useSdk(publicSdk, () => platform.mqttUrl);

  async function connect() {
    const credentials = await platform.addDevice();
    return { credentials, device: await sdk.connect(credentials) };
  }

  /** The messages at a device's shadow, one after the other. */
  function hearShadow(device: SdkDevice) {
    const waiting: ((message: Record<string, unknown>) => void)[] = [];
    const heard: Record<string, unknown>[] = [];
    device.onShadow((message) => {
      const next = waiting.shift();
      if (next === undefined) heard.push(message);
      else next(message);
    });
    return () =>
      new Promise<Record<string, unknown>>((resolve) => {
        const first = heard.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      });
  }

  test("tells attributes and deletes them", async () => {
    const { device, credentials } = await connect();
    const tags = [
      { attrKey: "batch", attrValue: "7" },
      { attrKey: "colour", attrValue: "red" },
    ];
    const told = await new Promise<Answer>((resolve) => device.postTags(tags, resolve));
    const gone = await new Promise<Answer>((resolve) => device.deleteTags(["colour"], resolve));
    expect([told.code, gone.code]).toEqual([200, 200]);
    const input = { params, query: { deviceName: credentials.deviceName } };
    const { data } = await platform.call(listAttributes, input, await platform.admin());
    expect(data).toMatchObject([{ key: "batch", value: "7" }]);
  });

  test("reports to its shadow, asks for it, is told what people wish, and deletes it", async () => {
    const { device, credentials } = await connect();
    const next = hearShadow(device);
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
});
