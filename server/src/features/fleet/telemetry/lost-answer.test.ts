import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";
import type { StoredUplink } from "../uplink.ts";
import { createUplinkWriter } from "./uplink-writer.store.ts";

/**
 * A way to the database on which the answer to the first COMMIT is lost: the database has done it, and nobody hears
 * so.
 */
async function openBrokenWay(owner: pg.ClientConfig): Promise<{ config: pg.ClientConfig; close(): void }> {
  const { host, port, user, database, password } = new pg.Client(owner);
  let isBroken = false;
  const server = createServer((near) => {
    const far: Socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let isCommitting = false;
    near.on("data", (bytes: Buffer) => {
      isCommitting = bytes.includes("commit\0");
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) => {
      if (!isCommitting || isBroken) return void near.write(bytes);
      isBroken = true;
      near.resetAndDestroy();
      far.destroy();
    });
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  const config = { host: "127.0.0.1", port: own, user, database, ...(password === null ? {} : { password }) };
  return { config, close: () => server.close() };
}

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
    const way = await openBrokenWay(platform.owner);
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
