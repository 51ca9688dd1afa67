import { expect, test } from "vitest";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const post = "thing/event/property/post";
const megabyte = 1024 * 1024;

onPlatform(
  "A device that sends messages of 250 kB without waiting",
  (platform) => {
    /** So many that no buffer of the system between holds them. */
    const flood = (device: TestDevice, count: number, qos: 0 | 1) => {
      for (let at = 0; at < count; at++) {
        const payload = { id: `${at}`, params: { ph: 7 }, padding: "x".repeat(250_000) };
        device.send(post, payload, { qos });
      }
    };
    const replies = async (device: TestDevice, count: number) => {
      for (let seen = 0; seen < count; seen++)
        await device.published((packet) => packet.topic === `${device.topic(post)}_reply`);
    };
    const countStored = async (device: TestDevice) =>
      Number(
        (
          await platform.db
            .selectFrom("messageLog")
            .select(({ fn }) => fn.countAll().as("count"))
            .where("deviceId", "=", device.credentials.id)
            .where("direction", "=", 1)
            .executeTakeFirstOrThrow()
        ).count,
      );

    test.each([0, 1] as const)(
      "at QoS %i is read no further than what it is answered for: the rest stays with it",
      async (qos) => {
        const device = await platform.connectNew();
        flood(device, 200, qos);
        await replies(device, 3);
        expect(device.unsent()).toBeGreaterThan(25 * megabyte);
        device.vanish();
      },
    );

    test("is held to its bytes a second, and each that is acknowledged is stored", async () => {
      const device = await platform.connectNew();
      const begin = performance.now();
      flood(device, 8, 1);
      for (let messageId = 1; messageId <= 8; messageId++)
        await device.packet((packet) => packet.cmd === "puback" && packet.messageId === messageId);
      // 1 MB at once, and 500 kB a second after that.
      expect((performance.now() - begin) / 1000).toBeGreaterThan((8 * 0.25 - 1) / 0.5);
      expect(await countStored(device)).toBe(8);
    });

    test("gets no other allowance by coming back", async () => {
      const first = await platform.connectNew();
      flood(first, 6, 1);
      await replies(first, 4);
      first.vanish();
      await first.closed();
      const again = await platform.connect(first.credentials);
      const begin = performance.now();
      flood(again, 4, 1);
      await replies(again, 4);
      expect((performance.now() - begin) / 1000).toBeGreaterThan(1);
    });

    test("does not keep others from being heard", async () => {
      const rough = await Promise.all([1, 2, 3].map(() => platform.connectNew()));
      for (const one of rough) flood(one, 40, 1);
      const neighbour = await platform.connectNew();
      for (let at = 0; at < 50; at++) expect(await neighbour.post({ ph: at })).toMatchObject({ code: 200 });
      for (const one of rough) one.vanish();
    });
  },
  { env: { DEVICE_BYTE_RATE: "500000", DEVICE_BYTE_BURST: "1000000" } },
);
