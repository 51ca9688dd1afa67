import {
  beginDisplayPairing,
  type DisplayReport,
  getDisplayPairing,
  pairDisplay,
} from "@tracewater/contract/system/displays";
import { expect } from "vitest";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

export type UnpairedBrowser = { code: string; cookie: string };

/** A browser on a wall that shows six digits. */
export async function showDigits(platform: TestPlatform): Promise<UnpairedBrowser> {
  const { body, headers } = await platform.ask(beginDisplayPairing, { body: {} }, null);
  const { code } = beginDisplayPairing.reply.parse(body).data;
  const setCookie = headers.get("set-cookie") ?? "";
  expect(setCookie).toContain("HttpOnly");
  expect(setCookie).toContain("SameSite=Strict");
  return { code, cookie: setCookie.split(";")[0] ?? "" };
}

/** What the browser with this cookie learns of its pairing. */
export async function pairingOf(platform: TestPlatform, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const { body } = await platform.ask(getDisplayPairing, {}, null, headers);
  return getDisplayPairing.reply.parse(body).data;
}

/** A paired display of a unit, with its session. */
export async function addDisplay(
  platform: TestPlatform,
  by: Session,
  given: { name: string; unitId: number },
): Promise<{ displayId: number; session: Session }> {
  const { code, cookie } = await showDigits(platform);
  const body = { code, ...given, screens: ["/visual/situation" as const] };
  const { displayId } = (await platform.call(pairDisplay, { body }, by)).data;
  const { token = "" } = await pairingOf(platform, cookie);
  return { displayId, session: { token, cookie } };
}

export const quietReport: DisplayReport = {
  ...{ screen: "/visual/situation", framesPerSecond: 60, heapMb: 48.5, width: 1920, height: 1080 },
  ...{ build: "abc", dataAgeS: 4 },
};
