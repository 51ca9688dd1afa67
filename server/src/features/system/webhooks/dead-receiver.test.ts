import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { addWebhook, listDeliveries, testWebhook } from "@tracewater/contract/system/webhooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { pauseTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const servers: Server[] = [];

async function receive(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** An address where nobody listens: its connections are refused at once. */
async function refusingAddress(): Promise<string> {
  const url = await receive(() => undefined);
  servers.pop()?.close();
  return url;
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

onPlatform(
  "A receiver of webhooks that is dead",
  (platform) => {
    const addHook = async (name: string, url: string) => {
      const body = { name, url, topics: ["alarm" as const] };
      return (await platform.call(addWebhook, { body }, await platform.admin())).data.webhookId;
    };
    const deliveriesOf = async (webhookId: number) =>
      (await platform.call(listDeliveries, { query: { webhookId, pageSize: 50 } }, await platform.admin()))
        .rows;
    const raiseAlarm = async () => {
      const device = await platform.connectNew();
      const { deviceName } = device.credentials;
      const body = {
        ...{ name: `rule of ${deviceName}`, typeKey: "waterSample" as const, source: "property" as const },
        ...{ identifier: "ph", operator: "gt" as const, threshold: 9, severity: "major" as const },
        ...{ devices: deviceName },
      };
      await platform.call(alarmRules.calls.add, { body }, await platform.admin());
      await device.post({ ph: { value: 10, time: Date.now() } });
    };

    beforeAll(() => pauseTask(platform, "deliveries"));

    test("does not hold up an alarm to another, though a thousand deliveries wait for it", async () => {
      const dead = await addHook("refuses", await refusingAddress());
      const silent = await addHook("never answers", await receive(() => undefined));
      const arrived: number[] = [];
      const living = await addHook(
        "living",
        await receive((request, response) => {
          request.resume();
          arrived.push(Date.now());
          response.writeHead(204).end();
        }),
      );
      for (const webhookId of [dead, silent]) {
        await sql`insert into delivery (webhook_id, topic, body, next_at)
          select ${webhookId}, 'alarm', '{}', now() - interval '1 hour' from generate_series(1, 1000)`.execute(
          platform.db,
        );
      }
      const raisedAt = Date.now();
      await raiseAlarm();
      await eventually(async () => (await deliveriesOf(living))[0]?.state).toBe("sent");
      // "Within 5 s", with the device's connection, the rule and the report in it.
      expect((arrived[0] ?? Number.POSITIVE_INFINITY) - raisedAt).toBeLessThan(5_000);
    });

    test("has its failures noted on the delivery, and never passes for the database", async () => {
      const dead = await addHook("refuses too", await refusingAddress());
      const { data } = await platform.call(
        testWebhook,
        { body: { webhookId: dead } },
        await platform.admin(),
      );
      expect(data).toMatchObject({
        state: "waiting",
        attempts: 1,
        error: expect.stringContaining("ECONNREFUSED"),
      });
      expect(platform.takeErrors()).toEqual([]);
    });

    test("that answers without end is read up to a limit", async () => {
      let sent = 0;
      let isOver = false;
      const url = await receive((request, response) => {
        request.resume();
        response.writeHead(200);
        const part = Buffer.alloc(64 * 1024);
        const write = () => {
          let hasRoom = true;
          while (!isOver && hasRoom) {
            hasRoom = response.write(part);
            sent += part.length;
          }
        };
        response.on("drain", write);
        response.on("close", () => {
          isOver = true;
        });
        write();
      });
      const endless = await addHook("endless", url);
      const { data } = await platform.call(
        testWebhook,
        { body: { webhookId: endless } },
        await platform.admin(),
      );
      expect(data).toMatchObject({ state: "sent", statusCode: 200 });
      await eventually(() => isOver).toBe(true);
      // What lies in the buffers of both sockets comes on top of the limit.
      expect(sent).toBeLessThan(16 * 1024 * 1024);
    });
  },
  { env: { WEBHOOK_ALLOW: "127.0.0.1" } },
);
