import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; subject: string; text: string };

/** A mail server of a library that others wrote; it has no mailbox for those whose name begins with "nobody". */
export async function startSmtpLibrary() {
  const mails: ReceivedMail[] = [];
  const options: SMTPServerOptions = {
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === "me" && password === "pass word"
        ? done(null, { user: username })
        : done(new Error("Invalid user or password")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("nobody")
        ? done(Object.assign(new Error("no such mailbox"), { responseCode: 550 }))
        : done(),
    onData: (stream, session, done) => {
      let raw = "";
      stream.on("data", (part: Buffer) => {
        raw += part.toString("utf8");
      });
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...readMail(raw) });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const bound = server.server.address();
  const port = bound !== null && typeof bound === "object" ? bound.port : 0;
  return {
    mails,
    env: {
      SMTP_URL: `smtp://me:pass%20word@127.0.0.1:${port}`,
      SMTP_FROM: "platform@example.org",
    },
    close: () => void server.close(),
  };
}

/** What we send is one part: base64, quoted-printable, or plain where it is ASCII with short lines. */
function readMail(raw: string): { subject: string; text: string } {
  const at = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, at);
  const folded = /^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? "";
  const subject = folded
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, "base64").toString())
    .replace(/=\?utf-8\?Q\?([^?]*)\?=/gi, (_, word: string) => fromQuoted(word.replaceAll("_", " ")));
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  const body = raw.slice(at + 4);
  if (encoding === "base64") return { subject, text: Buffer.from(body, "base64").toString() };
  return { subject, text: encoding === "quoted-printable" ? fromQuoted(body) : body };
}

function fromQuoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
