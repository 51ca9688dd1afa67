// @ts-expect-error The SDK brings no types of its own.
import untyped from "aliyun-iot-device-sdk";
import { expect, test } from "vitest";
import { type Answer, type SdkDevice, useSdk } from "../../../../test/public-sdk.ts";
import { storedValues } from "../../../../test/stored-values.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const olderSdk: { device(options: unknown): SdkDevice } = untyped;

onPlatform("The older public SDK, its host changed and nothing else", (platform) => {
  const sdk = useSdk(olderSdk, () => platform.mqttUrl);

  test("connects and posts properties, an event and tags", async () => {
    const credentials = await platform.addDevice();
    const device = await sdk.connect(credentials);
    const answered = (post: (done: (answer: Answer) => void) => void) => new Promise<Answer>(post);
    expect(await answered((done) => device.postProps({ ph: 7.1 }, done))).toMatchObject({ code: 200 });
    expect(await answered((done) => device.postEvent("doorOpened", {}, done))).toMatchObject({ code: 200 });
    const tags = [{ attrKey: "site", attrValue: "inlet" }];
    expect(await answered((done) => device.postTags(tags, done))).toMatchObject({ code: 200 });
    expect(await storedValues(platform.db, credentials.id)).toMatchObject([{ identifier: "ph", value: 7.1 }]);
    const events = await platform.db
      .selectFrom("deviceEvent")
      .select("identifier")
      .where("deviceId", "=", credentials.id)
      .execute();
    expect(events).toEqual([{ identifier: "doorOpened" }]);
  });
});
