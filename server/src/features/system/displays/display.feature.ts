import {
  beginDisplayPairing,
  changeDisplay,
  type Display,
  getDisplayPairing,
  listDisplays,
  pairDisplay,
  reportDisplay,
  revokeDisplays,
} from "@tracewater/contract/system/displays";
import type { FastifyRequest } from "fastify";
import type { AppError } from "../../../platform/app-error.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Visitor } from "../session/session.service.ts";
import type { DisplayService } from "./display.service.ts";

/** Over HTTPS the browser takes it from this very host alone. */
const cookies = {
  https: { name: "__Host-tw-display", path: "/", secure: "; Secure" },
  http: { name: "tw-display", path: apiPrefix, secure: "" },
};
/** As long as browsers keep a cookie; each report renews it. */
const maxAgeS = 400 * 86_400;

/** Pairing and reports of displays, and their list. */
export function serveDisplays(
  serve: Serve,
  displays: DisplayService,
  requests: {
    visitorOf: (request: FastifyRequest) => Visitor;
    bearerOf: (request: FastifyRequest) => string | null;
    notLoggedIn: () => AppError;
  },
): void {
  const { visitorOf, bearerOf, notLoggedIn } = requests;
  serve.open(beginDisplayPairing, async ({ request, reply }) => {
    const { cookie, ...begun } = await displays.beginPairing(visitorOf(request));
    reply.header("set-cookie", cookieText(request, cookie));
    return { data: begun };
  });
  serve.open(getDisplayPairing, async ({ request }) => ({
    data: await displays.pairingOf(displayCookieOf(request)),
  }));
  serve.open(reportDisplay, async ({ body, request, reply }) => {
    const token = bearerOf(request);
    const cookie = displayCookieOf(request);
    const shown = token === null ? null : await displays.report(token, cookie, body, visitorOf(request));
    if (shown === null || cookie === null) throw notLoggedIn();
    reply.header("set-cookie", cookieText(request, cookie));
    return { data: shown };
  });
  serve.forCaller(listDisplays, ({ query }, caller) => displays.list(caller, query));
  serve.forCaller(pairDisplay, async ({ body, audit }, caller) => {
    const after = await displays.pair(caller, body);
    audit({ subject: auditSubject(after), after: recordOf(after) });
    return { data: { displayId: after.displayId } };
  });
  serve.forCaller(changeDisplay, async ({ body, audit }, caller) => {
    const { before, after } = await displays.change(caller, body);
    audit({ subject: auditSubject(after), before: recordOf(before), after: recordOf(after) });
    return {};
  });
  serve.forCaller(revokeDisplays, async ({ params, audit }, caller) => {
    for (const before of await displays.revoke(caller, params.ids))
      audit({ subject: auditSubject(before), before: recordOf(before) });
    return {};
  });
}

function auditSubject({ displayId: id, name, unitId }: Display) {
  return { kind: "display", id, name, unitId };
}

/** What people decided of it; its reports are not theirs. */
function recordOf(display: Display) {
  const { name, unitName, screens, seconds, mapTheme, demoMode, address, browser, os } = display;
  const { isOled, dimFrom, dimUntil, dimPercent } = display;
  return {
    ...{ name, unitName, screens, seconds, mapTheme, demoMode, isOled, dimFrom, dimUntil, dimPercent },
    ...{ address, browser, os },
  };
}

function cookieText(request: FastifyRequest, value: string): string {
  const { name, path, secure } = cookies[request.protocol];
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}

export function displayCookieOf(request: FastifyRequest): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${cookies[request.protocol].name}=([A-Za-z0-9_-]{20,100})`);
  return pattern.exec(request.headers.cookie ?? "")?.[1] ?? null;
}
