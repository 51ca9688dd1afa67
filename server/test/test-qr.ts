import { beginQrLogIn, getQrStatus } from "@tracewater/contract/system/qr-log-in";
import type { TestPlatform } from "./test-platform.ts";

export type AskingBrowser = { uuid: string; digits: string; cookie: string; wrongDigits: string };

/** A browser that shows a QR code. */
export async function askByQr(platform: TestPlatform): Promise<AskingBrowser> {
  const { body, headers } = await platform.ask(beginQrLogIn, { body: {} }, null);
  const { uuid, digits } = beginQrLogIn.reply.parse(body);
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { uuid, digits, cookie, wrongDigits: digits === "11" ? "12" : "11" };
}

/** What a browser with this cookie learns of it; the session where it came with the answer. */
export async function qrStatusOf(platform: TestPlatform, uuid: string, cookie?: string) {
  const asked = await platform.ask(
    getQrStatus,
    { query: { uuid } },
    null,
    cookie === undefined ? {} : { cookie },
  );
  const { code, status, token } = asked.body as { code: number; status?: string; token?: string };
  const bound = (asked.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { code, status, session: token === undefined ? null : { token, cookie: bound } };
}
