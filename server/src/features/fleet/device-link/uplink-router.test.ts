import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import type { Uplink } from "./uplink-route.ts";
import { createUplinkRouter } from "./uplink-router.ts";

setFlagsFromString("--allow-natives-syntax");
const haveOneClass = new Function("a", "b", "return %HaveSameMap(a, b)");

test("uplinks share one hidden class, however many come", async () => {
  const taken: Uplink[] = [];
  const topic = "/sys/{}/thing/event/property/post";
  const route = { topic, handle: async (uplink: Uplink) => void taken.push(uplink) };
  const connection = { owner: { productKey: "pk", deviceName: "dn" }, subDevices: new Map() } as never;
  const handle = createUplinkRouter([route], {} as never, async () => false);
  for (let messageId = 0; messageId < 100; messageId++) {
    const payload = Buffer.from("{}");
    await handle(connection, { topic: topic.replace("{}", "pk/dn"), payload, qos: 1, dup: false, messageId });
  }
  expect(taken).toHaveLength(100);
  expect(taken.filter((one) => !haveOneClass(one, taken[50]))).toEqual([]);
});
