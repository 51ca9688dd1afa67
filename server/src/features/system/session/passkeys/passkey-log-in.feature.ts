import { logInByPasskey, offerPasskeyLogIn } from "@tracewater/contract/system/passkeys";
import { createAddressLimiter } from "../../../../platform/address-limiter.ts";
import { tooManyRequests } from "../../../../platform/app-error.ts";
import { clientAddress } from "../../../../platform/http/client-address.ts";
import type { Serve } from "../../../../platform/http/serve-call.ts";
import type { LogInLogService } from "../../login-log/login-log.service.ts";
import { LogInRefusal } from "../log-in-refusal.ts";
import { handOver, noteUserIn, recordLogIn, visitorOf } from "../session.routes.ts";
import type { SessionOpener } from "../session-opener.ts";
import type { PasskeyService } from "./passkey.service.ts";

const by = { way: "passkey", factor: "passkey" } as const;

/** Anybody may ask: each challenge is a row for five minutes. */
const allowances = { perAddress: { perSecond: 2, burst: 60 }, inTotal: { perSecond: 50, burst: 500 } };

/** The way in by a passkey: without a user name, and without anything that can be guessed. */
export function servePasskeyLogIn(
  serve: Serve,
  parts: {
    passkeys: PasskeyService;
    opener: SessionOpener;
    logIns: LogInLogService;
    isShared: (address: string) => boolean;
    now: () => number;
  },
): void {
  const { passkeys, opener, logIns, now } = parts;
  const limiter = createAddressLimiter({ ...allowances, isShared: parts.isShared });

  serve.open(offerPasskeyLogIn, async ({ request }) => {
    if (!limiter.take(clientAddress(request), now())) throw tooManyRequests();
    return { data: await passkeys.offerLogIn() };
  });
  serve.open(logInByPasskey, async ({ body, request, reply, audit }) => {
    const visitor = visitorOf(request);
    const enter = async () => {
      const shown = await passkeys.proveLogIn(body.credential);
      const given = { visitor, bind: body.bind };
      const entered = shown === null ? null : await opener.enterAs(shown.userId, by, given);
      if (entered === null) throw notAccepted();
      return entered;
    };
    const attempt = { visitor, name: "", by, noteUser: noteUserIn.bind(null, audit) };
    return handOver(await recordLogIn(logIns, attempt, enter()), request, reply);
  });
}

function notAccepted(): LogInRefusal {
  return new LogInRefusal(
    {
      en: "This passkey was not accepted. Log in with your password and check your passkeys under My account.",
      zh: "通行密钥校验未通过，请使用密码登录，并在个人中心检查通行密钥。",
      field: "passkey",
    },
    "wrongPasskey",
  );
}
