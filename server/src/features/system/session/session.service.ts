import type { BodyOf } from "@tracewater/contract/call";
import type { LogInReason } from "@tracewater/contract/system/login-log";
import type { login } from "@tracewater/contract/system/session";
import type { SecondFactor } from "@tracewater/contract/system/ways-in";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { By } from "../login-log/login-log.service.ts";
import { isPassword, nobodysHash } from "../password.model.ts";
import type { SecurityMail } from "../security-mail.store.ts";
import type { SystemEvents } from "../system-events.ts";
import type { AttemptStore } from "./attempt.store.ts";
import type { CaptchaService } from "./captcha.service.ts";
import { LogInRefusal } from "./log-in-refusal.ts";
import type { PasswordAttempts } from "./password-attempts.ts";
import type { SecondFactorService } from "./second-factor/second-factor.service.ts";
import type { FoundUser, SessionStore } from "./session.store.ts";
import { createSessionCallers } from "./session-callers.ts";
import {
  digest,
  type Entered,
  isClosed,
  type SessionOpener,
  toLogInUser,
  type Visitor,
} from "./session-opener.ts";
import { createSessionProofs } from "./session-proofs.ts";

export type SessionService = ReturnType<typeof createSessionService>;
export type { Entered, Opened, RecordEntry, Visitor } from "./session-opener.ts";

export function createSessionService(options: {
  store: SessionStore;
  attempts: PasswordAttempts;
  opener: SessionOpener;
  /** Whether the account's own user is known at this address. */
  hasSessionAt: AttemptStore["hasSessionAt"];
  captcha: CaptchaService;
  factors: SecondFactorService;
  mail: SecurityMail;
  passwordsClosed: () => Promise<boolean>;
  /** After how long without a request a session ends; 0 for never. */
  idleMinutes: () => Promise<number>;
  now: () => number;
  events: EventBus<SystemEvents>;
  /** The day in the server's zone, by which authorizations run. */
  today: () => string;
}) {
  const { store, attempts, opener, factors, now, today, events } = options;
  const { proveFactor, ...proofs } = createSessionProofs(options);

  /** Why somebody may not come in; null where they may. */
  async function judge(user: FoundUser | undefined, password: string): Promise<LogInReason | null> {
    const hash = user?.passwordHash ?? (await nobodysHash);
    return whyNot(user, await isPassword(hash, password), now());
  }

  /** Who has a second factor shows it; who used a recovery code no longer has one, nor any other session. */
  async function takeFactor(user: FoundUser, otp: string, address: string): Promise<SecondFactor> {
    if (!(await factors.isEnrolled(user.id))) return "none";
    if (otp === "") throw needsFactor(user);
    const taken = await proveFactor({ id: user.id, name: user.userName }, otp, address);
    if (taken === null) throw wrongFactor(user);
    if (taken === "recovery") {
      await endAllOf([user.id]);
      await options.mail.notify(user.id, "recoveryCodeUsed");
    }
    return taken;
  }

  /** Ends every session of these users, or all but one; gives how many there were. */
  async function endAllOf(userIds: readonly number[], exceptSessionId?: string): Promise<number> {
    const ended = await store.removeOf(userIds, exceptSessionId ?? null);
    if (ended.length > 0) events.emit("sessions.ended", { sessionIds: ended });
    return ended.length;
  }

  return {
    makeCaptcha: options.captcha.make,
    /** Throws where the challenge that goes along with a form is not met. */
    checkCaptcha: options.captcha.check,

    /**
     * A session of somebody who proved who they are in another way than by their password; throws where they may not
     * come in (any longer). Steps that ask for a confirmation are not open to it at first.
     */
    async openAs(
      userId: number,
      way: "qr" | "code" | "password",
      given: { visitor: Visitor; bind: boolean },
    ): Promise<Entered> {
      const entered = await opener.enterAs(
        userId,
        { way, factor: "none" },
        { ...given, isUnconfirmed: true },
      );
      if (entered === null) throw mayNotEnter;
      return entered;
    },

    /** Opens a session, or throws one and the same failure for an unknown user, a disabled one and a wrong password. */
    async logIn(given: BodyOf<typeof login>, visitor: Visitor): Promise<Entered> {
      const { username, password, bind, address } = { ...given, ...visitor };
      if (await options.passwordsClosed()) throw passwordsOff();
      const answered = await options.captcha.check(given);
      const user = await attempts.attempt(
        attempts.ofLogIn(username, address, answered === "picture"),
        async () => {
          const found = await store.findUser(username, today());
          const reason = await judge(found, password);
          return { isRight: reason === null, result: { found, reason } };
        },
        () => options.hasSessionAt(username, address),
      );
      const { found, reason } = user;
      if (found === undefined || reason !== null) throw wrongNameOrPassword(found, reason);
      opener.admit(found, "password", bind);
      const factor = await takeFactor(found, given.otp, address);
      return opener.enter(found, { way: "password", factor }, { visitor, bind });
    },

    /** How the session that ended had been opened; null where there was none. */
    async logOut(token: string): Promise<By | null> {
      const ended = await store.remove(digest(token));
      if (ended === undefined) return null;
      const { id, ...by } = ended;
      events.emit("sessions.ended", { sessionIds: [id] });
      return by;
    },

    endAllOf,

    /** Ends these sessions, no matter whose they are. */
    async end(ids: readonly string[]): Promise<void> {
      const ended = await store.removeThese(ids);
      if (ended.length > 0) events.emit("sessions.ended", { sessionIds: ended });
    },

    ...proofs,
    ...createSessionCallers(options),

    /** A session's user showed a second factor within it: it counts for the session from now on. */
    strengthen: (caller: Caller, factor: "totp" | "passkey") => store.strengthen(caller.sessionId, factor),
  };
}

/** Not without a password, and not with a one-time password that nobody used in time. The log alone learns why. */
function whyNot(user: FoundUser | undefined, matches: boolean, nowMs: number): LogInReason | null {
  // An APP user comes in by the calls of the APP alone.
  if (user === undefined || user.appUser) return "unknownUser";
  if (!matches || user.passwordHash === null) return "wrongPassword";
  if (isClosed(user)) return "disabled";
  return user.passwordUntil === null || user.passwordUntil.getTime() > nowMs ? null : "expired";
}

const mayNotEnter = new LogInRefusal(
  { en: "This account cannot log in.", zh: "该账号无法登录。", field: "username" },
  "unknownUser",
);

function wrongNameOrPassword(user: FoundUser | undefined, reason: LogInReason | null): LogInRefusal {
  const said = { en: "Wrong user name or password.", zh: "用户名或密码错误。", field: "password" };
  return new LogInRefusal(said, reason ?? "unknownUser", user === undefined ? null : toLogInUser(user));
}

/** Before anybody is looked up: the same for every name. */
function passwordsOff(): LogInRefusal {
  return new LogInRefusal(
    {
      en: "Passwords are switched off here. Log in at your identity provider, or with a passkey.",
      zh: "本系统已关闭密码登录，请使用单点登录或通行密钥。",
      field: "username",
    },
    "passwordsOff",
  );
}

/** Only who knows the password gets this far. */
function needsFactor(user: FoundUser): LogInRefusal {
  return new LogInRefusal(
    {
      en: "Enter the code of your authenticator app, or a recovery code.",
      zh: "请输入身份验证器显示的验证码，或输入恢复码。",
      field: "otp",
    },
    "needsFactor",
    toLogInUser(user),
  );
}

function wrongFactor(user: FoundUser): LogInRefusal {
  return new LogInRefusal(
    {
      en: "The code is wrong or was used before. Wait for the next one.",
      zh: "验证码错误或已使用过，请等待下一个验证码。",
      field: "otp",
    },
    "wrongFactor",
    toLogInUser(user),
  );
}
