import { getMessageChannels, listMessageLog, sendTestMessage } from "@tracewater/contract/system/messages";
import { afterAll, expect, test } from "vitest";
import { startSmtpLibrary } from "../../../../test/smtp-library.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { startTextGateway, textSecret } from "../../../../test/text-gateway.ts";
import { signBody } from "../../../platform/outbound/post-signed.ts";

const smtp = await startSmtpLibrary();
const gateway = await startTextGateway();

afterAll(() => {
  smtp.close();
  gateway.close();
});

onPlatform(
  "Messages to people",
  (platform) => {
    const send = async (channel: "mail" | "text", address: string) =>
      (await platform.call(sendTestMessage, { body: { channel, address } }, await platform.admin())).data;

    test("leave by mail through a server of a library that others wrote, and are in the log", async () => {
      expect(await send("mail", "duty@example.org")).toMatchObject({ state: "sent", attempts: 1, error: "" });
      expect(smtp.mails).toMatchObject([
        { from: "platform@example.org", to: ["duty@example.org"], subject: "Tracewater: test message" },
      ]);
      expect(smtp.mails[0]?.text).toContain("test message");
      const { rows, total } = await platform.call(
        listMessageLog,
        { query: { channel: "mail", address: "duty" } },
        await platform.admin(),
      );
      expect({ rows, total }).toMatchObject({
        total: 1,
        rows: [{ address: "duty@example.org", topic: "test", state: "sent", isSecret: false }],
      });
    });

    test("leave as text messages by a signed post to the gateway", async () => {
      expect(await send("text", "+8613800000001")).toMatchObject({ state: "sent", statusCode: 202 });
      const [taken] = gateway.texts;
      expect(taken).toMatchObject({ to: "+8613800000001" });
      const timestamp = String(taken?.headers["x-tracewater-timestamp"]);
      expect(taken?.headers["x-tracewater-signature"]).toBe(
        signBody(textSecret, timestamp, taken?.body ?? ""),
      );
    });

    test("that the server or the gateway refuses show its reason and wait for the next attempt", async () => {
      expect(await send("mail", "nobody@example.org")).toMatchObject({
        state: "waiting",
        attempts: 1,
        error: expect.stringContaining("no such mailbox"),
      });
      expect(await send("text", "13800000000")).toMatchObject({ state: "waiting", error: "answered 422" });
      const failed = await platform.call(
        listMessageLog,
        { query: { state: "waiting" } },
        await platform.admin(),
      );
      expect(failed.rows.map((row) => row.address).sort()).toEqual(["13800000000", "nobody@example.org"]);
    });

    test("need an address of their kind", async () => {
      for (const body of [
        { channel: "mail", address: "13800000001" },
        { channel: "mail", address: "a@example.org, b@example.org" },
        { channel: "text", address: "duty@example.org" },
      ]) {
        const refused = await platform.refusal(sendTestMessage, { body }, await platform.admin());
        expect(refused).toMatchObject({ code: 400, errors: [{ field: "address" }] });
      }
    });

    test("and their ways are shown as configured", async () => {
      const { data } = await platform.call(getMessageChannels, {}, await platform.admin());
      expect(data).toMatchObject({
        mail: { isReady: true, missing: [], via: "platform@example.org" },
        text: { isReady: true, missing: [], via: expect.stringContaining("127.0.0.1") },
      });
    });
  },
  { env: { ...smtp.env, ...gateway.env } },
);

onPlatform("A platform without mail and text messages", (platform) => {
  test("names the variables that are missing, and a test says so too", async () => {
    const admin = await platform.admin();
    const { data } = await platform.call(getMessageChannels, {}, admin);
    expect(data.mail).toEqual({ isReady: false, missing: ["SMTP_URL", "SMTP_FROM"], via: "" });
    expect(data.text).toEqual({
      isReady: false,
      missing: ["TEXT_WEBHOOK_URL", "TEXT_WEBHOOK_SECRET"],
      via: "",
    });
    const body = { channel: "text" as const, address: "13800000001" };
    expect((await platform.call(sendTestMessage, { body }, admin)).data).toMatchObject({
      state: "waiting",
      error: expect.stringContaining("TEXT_WEBHOOK_URL"),
    });
  });

  test("shows messages to nobody who reaches a part of the units only", async () => {
    const unitId = await platform.unit();
    const someone = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    expect(await platform.refusal(listMessageLog, {}, someone)).toMatchObject({ code: 403 });
    expect(await platform.refusal(getMessageChannels, {}, someone)).toMatchObject({ code: 403 });
  });
});
