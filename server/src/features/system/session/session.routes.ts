import { unlockLogIn } from "@tracewater/contract/system/login-log";
import { offerPasskeyConfirmation } from "@tracewater/contract/system/passkeys";
import {
  captchaImage,
  confirmationMinutes,
  confirmIdentity,
  getConfirmationWays,
  getInfo,
  getSetup,
  login,
  logout,
  setup,
  unlockScreen,
} from "@tracewater/contract/system/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ApiKeyService } from "../api-keys/api-key.service.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import type { ConfirmationService } from "./confirmation.service.ts";
import { LogInRefusal, type LogInUser } from "./log-in-refusal.ts";
import type { SessionService } from "./session.service.ts";
import type { Entered, EntryAttempt, Opened, Visitor } from "./session-opener.ts";
import { type createSetUp, setupIsOver } from "./set-up.service.ts";

/** Over HTTPS a browser takes it from this very host alone, never from a neighbour of its domain. */
const cookies = {
  https: { name: "__Host-tw-session", path: "/", secure: "; Secure" },
  http: { name: "tw-session", path: apiPrefix, secure: "" },
};

type SessionParts = {
  sessions: SessionService;
  setUp: ReturnType<typeof createSetUp>;
  confirmations: ConfirmationService;
  logIns: LogInLogService;
};

export function serveSession(serve: Serve, parts: SessionParts): void {
  const { sessions, logIns, confirmations, setUp } = parts;
  serve.open(captchaImage, ({ query, request }) => sessions.makeCaptcha(query.kind, clientAddress(request)));
  serve.open(login, async ({ body, request, reply, audit }) => {
    const visitor = visitorOf(request);
    const noteUser = (user: LogInUser) => noteUserIn(audit, user);
    const attempt = { visitor, name: body.username, by: byPassword, noteUser };
    const opened = await recordLogIn(logIns, attempt, sessions.logIn(body, visitor));
    return handOver(opened, request, reply);
  });
  serve.forCaller(unlockLogIn, async ({ params, audit }, caller) => {
    noteUserIn(audit, await sessions.unlock(caller.scope, params.userName));
    return {};
  });
  serve.open(logout, async ({ request, reply, audit }) => {
    const token = bearerOf(request);
    const caller = token === null ? null : await sessions.findCaller(token, cookieOf(request));
    const by = token === null ? null : await sessions.logOut(token);
    if (caller !== null && by !== null) {
      const user = { id: caller.userId, name: caller.userName, unitId: caller.deptId };
      audit({ subject: { kind: "user", ...user } });
      await logIns.record({ kind: "logOut", reason: "ok", user, visitor: visitorOf(request), by });
    }
    reply.header("set-cookie", `${cookieText(request, "")}; Max-Age=0`);
    return {};
  });
  serve.open(getSetup, async () => {
    if (!(await setUp.isSetupOpen())) throw setupIsOver();
    return { data: { open: true as const } };
  });
  serve.open(setup, async ({ body, request, reply, audit }) => {
    if (!(await setUp.isSetupOpen())) throw setupIsOver();
    const opened = await setUp.setUp(body, visitorOf(request));
    audit({ subject: { kind: "user", id: opened.userId, name: body.username }, after: { roles: ["admin"] } });
    return handOver(opened, request, reply);
  });
  serve.forCaller(offerPasskeyConfirmation, async ({ body }, caller) => ({
    data: await confirmations.offerPasskey(caller, body.act),
  }));
  serve.forCaller(getConfirmationWays, async (_input, caller) => ({
    data: await confirmations.ways(caller),
  }));
  serve.forCaller(confirmIdentity, async ({ body, request, audit }, caller) => {
    noteUserIn(audit, { id: caller.userId, name: caller.userName, unitId: caller.deptId });
    await confirmations.confirm(caller, body, clientAddress(request));
    return { data: { minutes: confirmationMinutes } };
  });
  serve.forCaller(getInfo, async (_input, caller) => ({
    user: {
      userId: caller.userId,
      userName: caller.userName,
      nickName: caller.nickName,
      avatar: caller.avatarUrl,
      avatarUrl: caller.avatarUrl === "" ? "" : apiPrefix + caller.avatarUrl,
      deptId: caller.deptId,
      deptName: caller.deptName,
    },
    roles: [...caller.roles],
    permissions: [...caller.permissions],
    mustChangePassword: caller.mustChangePassword,
    missingFactor: caller.missingFactor,
    isDefaultModifyPwd: caller.mustChangePassword,
    isPasswordExpired: false,
  }));
  serve.forCaller(unlockScreen, async ({ body, request, audit }, caller) => {
    audit({ subject: { kind: "user", id: caller.userId, name: caller.userName, unitId: caller.deptId } });
    const wrong = { en: "The password is wrong.", zh: "密码错误。", field: "password" };
    await sessions.provePassword(caller, body.password, clientAddress(request), wrong);
    return {};
  });
}

/** Writes down how an attempt ended: one row in the log of log-ins for each way in, with its factor. */
export async function recordLogIn(
  logIns: LogInLogService,
  attempt: EntryAttempt,
  work: Promise<Entered>,
): Promise<Entered> {
  const { visitor, name, by, noteUser } = attempt;
  const opened = await work.catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const { reason, user } =
      error instanceof LogInRefusal ? error : { reason: attempt.otherwise, user: null };
    if (reason === undefined) throw error;
    if (user !== null) noteUser(user);
    const whom = user ?? { id: null, name, unitId: null };
    if (reason !== "needsFactor") await logIns.record({ kind: "logIn", reason, user: whom, visitor, by });
    throw error;
  });
  noteUser(opened.user);
  await logIns.record({ kind: "logIn", reason: "ok", user: opened.user, visitor, by: opened.by });
  return opened;
}

const byPassword = { way: "password", factor: "none" } as const;

export function noteUserIn(audit: (change: AuditChange) => void, user: LogInUser): void {
  audit({ subject: { kind: "user", id: user.id, name: user.name, unitId: user.unitId } });
}

/** How every call finds its caller. */
export function createAuthentication(
  sessions: SessionService,
  keys: ApiKeyService,
  findDisplay: (token: string, request: FastifyRequest) => Promise<Caller | null>,
) {
  return async (request: FastifyRequest, asks: "visitor" | "page" = "visitor"): Promise<Caller> => {
    const token = bearerOf(request);
    if (token === null) throw notLoggedIn();
    const caller = await find(token, request, asks);
    if (caller === null) throw notLoggedIn();
    return caller;
  };

  function find(token: string, request: FastifyRequest, asks: "visitor" | "page"): Promise<Caller | null> {
    if (isMarked(token, "twk_")) return keys.findCaller(token, clientAddress(request), sessions.callerAs);
    if (isMarked(token, "twd_")) return findDisplay(token, request);
    return sessions.findCaller(token, cookieOf(request), asks === "visitor" && isAtWork(request));
  }
}

/** Our console says for how long nobody has touched it; what it fetches on its own then is nobody's activity. */
function isAtWork(request: FastifyRequest): boolean {
  return !(Number(request.headers["x-idle-seconds"] ?? 0) >= 60);
}

/** Tokens of sessions are four characters shorter: none of them is ever taken for that of a key or a display. */
function isMarked(token: string, mark: "twk_" | "twd_"): boolean {
  return token.startsWith(mark) && token.length === 47;
}

export function notLoggedIn(): AppError {
  return new AppError("notLoggedIn", {
    en: "Authentication failed, cannot access system resources.",
    zh: "认证失败，无法访问系统资源。",
  });
}

/** A fresh session's answer: the token, and the cookie that it is bound to. */
export function handOver(opened: Opened, request: FastifyRequest, reply: FastifyReply): { token: string } {
  if (opened.cookie !== null) {
    reply.header("set-cookie", cookieText(request, opened.cookie));
  }
  return { token: opened.token };
}

function cookieText(request: FastifyRequest, value: string): string {
  const { name, path, secure } = cookies[request.protocol];
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: clientAddress(request), agent: request.headers["user-agent"] ?? "" };
}

export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

function cookieOf(request: FastifyRequest): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${cookies[request.protocol].name}=([A-Za-z0-9_-]{20,100})`);
  return pattern.exec(request.headers.cookie ?? "")?.[1] ?? null;
}
