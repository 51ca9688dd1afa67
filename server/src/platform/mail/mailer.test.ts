import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startStandInMail } from "../../../test/stand-in-mail.ts";
import { sendMail } from "./mailer.ts";

const ca = readFileSync(join(import.meta.dirname, "../../../test/tls/cert.pem"), "utf8");
const mail = {
  from: "alarms@example.org",
  to: "duty@example.org",
  subject: "An alarm",
  text: "It is too warm.",
  at: new Date(0),
};
const urlOf = (port: number, query = "") => `smtp://me:pass%20word@127.0.0.1:${port}${query}`;

test("mail takes to TLS where the server offers it, and the password leaves under TLS alone", async () => {
  const server = await startStandInMail({ startTls: true });
  await sendMail({ url: urlOf(server.port), ca }, mail);
  expect(server.mails).toMatchObject([{ to: "duty@example.org", isSecure: true }]);
  expect(server.inTheClear.join("")).toContain("STARTTLS");
  expect(server.inTheClear.join("")).not.toContain("AUTH");
  server.close();
});

test("a certificate that nobody vouches for is not taken", async () => {
  const server = await startStandInMail({ startTls: true });
  await expect(sendMail({ url: urlOf(server.port), ca: null }, mail)).rejects.toThrow("self-signed");
  expect(server.mails).toEqual([]);
  server.close();
});

test("where TLS is wanted and not offered, nothing of the mail leaves", async () => {
  const server = await startStandInMail({ startTls: false });
  const url = urlOf(server.port, "?requireTLS=true");
  await expect(sendMail({ url, ca }, mail)).rejects.toThrow(/TLS|STARTTLS|upgrade/);
  expect(server.mails).toEqual([]);
  expect(server.inTheClear.join("")).not.toMatch(/AUTH|MAIL FROM/);
  server.close();
});
