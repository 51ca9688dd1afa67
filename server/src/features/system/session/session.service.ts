import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { LogInReason } from "@tracewater/contract/system/login-log";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import { Failure } from "../../../platform/failure.ts";
import { hashPassword, isPassword, makeOneTimeCode, nobodysHash, refusePassword } from "../password.model.ts";
import type { SystemEvents } from "../system-events.ts";
import { toCaller } from "./caller.model.ts";
import { drawCaptcha } from "./captcha.model.ts";
import { LogInRefusal, type LogInUser } from "./log-in-refusal.ts";
import type { FoundUser, SessionRow, SessionStore } from "./session.store.ts";

/** From where and with what a session is asked for. */
export type Visitor = { address: string; agent: string };

/** A fresh session: its bearer token, and the cookie it is bound to where the caller asked for that. */
export type Opened = { token: string; cookie: string | null };

export type SessionService = ReturnType<typeof createSessionService>;

const captchaLifeMs = 120_000;
const hourMs = 3_600_000;
const touchEveryMs = 60_000;

export function createSessionService(options: {
  store: SessionStore;
  captchaEnabled: () => Promise<boolean>;
  /** How long a session that begins now may last. */
  lifeHours: () => Promise<number>;
  now: () => number;
  events: EventBus<SystemEvents>;
  /** The day in the server's zone, by which authorizations run. */
  today: () => string;
}) {
  const { store, captchaEnabled, now, today, events } = options;

  async function open(userId: number, visitor: Visitor, bind: boolean): Promise<Opened> {
    const token = randomBytes(32).toString("base64url");
    const cookie = bind ? randomBytes(32).toString("base64url") : null;
    await store.add({
      tokenHash: digest(token),
      cookieHash: cookie === null ? null : digest(cookie),
      userId,
      address: visitor.address,
      agent: visitor.agent.slice(0, 300),
      expiresAt: new Date(now() + (await options.lifeHours()) * hourMs),
    });
    return { token, cookie };
  }

  async function checkCaptcha(uuid: string, code: string): Promise<void> {
    if (!(await captchaEnabled())) return;
    const answer = uuid === "" ? null : await store.takeCaptcha(uuid);
    if (answer === null)
      throw refuse(
        "The verification code has expired; a new one is shown.",
        "验证码已失效，请使用新的验证码。",
        "code",
        "expiredCaptcha",
      );
    if (answer !== code.trim().toUpperCase())
      throw refuse("The verification code is wrong.", "验证码错误。", "code", "wrongCaptcha");
  }

  return {
    async makeCaptcha(): Promise<{ captchaEnabled: boolean; uuid: string; img: string }> {
      if (!(await captchaEnabled())) return { captchaEnabled: false, uuid: "", img: "" };
      const { answer, png } = drawCaptcha(() => randomInt(2 ** 32) / 2 ** 32);
      const uuid = randomUUID();
      await store.addCaptcha({ uuid, answer, expiresAt: new Date(now() + captchaLifeMs) });
      return { captchaEnabled: true, uuid, img: png.toString("base64") };
    },

    /** Opens a session, or throws one and the same failure for an unknown user, a disabled one and a wrong password. */
    async logIn(
      given: { username: string; password: string; code: string; uuid: string; bind: boolean },
      visitor: Visitor,
    ): Promise<Opened & { user: LogInUser }> {
      const key = `${given.username.toLowerCase()}|${visitor.address}`;
      await checkCaptcha(given.uuid, given.code);
      checkWait(await store.findFailures(key), now());
      const user = await store.findUser(given.username);
      const matches = await isPassword(user?.passwordHash ?? (await nobodysHash), given.password);
      const reason = whyNot(user, matches, now());
      if (user === undefined || reason !== null) {
        await store.countFailure(key);
        const known = user === undefined ? null : toLogInUser(user);
        const told = {
          en: "The user name or the password is wrong.",
          zh: "用户名或密码错误。",
          field: "password",
        };
        throw new LogInRefusal(told, reason ?? "unknownUser", known);
      }
      await store.forgetFailures(key);
      if (user.forbidsUnbound && !given.bind) throw needsBrowser(toLogInUser(user));
      return { ...(await open(user.id, visitor, given.bind)), user: toLogInUser(user) };
    },

    async logOut(token: string): Promise<void> {
      const ended = await store.remove(digest(token));
      if (ended !== undefined) events.emit("sessions.ended", { sessionIds: [ended] });
    },

    /** Ends every session of these users, or all but one; gives how many there were. */
    async endAllOf(userIds: readonly number[], exceptSessionId?: string): Promise<number> {
      const ended = await store.removeOf(userIds, exceptSessionId ?? null);
      if (ended.length > 0) events.emit("sessions.ended", { sessionIds: ended });
      return ended.length;
    },

    /** Ends these sessions, whoever's they are. */
    async end(ids: readonly string[]): Promise<void> {
      const ended = await store.removeThese(ids);
      if (ended.length > 0) events.emit("sessions.ended", { sessionIds: ended });
    },

    /** Throws where this is not the user's password; who guesses waits as at the log-in. */
    async provePassword(userId: number, password: string): Promise<void> {
      const key = `own password|${userId}`;
      checkWait(await store.findFailures(key), now());
      const known = await store.findPassword(userId);
      if (known !== null && (await isPassword(known, password))) return store.forgetFailures(key);
      await store.countFailure(key);
      throw refuse("The old password is wrong.", "旧密码错误。", "oldPassword");
    },

    /** The caller behind a bearer token and the browser's cookie; null where there is none (any more). */
    async findCaller(token: string, cookie: string | null): Promise<Caller | null> {
      const row = await store.find(digest(token), today());
      if (row === null || !isBoundTo(row, cookie)) return null;
      if (row.forbidsUnbound && row.cookieHash === null) return null;
      if (now() - row.lastSeenAt.getTime() > touchEveryMs) await store.touch(row.sessionId);
      return toCaller(row);
    },

    /** A user without a session: whom an API key stands for; null where he may not be used without a browser. */
    async callerAs(userId: number): Promise<Caller | null> {
      const row = await store.findAs(userId, today());
      return row === null || row.forbidsUnbound ? null : toCaller(row);
    },

    /** Called at every start without an administrator: a new code; the one before is void. */
    async prepareSetup(): Promise<{ code: string } | null> {
      if (await store.hasAdministrator()) return null;
      const code = makeOneTimeCode();
      await store.saveSetupCode(digest(code).toString("hex"));
      return { code };
    },

    async isSetupOpen(): Promise<boolean> {
      return !(await store.hasAdministrator());
    },

    async setUp(
      given: { code: string; username: string; password: string; bind: boolean },
      visitor: Visitor,
    ): Promise<Opened & { userId: number }> {
      const weak = refusePassword(given.password, given.username);
      if (weak !== null) throw refuse(`The password ${weak.en}.`, `密码${weak.zh}。`, "password");
      const key = `setup|${visitor.address}`;
      checkWait(await store.findFailures(key), now());
      const expected = await store.findSetupCode();
      // Another one has made the administrator meanwhile.
      if (expected === null) throw setupIsOver();
      const code = digest(given.code.trim().toUpperCase()).toString("hex");
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(code))) {
        await store.countFailure(key);
        throw refuse("The set-up code is wrong.", "初始化码错误。", "code");
      }
      const passwordHash = await hashPassword(given.password);
      const userId = await store.addFirstAdministrator({ userName: given.username, passwordHash });
      if (userId === null) throw setupIsOver();
      return { ...(await open(userId, visitor, given.bind)), userId };
    },

    /** ADMIN_PASSWORD: makes the first administrator `admin` with it; one that exists is left alone. */
    async ensureAdministrator(password: string): Promise<void> {
      if (await store.hasAdministrator()) return;
      await store.addFirstAdministrator({ userName: "admin", passwordHash: await hashPassword(password) });
    },
  };
}

export function setupIsOver(): Failure {
  return new Failure("notFound", {
    en: "The set-up is over: an administrator exists.",
    zh: "初始化已完成。",
  });
}

/** Not without a password, and not with a one-time password that nobody used in time. The log alone learns why. */
function whyNot(user: FoundUser | undefined, matches: boolean, nowMs: number): LogInReason | null {
  if (user === undefined) return "unknownUser";
  if (!matches || user.passwordHash === null) return "wrongPassword";
  if (user.status !== "0") return "disabled";
  return user.passwordUntil === null || user.passwordUntil.getTime() > nowMs ? null : "expired";
}

function toLogInUser(user: FoundUser): LogInUser {
  return { id: user.id, name: user.userName, unitId: user.deptId };
}

function needsBrowser(user: LogInUser): LogInRefusal {
  const en = "This account may only be used in a browser.";
  return new LogInRefusal(
    { en, zh: "该账号仅允许通过浏览器登录。", field: "username" },
    "needsBrowser",
    user,
  );
}

function isBoundTo(row: SessionRow, cookie: string | null): boolean {
  if (row.cookieHash === null) return true;
  return cookie !== null && timingSafeEqual(row.cookieHash, digest(cookie));
}

/** From the 5th failure on the wait doubles, from 5 s to 5 min, for one account from one address. */
function checkWait(failed: { failures: number; lastAt: Date } | null, nowMs: number): void {
  if (failed === null || failed.failures < 5) return;
  const waitMs = Math.min(300_000, 5_000 * 2 ** (failed.failures - 5));
  const leftS = Math.ceil((failed.lastAt.getTime() + waitMs - nowMs) / 1000);
  if (leftS <= 0) return;
  throw refuse(
    `Too many failed attempts; try again in ${leftS} s.`,
    `失败次数过多，请在 ${leftS} 秒后重试。`,
    "password",
    "waiting",
  );
}

function refuse(en: string, zh: string, field: string, reason: LogInReason = "wrongPassword"): LogInRefusal {
  return new LogInRefusal({ en, zh, field }, reason);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
