import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";

export type TakenMail = { to: string; data: string; isSecure: boolean };

const tlsFile = (name: string) => readFileSync(join(import.meta.dirname, "tls", name));

/**
 * A mail server in the words of RFC 5321 (and RFC 3207 where it offers STARTTLS). It knows one user, takes mail from
 * alarms@example.org, and has no mailbox for those whose name begins with "nobody".
 */
export async function startStandInMail(options: { startTls: boolean } = { startTls: false }) {
  const mails: TakenMail[] = [];
  /** All that came in clear text. */
  const inTheClear: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 stand-in ESMTP\r\n");
    converse(socket, false);
  });

  function converse(socket: Socket, isSecure: boolean): void {
    let inData = false;
    let text = "";
    let to = "";
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const listen = (bytes: Buffer) => {
      text += bytes.toString();
      if (!isSecure) inTheClear.push(bytes.toString());
      for (;;) {
        const end = inData ? text.indexOf("\r\n.\r\n") : text.indexOf("\r\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          mails.push({ to, data: line, isSecure });
          answer("250 2.0.0 taken");
        } else if (line.startsWith("EHLO")) {
          const more = options.startTls && !isSecure ? "250-STARTTLS\r\n" : "";
          answer(`250-stand-in\r\n${more}250-AUTH PLAIN\r\n250 8BITMIME`);
        } else if (line === "STARTTLS" && options.startTls && !isSecure) {
          answer("220 go ahead");
          socket.off("data", listen);
          const pair = { key: tlsFile("key.pem"), cert: tlsFile("cert.pem") };
          const secured = new TLSSocket(socket, { isServer: true, ...pair });
          secured.on("error", () => undefined);
          converse(secured, true);
          return;
        } else if (line === `AUTH PLAIN ${Buffer.from("\0me\0pass word").toString("base64")}`)
          answer("235 ok");
        else if (line.startsWith("MAIL FROM:<alarms@example.org>")) answer("250 ok");
        else if (line.startsWith("RCPT TO:")) {
          to = line.slice(9, -1);
          answer(to.startsWith("nobody") ? "550 5.1.1 no such mailbox" : "250 ok");
        } else if (line === "DATA") {
          inData = true;
          answer("354 go on");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else answer("500 what");
      }
    };
    socket.on("data", listen);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    mails,
    inTheClear,
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
  };
}
