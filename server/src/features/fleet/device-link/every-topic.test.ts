import { readdirSync, readFileSync } from "node:fs";
import { createTopicTable } from "@tracewater/alink/topic-table";
import { downlinkTopic, readTopic } from "@tracewater/alink/topics";
import { listMessages } from "@tracewater/contract/fleet/telemetry";
// @ts-expect-error The SDK brings no types of its own.
import untypedTopics from "alibabacloud-iot-device-sdk/lib/const.js";
// @ts-expect-error The SDK brings no types of its own.
import untypedGateway from "alibabacloud-iot-device-sdk/lib/gateway.js";
// @ts-expect-error The SDK brings no types of its own.
import untypedOlderTopics from "aliyun-iot-device-sdk/lib/const.js";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

type Topics = { ALIYUN_BROKER_TOPICS: Record<string, string> };
type GatewayClass = { prototype: object };

const fleet = new URL("../", import.meta.url);
const golden = new URL("../../../../../alink/golden/", import.meta.url);

/** Topics that no recorded frame stands for: the test that sends on each, and how. */
const heldBy: Record<string, readonly [file: string, says: string]> = {
  "/sys/{}/thing/event/{event}/batch/post": ["device-link/bulk-post.test.ts", "/batch/post"],
  "/sys/{}/thing/service/property/get_reply": ["commands/command.test.ts", "property/get_reply"],
  ...Object.fromEntries(
    ["config/push", "config/log/push", "disable", "enable", "delete"].map((word) => [
      `/sys/{}/thing/${word}_reply`,
      ["device-link/every-topic.test.ts", `"${word}"`],
    ]),
  ),
  "/sys/{}/thing/boardLots/get": ["../laboratory/boards/lot-file.test.ts", '"thing/boardLots/get"'],
  "/sys/{}/thing/ota/firmware/get": ["firmware/upgrade.test.ts", "ota/firmware/get"],
  "/ota/device/inform/{}": ["device-link/public-sdk-topics.test.ts", "/ota/device/inform/"],
  "/ota/device/progress/{}": ["device-link/public-sdk-topics.test.ts", "/ota/device/progress/"],
  "/sys/{}/thing/topo/add": ["gateways/gateway.test.ts", "gateway.addTopo("],
  "/sys/{}/thing/topo/delete": ["gateways/gateway.test.ts", "gateway.removeTopo("],
  "/sys/{}/thing/topo/get": ["gateways/gateway.test.ts", "gateway.getTopo("],
  "/sys/{}/thing/sub/register": ["gateways/gateway.test.ts", "gateway.regiestSubDevice("],
  "/ext/session/{}/combine/login": ["gateways/gateway.test.ts", "gateway.login("],
  "/ext/session/{}/combine/logout": ["gateways/gateway.test.ts", "gateway.logout("],
  "/ext/session/{}/combine/batch_login": ["gateways/gateway.test.ts", '"batch_login"'],
  "/ext/session/{}/combine/batch_logout": ["gateways/gateway.test.ts", '"batch_logout"'],
};

const shapeOf = (topic: string) => readTopic(topic)?.shape ?? topic;

onPlatform("Every topic", (platform) => {
  test("on which devices are heard is in a recorded frame, or has a test that sends on it", () => {
    const topics = platform.uplinkTopics();
    const table = createTopicTable(topics.map((topic) => [topic, topic] as const));
    const recorded = new Set(goldenTopics().map((topic) => table.find(shapeOf(topic))?.entry));
    expect(topics.filter((topic) => !recorded.has(topic) && heldBy[topic] === undefined)).toEqual([]);
    expect(Object.keys(heldBy).filter((topic) => recorded.has(topic) || !topics.includes(topic))).toEqual([]);
    for (const [file, says] of Object.values(heldBy)) {
      expect(readFileSync(new URL(file, fleet), "utf8"), file).toContain(says);
    }
  });

  test.each([
    ["public", untypedTopics],
    ["older", untypedOlderTopics],
  ])("that the %s SDK knows is taken, or sent by the platform", (_name, sdk: Topics) => {
    const table = createTopicTable(platform.uplinkTopics().map((topic) => [topic, topic] as const));
    const owner = { productKey: "pk", deviceName: "dn" };
    const sent = new Set(
      Object.values(downlinkTopic).map((make) => shapeOf(make(owner, "x").replace(/x$/, "start"))),
    );
    const isCovered = (shape: string) => {
      const asked = shape.replace(/_reply$/, "");
      return sent.has(shape) || (shape !== asked && table.find(asked) !== null);
    };
    const names = Object.entries(sdk.ALIYUN_BROKER_TOPICS).filter(([name]) => !name.includes("WILDCARD"));
    expect(names.length).toBeGreaterThan(25);
    const unknown = names.flatMap(([name, format]) => {
      const texts = ["pk", "dn"];
      const topic = format
        .replace("request/+", "request/start")
        .replace(/%s/g, () => texts.shift() ?? "start");
      const shape = shapeOf(topic);
      return table.find(shape) !== null || isCovered(shape) ? [] : [`${name} ${topic}`];
    });
    expect(unknown).toEqual([]);
  });

  test("on which a device confirms what it was instructed is kept in its log, and answered by nobody", async () => {
    const device = await platform.connectNew();
    const words = ["config/push", "config/log/push", "disable", "enable", "delete"];
    for (const word of words) device.send(`thing/${word}_reply`, { id: "1", code: 200, data: {} });
    const query = { deviceId: device.credentials.id, kind: "reply" as const };
    const read = async () => (await platform.call(listMessages, { query }, await platform.admin())).rows;
    await eventually(async () => (await read()).length).toBe(words.length);
    expect((await read()).map(({ code }) => code)).toEqual(words.map(() => 200));
    expect(device.unread()).toEqual([]);
  });

  test("and every word of the public SDK, its gateway's included, is used in a test", () => {
    const words = methodsOf((untypedGateway as GatewayClass).prototype);
    expect(words).toEqual(expect.arrayContaining(["postProps", "onConfig", "addTopo", "regiestSubDevice"]));
    const files = readdirSync(fleet, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".test.ts"),
    );
    const texts = files
      .map((name) => readFileSync(new URL(name, fleet), "utf8"))
      .filter((text) => /[sS]dk\b/.test(text));
    expect(words.filter((word) => !texts.some((text) => text.includes(`.${word}(`)))).toEqual([]);
  });
});

function goldenTopics(): string[] {
  const files = readdirSync(golden).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => {
    const { frames }: { frames: { topic: string }[] } = JSON.parse(
      readFileSync(new URL(name, golden), "utf8"),
    );
    return frames.map((frame) => frame.topic);
  });
}

/** What a class offers, with what it inherits from the SDK's own. */
function methodsOf(prototype: object): string[] {
  const above: unknown = Object.getPrototypeOf(prototype);
  const own = Object.getOwnPropertyNames(prototype).filter((name) => isOffered(prototype, name));
  const isOurs = typeof above === "object" && above !== null && "postProps" in above;
  return isOurs ? [...own, ...methodsOf(above)] : own;
}

function isOffered(prototype: object, name: string): boolean {
  const isMethod = typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === "function";
  return isMethod && name !== "constructor" && !name.startsWith("_");
}
