import {
  enrolSecondFactor,
  getSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactors,
  showSecondFactor,
} from "@tracewater/contract/system/second-factor";
import { AppError, fieldError } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import { ownAccount } from "../../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../../platform/http/client-address.ts";
import type { Serve } from "../../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../../platform/moments.ts";
import type { SecurityMail, SecurityNotice } from "../../security-mail.store.ts";
import type { SessionService } from "../session.service.ts";
import type { SecondFactorService } from "./second-factor.service.ts";

/** One's own authenticator app and its recovery codes. Every change ends all other sessions of its user. */
export function serveSecondFactor(
  serve: Serve,
  parts: {
    factors: SecondFactorService;
    sessions: SessionService;
    mail: SecurityMail;
    print: PrintMoment;
  },
): void {
  const { factors, sessions, mail, print } = parts;

  async function endOthers(caller: Caller, notice: SecurityNotice): Promise<void> {
    await sessions.endAllOf([caller.userId], caller.sessionId);
    await mail.notify(caller.userId, notice);
  }

  serve.forCaller(getSecondFactor, async (_input, caller) => {
    const found = await factors.read(caller.userId);
    return {
      data: {
        enrolTime: found === null ? null : print(found.enrolledAt),
        recoveryCodesLeft: found?.left ?? 0,
        required: caller.requiredFactor,
      },
    };
  });
  serve.forCaller(offerSecondFactor, async ({ audit }, caller) => {
    audit({ subject: ownAccount(caller) });
    return { data: await factors.offer(caller.userId, caller.userName) };
  });
  serve.forCaller(enrolSecondFactor, async ({ body, audit }, caller) => {
    const recoveryCodes = await factors.enrol(caller.userId, body.code);
    if (recoveryCodes === null) throw wrongCode();
    await sessions.strengthen(caller, "totp");
    audit({ subject: ownAccount(caller), after: { authenticatorApp: true } });
    await endOthers(caller, "appEnrolled");
    return { data: { recoveryCodes } };
  });
  serve.forCaller(showSecondFactor, async ({ body, request, audit }, caller) => {
    audit({ subject: ownAccount(caller) });
    if (!(await sessions.proveAppCode(caller, body.code, clientAddress(request)))) throw wrongCode();
    await sessions.strengthen(caller, "totp");
    return {};
  });
  serve.forCaller(renewRecoveryCodes, async ({ audit }, caller) => {
    const recoveryCodes = await factors.renewCodes(caller.userId);
    if (recoveryCodes === null) throw noApp();
    audit({ subject: ownAccount(caller), after: { recoveryCodes: recoveryCodes.length } });
    await endOthers(caller, "codesRenewed");
    return { data: { recoveryCodes } };
  });
  serve.forCaller(removeSecondFactor, async ({ audit }, caller) => {
    if (caller.requiredFactor === "any") throw demanded();
    if (!(await factors.remove(caller.userId))) throw noApp();
    audit({ subject: ownAccount(caller), before: { authenticatorApp: true } });
    await endOthers(caller, "appRemoved");
    return {};
  });
}

/** User management, as far as it is needed: `forceLogout` refuses users whom the caller may not change. */
type Users = {
  find(caller: Caller, id: number): Promise<{ userId: number; userName: string; deptId: number | null }>;
  forceLogout(caller: Caller, id: number): Promise<number>;
};

/** Administrators take away what somebody lost; the person enrols again. */
export function serveFactorReset(
  serve: Serve,
  parts: {
    users: Users;
    sessions: SessionService;
    mail: SecurityMail;
    removeAll: (userId: number) => Promise<void>;
  },
): void {
  const { users, mail } = parts;
  serve.forCaller(resetSecondFactors, async ({ body, audit }, caller) => {
    const user = await users.find(caller, body.userId);
    if (user.userId === caller.userId) throw ownFactors();
    // Refuses users whom the caller may not change, and ends their sessions.
    await users.forceLogout(caller, user.userId);
    await parts.removeAll(user.userId);
    await parts.sessions.endAllOf([user.userId]);
    audit({
      subject: { kind: "user", id: user.userId, name: user.userName, unitId: user.deptId },
      ...{ before: { factors: "as enrolled" }, after: { factors: "none" } },
    });
    await mail.notify(user.userId, "factorsReset");
    return {};
  });
}

function wrongCode(): AppError {
  return fieldError("code", {
    en: "is none that the app shows now. Check that the phone's clock is right",
    zh: "与应用当前显示的不一致，请检查手机时间是否准确",
  });
}

function noApp(): AppError {
  return new AppError("notFound", {
    en: "No authenticator app is enrolled.",
    zh: "尚未绑定身份验证器。",
  });
}

function demanded(): AppError {
  return new AppError("refused", {
    en: "Your role requires a second factor. Enrol another app instead: it replaces this one.",
    zh: "您的角色要求第二验证方式，可直接绑定新的身份验证器以替换当前的。",
  });
}

function ownFactors(): AppError {
  return new AppError("refused", {
    en: "You manage your own second factors under My account.",
    zh: "本人的第二验证方式请在个人中心管理。",
  });
}
