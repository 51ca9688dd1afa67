import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const post = "thing/event/property/post";
const padding = "x".repeat(250_000);

onPlatform("A message of 250 kB that the database takes its time for", (platform) => {
  /** Keeps the database from finishing what it writes for this device, until it is let go. */
  async function hold(device: TestDevice): Promise<() => Promise<void>> {
    const db = new pg.Client(platform.owner);
    await db.connect();
    onTestFinished(() => db.end());
    await db.query("begin");
    await db.query("select from telemetry_latest where device_id = $1 for update", [device.credentials.id]);
    return async () => {
      await db.query("commit");
    };
  }

  /** Whose posts the same queue writes as the other's. */
  async function neighbourOf(device: TestDevice): Promise<TestDevice> {
    for (;;) {
      const one = await platform.connectNew();
      if (one.credentials.id % 2 === device.credentials.id % 2) return one;
    }
  }

  const stored = async (device: TestDevice) =>
    (
      await platform.db
        .selectFrom("telemetry")
        .select("value")
        .where("deviceId", "=", device.credentials.id)
        .orderBy("ts")
        .execute()
    ).map((row) => row.value);

  test("holds nobody else up, and what its device sends after it is stored after it", async () => {
    const device = await platform.connectNew();
    await device.post({ ph: 5 });
    const neighbour = await neighbourOf(device);
    const letGo = await hold(device);
    device.send(post, { id: "71", params: { ph: 6 }, padding });
    device.send(post, { id: "72", params: { ph: 7 } });
    for (let at = 1; at <= 20; at++) expect(await neighbour.post({ ph: at })).toMatchObject({ code: 200 });
    expect(await stored(device)).toEqual([5]);
    await letGo();
    for (const id of ["71", "72"]) {
      const { payload } = await device.published((packet) => packet.topic === `${device.topic(post)}_reply`);
      expect(JSON.parse(payload.toString())).toMatchObject({ id, code: 200 });
    }
    expect(await stored(device)).toEqual([5, 6, 7]);
    // Back in the queue that it had.
    expect(await device.post({ ph: 8 })).toMatchObject({ code: 200 });
  });
});
