import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const post = "thing/event/property/post";

onPlatform(
  "What is kept for a stream that comes back",
  (platform) => {
    const listen = async (topics: string, lastEventId?: string) =>
      listenLive(platform.url, await platform.admin(), topics, lastEventId);

    test("ends where large messages would take the memory, and the stream is informed of that", async () => {
      const device = await platform.connectNew();
      const topic = `device:${device.credentials.id}`;
      const first = await listen(topic);
      await device.post({ index: 1 }, "thing/event/sampleTaken/post");
      await eventually(() => first.lastId()).not.toBeNull();
      const lastId = first.lastId() ?? "";
      first.close();
      const rough = await platform.connectNew();
      // 17 MB in 70 messages, where thousands are kept that are small.
      const params = { ph: 7, note: "x".repeat(250_000) };
      for (let at = 0; at < 70; at++) await rough.post(params, post);
      const second = await listen(topic, lastId);
      await eventually(() => second.received.length).toBeGreaterThan(0);
      expect(second.received[0]).toMatchObject({ type: "hello", resumed: false });
      second.close();
    });

    test("has a message as its device wrote it, over several lines too", async () => {
      const device = await platform.connectNew();
      const live = await listen(`device:${device.credentials.id}`);
      await eventually(() => live.received.length).toBeGreaterThan(0);
      const payload = { id: "9", version: "1.0", params: { ph: 7 }, method: "thing.event.property.post" };
      device.send(post, JSON.stringify(payload, null, 2));
      await eventually(() => live.of("message").map((event) => event.payload)).toContainEqual(payload);
      live.close();
    });
  },
  { env: { DEVICE_BYTE_RATE: "500000000", DEVICE_BYTE_BURST: "500000000" } },
);
