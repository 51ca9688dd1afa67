import { rootCertificates } from "node:tls";

export type Mail = { from: string; to: string; subject: string; text: string; at: Date };

/**
 * `smtp://user:password@host:port`, or `smtps://` for TLS from the start; `?requireTLS=true` sends nothing without.
 * `ca` vouches for the server's certificate besides those that Node.js knows.
 */
export type MailServer = { url: string; ca: string | null };

const timeoutMs = 20_000;
const loopback = /^(localhost|127\.|\[?::1\]?$)/;

/**
 * Resolves once the server has taken the mail; rejects with what it said otherwise. Takes to TLS where the server
 * offers it; a password leaves this machine in no other way.
 */
export async function sendMail(server: MailServer, { at, ...mail }: Mail): Promise<void> {
  const { username, hostname } = new URL(server.url);
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: server.url,
    requireTLS: username !== "" && !loopback.test(hostname),
    ...(server.ca === null ? {} : { tls: { ca: [...rootCertificates, server.ca] } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    // What a mail holds is text of ours: nothing of it is read from a file or fetched.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail({ ...mail, date: at, textEncoding: "base64" });
  } finally {
    transport.close();
  }
}
