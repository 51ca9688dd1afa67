import type { BodyOf } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import type { confirmIdentity } from "@tracewater/contract/system/session";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { LogInRefusal } from "./log-in-refusal.ts";
import type { PasskeyService } from "./passkeys/passkey.service.ts";
import type { SecondFactorService } from "./second-factor/second-factor.service.ts";
import type { SessionService } from "./session.service.ts";
import type { SessionStore } from "./session.store.ts";

export type ConfirmationService = ReturnType<typeof createConfirmationService>;

/** What can be confirmed: the calls that ask for it. */
const acts = new Set(declaredCalls.flatMap((call) => (call.confirmation === "never" ? [] : [call.name])));

/**
 * A session's user proves again who they are, for one act: with a passkey, or with the password and a code of their
 * authenticator app where they have one. Whose role demands a passkey shows that.
 */
export function createConfirmationService(options: {
  store: SessionStore;
  sessions: SessionService;
  factors: SecondFactorService;
  passkeys: PasskeyService;
}) {
  const { store, sessions, factors, passkeys } = options;

  async function ways(caller: Caller) {
    return {
      password: (await store.findPassword(caller.userId)) !== null,
      passkey: (await passkeys.listOf(caller.userId)).length > 0,
      totp: await factors.isEnrolled(caller.userId),
    };
  }

  async function proveByPassword(
    caller: Caller,
    given: { password: string; otp: string },
    address: string,
  ): Promise<void> {
    const { totp } = await ways(caller);
    if (totp && given.otp === "") throw needsCode;
    const wrong = { en: "The password is wrong.", zh: "密码错误。", field: "password" };
    await sessions.provePassword(caller, given.password, address, wrong);
    if (totp && !(await sessions.proveAppCode(caller, given.otp, address))) throw wrongCode;
  }

  return {
    ways,

    /** What to ask the browser for. */
    offerPasskey(caller: Caller, act: string) {
      if (!acts.has(act)) throw unknownAct;
      return passkeys.offerConfirmation(caller, act);
    },

    /** Throws where it is not shown; otherwise the act is open to this session for a while. */
    async confirm(caller: Caller, given: BodyOf<typeof confirmIdentity>, address: string): Promise<void> {
      if (!acts.has(given.act)) throw unknownAct;
      if (given.passkey !== undefined) {
        if (!(await passkeys.confirms(caller, given.act, given.passkey))) throw wrongPasskey;
        return store.confirm(caller.sessionId, given.act);
      }
      if (caller.requiredFactor === "passkey" && (await ways(caller)).passkey) throw passkeyDemanded;
      if (given.password === "") throw fieldError("password", { en: "is missing", zh: "未填写" });
      await proveByPassword(caller, given, address);
      await store.confirm(caller.sessionId, given.act);
    },
  };
}

const unknownAct = fieldError("act", {
  en: "must be the name of a call that asks for a confirmation",
  zh: "须为需要确认的接口名称",
});

const needsCode = new AppError(
  "refused",
  { en: "Enter the code of your authenticator app as well.", zh: "请同时输入身份验证器显示的验证码。" },
  [
    {
      field: "otp",
      text: { en: "Enter the code of your authenticator app.", zh: "请输入身份验证器显示的验证码。" },
    },
  ],
);

const passkeyDemanded = new AppError("refused", {
  en: "Your role requires your passkey for this step.",
  zh: "您的角色要求使用通行密钥确认该操作。",
});

const wrongPasskey = new LogInRefusal(
  {
    en: "The passkey was not accepted. Try again, or use your password.",
    zh: "通行密钥校验未通过，请重试或使用密码。",
    field: "passkey",
  },
  "wrongPasskey",
);

const wrongCode = new LogInRefusal(
  {
    en: "The code is wrong or was used before. Wait for the next one.",
    zh: "验证码错误或已使用过，请等待下一个验证码。",
    field: "otp",
  },
  "wrongFactor",
);
