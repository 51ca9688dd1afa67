import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readConnectIdentity } from "./credentials.ts";
import { parseJson, parseReply, parseRequest } from "./envelope.ts";
import { readTopic } from "./topics.ts";

const folder = new URL("../golden/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

type Golden = {
  connect: { clientId: string; username: string };
  frames: { topic: string; payload: unknown }[];
};

describe.each(files)("%s", (file) => {
  const { connect, frames }: Golden = JSON.parse(readFileSync(new URL(file, folder), "utf8"));

  test("names its device in its CONNECT and in each of its topics", () => {
    const owner = { productKey: "waterSample", deviceName: "golden-device" };
    expect(readConnectIdentity(connect.clientId, connect.username)).toMatchObject(owner);
    for (const { topic } of frames) expect(readTopic(topic)?.owner).toEqual(owner);
    expect(frames.length).toBeGreaterThan(5);
  });

  test("holds messages that are read", () => {
    for (const { topic, payload } of frames) {
      const bytes = Buffer.from(JSON.stringify(payload));
      const isReply = topic.endsWith("_reply") || topic.includes("/rrpc/");
      const isEnveloped = topic.startsWith("/sys/");
      const read = isReply ? parseReply(bytes) : isEnveloped ? parseRequest(bytes) : parseJson(bytes);
      expect(read.ok, topic).toBe(true);
      if (read.ok && isEnveloped && "id" in read.value) expect(read.value.id).not.toBe("");
    }
  });
});
