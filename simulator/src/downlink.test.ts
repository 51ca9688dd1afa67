import { expect, test } from "vitest";
import { readDownlink } from "./downlink.ts";

const owner = { productKey: "pk", deviceName: "dn" };

test.each([
  ["/sys/pk/dn/thing/service/grab", undefined, { kind: "service", name: "grab" }, "thing/service/grab_reply"],
  ["/sys/pk/dn/thing/service/property/set", undefined, { kind: "set" }, "thing/service/property/set_reply"],
  ["/sys/pk/dn/thing/service/property/get", undefined, { kind: "get" }, "thing/service/property/get_reply"],
  [
    "/sys/pk/dn/rrpc/request/77",
    "thing.service.unlock",
    { kind: "service", name: "unlock" },
    "rrpc/response/77",
  ],
  ["/sys/pk/dn/rrpc/request/77", "thing.service.property.set", { kind: "set" }, "rrpc/response/77"],
  ["/sys/pk/dn/thing/disable", "thing.disable", { kind: "disable" }, "thing/disable_reply"],
])("reads %s (%s)", (topic, method, verb, replyTopic) => {
  const command = read(topic, { id: "1", params: {}, method });
  expect(command).toMatchObject({ kind: "command", command: { id: "1", verb } });
  expect(command).toMatchObject({ command: { replyTopic: `/sys/pk/dn/${replyTopic}`, wantsReply: true } });
});

test("a request with ack 0 wants no reply", () => {
  const command = read("/sys/pk/dn/thing/service/stop", { id: "1", sys: { ack: 0 } });
  expect(command).toMatchObject({ command: { wantsReply: false } });
});

test("ignores other devices' topics and replies, and shows what it cannot read", () => {
  expect(read("/sys/pk/other/thing/service/stop", {})).toBeNull();
  expect(read("/sys/pk/dn/thing/service/stop_reply", {})).toBeNull();
  expect(read("/sys/pk/dn/rrpc/request/1", { id: "1", method: "dance" })).toMatchObject({
    kind: "unreadable",
  });
  expect(readDownlink(owner, "/sys/pk/dn/thing/service/stop", Buffer.from("{"))).toMatchObject({
    kind: "unreadable",
  });
});

function read(topic: string, body: unknown) {
  return readDownlink(owner, topic, Buffer.from(JSON.stringify(body)));
}
