import { generate } from "mqtt-packet";
import { expect, test } from "vitest";
import { createFrameGuard } from "./frame-guard.ts";

const limits = { first: 2000, later: 10_000 };
const publish = (size: number) =>
  generate({ cmd: "publish", topic: "/a", payload: "x".repeat(size), qos: 0, dup: false, retain: false });

test("packets up to the limit pass in whatever pieces they come, the first one within a limit of its own", () => {
  const stream = Buffer.concat([
    publish(100),
    generate({ cmd: "pingreq" }),
    publish(9000),
    publish(0),
    publish(9990),
  ]);
  for (const piece of [1, 2, 3, 7, 128, 4096, stream.length]) {
    const guard = createFrameGuard(limits);
    for (let at = 0; at < stream.length; at += piece) {
      expect(guard.see(stream.subarray(at, at + piece)), `pieces of ${piece}`).toBe(true);
    }
  }
});

test("a packet that is too long is refused by its head", () => {
  expect(createFrameGuard(limits).see(publish(3000).subarray(0, 3))).toBe(false);
  const guard = createFrameGuard(limits);
  expect(guard.see(publish(10))).toBe(true);
  expect(guard.see(publish(9000))).toBe(true);
  expect(guard.see(publish(11_000).subarray(0, 3))).toBe(false);
});

test("a length of more than four bytes is none, and so is one that is padded", () => {
  expect(createFrameGuard(limits).see(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff]))).toBe(false);
  expect(createFrameGuard(limits).see(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
});
