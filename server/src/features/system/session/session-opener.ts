/*
 * The last step of every way in: whether somebody whose identity was shown may have a session, and the session itself.
 */
import { createHash, randomBytes } from "node:crypto";
import type { LogInReason } from "@tracewater/contract/system/login-log";
import type { By } from "../login-log/login-log.service.ts";
import { LogInRefusal, type LogInUser } from "./log-in-refusal.ts";
import type { FoundUser, SessionStore } from "./session.store.ts";

/** From where and with what a session is asked for. */
export type Visitor = { address: string; agent: string };

/** A fresh session: its bearer token, and the cookie it is bound to where the caller asked for that. */
export type Opened = { token: string; cookie: string | null };

/** A fresh session with whose it is, and how they came in. */
export type Entered = Opened & { user: LogInUser; by: By };

/** An attempt to come in, as the log of log-ins keeps it. */
export type EntryAttempt = {
  visitor: Visitor;
  /** Who is meant, where nobody was found. */
  name: string;
  by: By;
  noteUser: (user: LogInUser) => void;
  /** Why it failed, where the refusal does not say it. */
  otherwise?: LogInReason;
};

/** Leaves one row for an attempt, however it ends. */
export type RecordEntry = (attempt: EntryAttempt, work: Promise<Entered>) => Promise<Entered>;

/** From where it is asked for, and the identity at a provider by which, whose log-out ends the session. */
type Given = {
  visitor: Visitor;
  bind: boolean;
  identity?: { issuer: string; subject: string; sid: string | null };
  /** Steps that ask for a confirmation are not open to it at first. */
  isUnconfirmed?: boolean;
};

export type SessionOpener = ReturnType<typeof createSessionOpener>;

const hourMs = 3_600_000;

export function createSessionOpener(options: {
  store: SessionStore;
  /** How long a session that begins now may last. */
  sessionHours: () => Promise<number>;
  /** The day in the server's zone, by which accounts end. */
  today: () => string;
  now: () => number;
}) {
  const { store, now } = options;

  async function open(userId: number, by: By, given: Given): Promise<Opened> {
    const token = randomBytes(32).toString("base64url");
    const cookie = given.bind ? randomBytes(32).toString("base64url") : null;
    await store.add({
      tokenHash: digest(token),
      cookieHash: cookie === null ? null : digest(cookie),
      userId,
      address: given.visitor.address,
      agent: given.visitor.agent.slice(0, 300),
      expiresAt: new Date(now() + (await options.sessionHours()) * hourMs),
      ...by,
      ...(given.isUnconfirmed === true ? { confirmedAt: new Date(0) } : {}),
      ssoIssuer: given.identity?.issuer ?? null,
      ssoSubject: given.identity?.subject ?? null,
      ssoSid: given.identity?.sid ?? null,
    });
    return { token, cookie };
  }

  function admit(user: FoundUser, way: By["way"], bind: boolean): void {
    if (isClosed(user)) throw refusal.disabled(user);
    if (user.forbidsUnbound && !bind) throw refusal.needsBrowser(user);
    if (user.needsPasskey && way !== "passkey") throw refusal.needsPasskey(user);
  }

  return {
    open,

    /**
     * A session for somebody who has shown who they are by another way than the password; null where the user is gone.
     * Throws where they may not come in.
     */
    async enterAs(userId: number, by: By, given: Given): Promise<Entered | null> {
      const user = await store.findUserById(userId, options.today());
      if (user === undefined) return null;
      admit(user, by.way, given.bind);
      return { ...(await open(user.id, by, given)), user: toLogInUser(user), by };
    },

    /** Throws where this user may not come in by this way, whatever they show. */
    admit,

    async enter(user: FoundUser, by: By, given: Given): Promise<Entered> {
      return { ...(await open(user.id, by, given)), user: toLogInUser(user), by };
    },
  };
}

/** Disabled, or past its last day. */
export function isClosed(user: FoundUser): boolean {
  return user.status !== "0" || user.isOver;
}

export function toLogInUser(user: FoundUser): LogInUser {
  return { id: user.id, name: user.userName, unitId: user.deptId };
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const refusal = {
  needsPasskey: (user: FoundUser) =>
    new LogInRefusal(
      {
        en: "Your role requires your passkey to log in.",
        zh: "您的角色要求使用通行密钥登录。",
        field: "username",
      },
      "needsPasskey",
      toLogInUser(user),
    ),
  disabled: (user: FoundUser) =>
    new LogInRefusal(
      { en: "This account is disabled.", zh: "该账号已停用。", field: "username" },
      "disabled",
      toLogInUser(user),
    ),
  needsBrowser: (user: FoundUser) =>
    new LogInRefusal(
      {
        en: "This account can only be used in a browser.",
        zh: "该账号仅允许通过浏览器登录。",
        field: "username",
      },
      "needsBrowser",
      toLogInUser(user),
    ),
};
