import { once } from "node:events";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { getAlarm, listAlarms } from "@tracewater/contract/fleet/alarms";
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhooks,
  resetWebhookSecret,
  testWebhook,
} from "@tracewater/contract/system/webhooks";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startStandInMail } from "../../../../test/stand-in-mail.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { signBody } from "../../../platform/outbound/post-signed.ts";

/** A receiver of webhooks that answers as it is reported. */
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer = 200;
const receiver = createHttpServer((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    received.push({ headers: request.headers, body });
    response.writeHead(answer).end();
  });
}).listen(0, "127.0.0.1");

const mailServer = await startStandInMail();
const { mails } = mailServer;
if (!receiver.listening) await once(receiver, "listening");
const hookUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?a=1`;
const env = {
  WEBHOOK_ALLOW: "127.0.0.1",
  SMTP_URL: `smtp://me:pass%20word@127.0.0.1:${mailServer.port}`,
  SMTP_FROM: "alarms@example.org",
};

afterAll(() => {
  receiver.close();
  mailServer.close();
});

onPlatform(
  "What leaves the platform",
  (platform) => {
    const run = () => runTask(platform, "deliveries");
    const addHook = async (given: object) => {
      const body = { name: "hook", url: hookUrl(), topics: ["alarm" as const], ...given };
      return (await platform.call(addWebhook, { body }, await platform.admin())).data;
    };
    const deliveriesOf = async (webhookId: number) =>
      (await platform.call(listDeliveries, { query: { webhookId } }, await platform.admin())).rows;
    /** What the timeline of a device's alarm says of who was notified, by way and name. */
    const deliveredTo = async (deviceName: string) => {
      const admin = await platform.admin();
      const { rows } = await platform.call(listAlarms, { query: { keyword: deviceName } }, admin);
      const params = { id: rows[0]?.alarmId ?? 0 };
      const { data } = await platform.call(getAlarm, { params }, admin);
      const received = data.steps.flatMap((step) => step.told ?? []);
      return received.sort((a, b) => `${a.way} ${a.recipient}`.localeCompare(`${b.way} ${b.recipient}`));
    };
    const addRule = async (deviceName: string, given: object) => {
      const body = {
        ...{ name: `rule of ${deviceName}`, typeKey: "waterSample" as const, source: "property" as const },
        ...{ identifier: "ph", operator: "gt" as const, threshold: 9, severity: "major" as const },
        ...{ devices: deviceName, ...given },
      };
      await platform.call(alarmRules.calls.add, { body }, await platform.admin());
    };

    test("an alarm goes out signed at once, and again when it clears; a receiver that fails is tried again", async () => {
      const { webhookId, secret } = await addHook({ name: "alarms" });
      const quiet = await addHook({ name: "critical alone", minSeverity: "critical" });
      const device = await platform.connectNew();
      await addRule(device.credentials.deviceName, {});
      answer = 500;
      await device.post({ ph: { value: 10, time: Date.now() - 5000 } });
      await eventually(async () => (await deliveriesOf(webhookId))[0]).toMatchObject({
        ...{ state: "waiting", attempts: 1, statusCode: 500, topic: "alarm", error: "answered 500" },
      });
      answer = 204;
      await sql`update delivery set next_at = now() - interval '1 second'`.execute(platform.db);
      await run();
      expect(await deliveriesOf(webhookId)).toMatchObject([{ state: "sent", attempts: 2, statusCode: 204 }]);
      expect(await deliveredTo(device.credentials.deviceName)).toEqual([
        { about: "raised", way: "webhook", recipient: "alarms", outcome: "sent", error: "" },
      ]);
      await device.post({ ph: { value: 7, time: Date.now() } });
      await eventually(async () => (await deliveriesOf(webhookId)).length).toBe(2);
      await eventually(() => received.length).toBe(3);
      const types = received.map(({ body }) => JSON.parse(body).type);
      expect(types).toEqual(["alarm.raised", "alarm.raised", "alarm.cleared"]);
      for (const { headers, body } of received) {
        const timestamp = String(headers["x-tracewater-timestamp"]);
        expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
        expect(headers["x-tracewater-signature"]).toBe(signBody(secret, timestamp, body));
      }
      expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
        severity: "major",
        value: 10,
        threshold: 9,
      });
      expect(await deliveriesOf(quiet.webhookId)).toEqual([]);
    });

    test("mail goes to whom the rule names; one that the server refuses is reported by its words", async () => {
      const device = await platform.connectNew();
      const { deviceName } = device.credentials;
      await addRule(deviceName, { nameZh: "水质异常", emails: "duty@example.org, nobody@example.org" });
      await device.post({ ph: { value: 10, time: Date.now() } });
      await eventually(() => mails.length).toBe(1);
      const [head = "", body = ""] = mails[0]?.data.split("\r\n\r\n") ?? [];
      expect(mails[0]?.to).toBe("duty@example.org");
      const words = /^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? "";
      const read = (_: string, word: string) => Buffer.from(word, "base64").toString();
      expect(words.replaceAll(/=\?utf-8\?B\?([^?]*)\?=\s*/gi, read)).toContain(deviceName);
      expect(Buffer.from(body, "base64").toString()).toContain("水质异常");
      const refused = () =>
        sql<{ error: string }>`select error from delivery where address like 'nobody%'`.execute(platform.db);
      await eventually(async () => (await refused()).rows[0]?.error).toContain("550 5.1.1 no such mailbox");
      expect(await deliveredTo(deviceName)).toMatchObject([
        { about: "raised", way: "mail", recipient: "duty@example.org", outcome: "sent", error: "" },
        {
          ...{ way: "mail", recipient: "nobody@example.org", outcome: "waiting" },
          error: expect.stringContaining("no such mailbox"),
        },
        { about: "raised", way: "webhook", recipient: "alarms" },
      ]);
    });

    test("results and readings follow within a minute, those since the webhook was made", async () => {
      const device = await platform.addDevice({ family: "liquidExtract" });
      const before = await platform.connect(device);
      const post = (id: string) =>
        before.post({ value: { sampleId: id }, time: Date.now() }, "thing/event/result/post");
      await post("before");
      const { webhookId } = await addHook({ name: "results", topics: ["result", "telemetry"] });
      await post("after");
      await before.post({ columnPressure: 12 });
      // What was received in the last seconds is fed the next time.
      await sql`update device_event set received_at = received_at - interval '10 seconds'`.execute(
        platform.db,
      );
      await sql`update message_log set received_at = received_at - interval '10 seconds'`.execute(
        platform.db,
      );
      await sql`update webhook set telemetry_after = telemetry_after - interval '11 seconds'
        where id = ${webhookId}`.execute(platform.db);
      await run();
      await run();
      const rows = await deliveriesOf(webhookId);
      const bodies = rows.map((row) => JSON.parse(row.body)).filter((one) => one.type === "result");
      expect(bodies).toMatchObject([{ deviceName: device.deviceName, params: { sampleId: "after" } }]);
      const received = rows.filter((row) => row.topic === "telemetry");
      expect(received).toHaveLength(1);
      expect(received[0]?.body).toContain("columnPressure");
    });

    test("a test shows how it ended; a new secret signs from then on; deleted, it is gone", async () => {
      const admin = await platform.admin();
      answer = 200;
      const { webhookId, secret } = await addHook({ name: "tested" });
      const input = { body: { webhookId } };
      expect((await platform.call(testWebhook, input, admin)).data).toMatchObject({
        state: "sent",
        statusCode: 200,
      });
      const renewed = (await platform.call(resetWebhookSecret, input, admin)).data.secret;
      expect(renewed).not.toBe(secret);
      await platform.call(testWebhook, input, admin);
      const last = received.at(-1);
      const timestamp = String(last?.headers["x-tracewater-timestamp"]);
      expect(last?.headers["x-tracewater-signature"]).toBe(signBody(renewed, timestamp, last?.body ?? ""));
      const change = {
        webhookId,
        name: "renamed",
        url: hookUrl(),
        topics: ["alarm" as const],
        status: "1" as const,
      };
      await platform.call(changeWebhook, { body: change }, admin);
      const listed = await platform.call(listWebhooks, {}, admin);
      expect(JSON.stringify(listed)).not.toContain(renewed);
      expect(listed.rows.find((row) => row.webhookId === webhookId)).toMatchObject({
        name: "renamed",
        status: "1",
      });
      await platform.call(removeWebhooks, { params: { ids: String(webhookId) } }, admin);
      expect(await deliveriesOf(webhookId)).toEqual([]);
    });

    test.each([
      ["http://169.254.169.254/latest/meta-data", "cannot be opened"],
      ["http://127.0.0.3:9/", "cannot be opened"],
      ["http://[::1]/", "cannot be opened"],
      ["http://me:secret@192.0.2.1/", "password"],
      ["ftp://192.0.2.1/", ""],
    ])("%s is refused where it is written", async (url, reason) => {
      const body = { name: "closed", url, topics: ["alarm" as const] };
      const refused = await platform.refusal(addWebhook, { body }, await platform.admin());
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "url" }] });
      expect(refused.msg).toContain(reason);
    });

    test("an address that leads inside by now is not opened: it is judged at each delivery", async () => {
      const { webhookId } = await addHook({ name: "moved" });
      await sql`update webhook set url = 'http://127.0.0.2:1/' where id = ${webhookId}`.execute(platform.db);
      const { data } = await platform.call(testWebhook, { body: { webhookId } }, await platform.admin());
      expect(data).toMatchObject({ state: "waiting", statusCode: null, attempts: 1 });
      expect(data.error).toContain("cannot be opened");
    });
  },
  { env },
);
