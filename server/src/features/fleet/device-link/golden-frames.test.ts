import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { type Recorded, recordFrames } from "../../../../test/frame-recorder.ts";
import { publicSdk, useSdk } from "../../../../test/public-sdk.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** Frames as the public SDKs send them, of a device with these names. */
const golden = new URL("../../../../../alink/golden/", import.meta.url);
const names = { productKey: "waterSample", deviceName: "golden-device" };

type GoldenFrame = {
  topic: string;
  qos: number;
  payload: unknown;
  replyTopic?: string;
  code?: number | string;
};
/** What the SDK takes from the clock, replaced by moments that rise; and how each frame is answered. */
function toGolden({ connect, frames }: Recorded): GoldenFile {
  let moments = 1_700_000_000_000;
  let messages = 0;
  return {
    connect: { ...connect, clientId: connect.clientId.replace(/timestamp=\d+/, "timestamp=1700000000000") },
    frames: frames.map((frame) => {
      const { payload } = frame;
      const isShadow = frame.topic.startsWith("/shadow/");
      if (typeof payload === "object" && payload !== null && isShadow && "version" in payload) {
        moments += 1;
        payload.version = moments;
      }
      if (isShadow) return { ...frame, replyTopic: frame.topic.replace("update", "get"), code: "success" };
      const isReply = frame.topic.endsWith("_reply") || frame.topic.includes("/rrpc/");
      // The SDK counts its messages through the lifecycle of its process.
      if (!isReply && typeof payload === "object" && payload !== null && "id" in payload) {
        messages += 1;
        payload.id = String(payload.id).replace(/^\d+/, String(messages));
      }
      return isReply ? frame : { ...frame, replyTopic: `${frame.topic}_reply`, code: 200 };
    }),
  };
}

function missing(): never {
  throw new Error("the recorder does not run");
}

type GoldenFile = {
  connect: { clientId: string; username: string; clean: boolean };
  frames: GoldenFrame[];
};

describe("The recorded frames", () => {
  let recorder: Awaited<ReturnType<typeof recordFrames>> | null = null;
  const sdk = useSdk(publicSdk, () => recorder?.url ?? "");
  beforeAll(async () => {
    recorder = await recordFrames();
  });
  afterAll(() => recorder?.close());

  test("of the JavaScript SDK are what it sends", async () => {
    const { recorded, send } = recorder ?? missing();
    const device = await sdk.connect({ ...names, id: 0, deviceSecret: "secret" });
    const received = () => undefined;
    device.postProps({ ph: 7.3, flow: { value: 1.5, time: 1_700_000_000_000 } }, received);
    device.postEvent("sampleTaken", { index: 2 }, received);
    device.postTags([{ attrKey: "batch", attrValue: "7" }], received);
    device.deleteTags(["batch"], received);
    device.getConfig(received);
    device.postShadow({ colour: "red" });
    device.getShadow();
    device.deleteShadow("colour");
    device.deleteShadow(["colour", "level"]);
    device.deleteShadow();
    device.onService("start", ({ id }, reply) => reply({ id, code: 200, data: {} }));
    device.onService("unlock", ({ id }, reply) => reply({ id, code: 200, data: {} }, "sync"));
    await eventually(() => recorded.frames.length).toBe(10);
    const call = (service: string) => ({
      id: "7",
      version: "1.0",
      params: {},
      method: `thing.service.${service}`,
    });
    send(`/sys/${names.productKey}/${names.deviceName}/thing/service/start`, call("start"));
    send(`/sys/${names.productKey}/${names.deviceName}/rrpc/request/99`, call("unlock"));
    await eventually(() => recorded.frames.length).toBe(12);
    await expect(`${JSON.stringify(toGolden(recorded), null, 2)}\n`).toMatchFileSnapshot(
      new URL("js-sdk.json", golden).pathname,
    );
  });
});

onPlatform("Each recorded frame", (platform) => {
  const files = readdirSync(golden).filter((name) => name.endsWith(".json"));

  test("is there, of every SDK", () => {
    expect(files).toEqual(["c-sdk.json", "js-sdk.json", "older-js-sdk.json", "python-sdk.json"]);
  });

  test.each(files)("of %s is taken and answered", async (file) => {
    const { connect, frames }: GoldenFile = JSON.parse(readFileSync(new URL(file, golden), "utf8"));
    const deviceName = `golden-${file.replace(".json", "")}`;
    const credentials = await platform.addDevice({ deviceName });
    const rename = (text: string) => text.replaceAll(names.deviceName, deviceName);
    const clientId = rename(connect.clientId);
    const timestamp = /timestamp=(\d+)/.exec(clientId)?.[1] ?? null;
    const signMethod = clientId.includes("hmacsha256") ? ("sha256" as const) : ("sha1" as const);
    const id = clientId.slice(0, clientId.indexOf("|"));
    const { code, device } = await attemptConnect(platform.mqttUrl, credentials, {
      ...{ clientId, id, timestamp, signMethod, clean: connect.clean },
    });
    expect(code).toBe(0);
    for (const frame of frames) {
      const topic = rename(frame.topic);
      device.write(
        device.toPublish(topic, rename(JSON.stringify(frame.payload)), { qos: frame.qos === 1 ? 1 : 0 }),
      );
      if (frame.replyTopic === undefined) continue;
      const reply = await device.published((packet) => packet.topic === rename(frame.replyTopic ?? ""));
      const body = JSON.parse(reply.payload.toString());
      expect(body.code ?? body.payload?.status, topic).toBe(frame.code);
    }
    const refused = platform.db
      .selectFrom("messageLog")
      .select(["topic", "code"])
      .where("deviceId", "=", credentials.id)
      .where("direction", "=", 1)
      .where("code", "=", 6203);
    expect(await device.post({ ph: 7 })).toMatchObject({ code: 200 });
    expect(await refused.execute()).toEqual([]);
  });
});
