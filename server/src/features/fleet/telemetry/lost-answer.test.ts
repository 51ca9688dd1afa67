import { expect, test } from "vitest";
import { openDatabaseWay } from "../../../../test/database-way.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import type { StoredUplink } from "../uplink.ts";
import { createUplinkWriter } from "./uplink-writer.store.ts";

onPlatform("A batch whose commit was done, and whose answer was lost", (platform) => {
  test("is in the log once, though it is written again", async () => {
    const device = await platform.connectNew();
    const { id } = device.credentials;
    const { unitId } = await platform.db
      .selectFrom("device")
      .select("unitId")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const uplink: StoredUplink = {
      about: { deviceId: id, unitId, typeKey: "waterSample" },
      receivedMicros: Date.now() * 1000,
      values: [],
      events: [],
      isResend: false,
      message: {
        direction: "up",
        kind: "reply",
        code: null,
        packetId: 7,
        topic: "/lost/answer",
        payload: '{"id":"7","code":200}',
      },
    };
    const way = await openDatabaseWay(platform.owner);
    way.loseNextCommit();
    const writer = createUplinkWriter(way.config, null);
    const written = () =>
      platform.db.selectFrom("messageLog").select("id").where("topic", "=", "/lost/answer").execute();
    await expect(writer.write([uplink])).rejects.toThrow();
    await writer.write([uplink]);
    expect(await written()).toHaveLength(1);
    // The same words once more are another message.
    await writer.write([{ ...uplink, receivedMicros: uplink.receivedMicros + 1000 }]);
    expect(await written()).toHaveLength(2);
    await writer.close();
    way.close();
  });
});
