import { captchaImage, getInfo, getSetup, login, logout, setup } from "@tracewater/contract/system/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import { Failure } from "../../../platform/failure.ts";
import { apiPrefix } from "../../../platform/http/answers.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ApiKeyService } from "../api-keys/api-key.service.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import { LogInRefusal, type LogInUser } from "./log-in-refusal.ts";
import { type Opened, type SessionService, setupIsOver, type Visitor } from "./session.service.ts";

const cookieName = "tw-session";

export function serveSession(serve: Serve, sessions: SessionService, logIns: LogInLogService): void {
  serve.open(captchaImage, () => sessions.makeCaptcha());
  serve.open(login, async ({ body, request, reply, note }) => {
    const visitor = visitorOf(request);
    const noteUser = (user: LogInUser) =>
      note({ thing: { kind: "user", id: user.id, name: user.name, unitId: user.unitId } });
    const opened = await sessions.logIn(body, visitor).catch(async (error: unknown) => {
      if (!(error instanceof LogInRefusal)) throw error;
      const { reason, user } = error;
      if (user !== null) noteUser(user);
      const whom = user ?? { id: null, name: body.username, unitId: null };
      await logIns.record({ kind: "logIn", reason, user: whom, visitor });
      throw error;
    });
    noteUser(opened.user);
    await logIns.record({ kind: "logIn", reason: "ok", user: opened.user, visitor });
    return handOver(opened, request, reply);
  });
  serve.open(logout, async ({ request, reply, note }) => {
    const token = bearerOf(request);
    const caller = token === null ? null : await sessions.findCaller(token, cookieOf(request));
    if (token !== null) await sessions.logOut(token);
    if (caller !== null) {
      const user = { id: caller.userId, name: caller.userName, unitId: caller.deptId };
      note({ thing: { kind: "user", ...user } });
      await logIns.record({ kind: "logOut", reason: "ok", user, visitor: visitorOf(request) });
    }
    reply.header("set-cookie", `${cookieName}=; Path=/prod-api; HttpOnly; SameSite=Strict; Max-Age=0`);
    return {};
  });
  serve.open(getSetup, async () => {
    if (!(await sessions.isSetupOpen())) throw setupIsOver();
    return { data: { open: true as const } };
  });
  serve.open(setup, async ({ body, request, reply, note }) => {
    if (!(await sessions.isSetupOpen())) throw setupIsOver();
    const opened = await sessions.setUp(body, visitorOf(request));
    note({ thing: { kind: "user", id: opened.userId, name: body.username }, after: { roles: ["admin"] } });
    return handOver(opened, request, reply);
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
  }));
}

/** How every call finds its caller. */
export function createAuthentication(sessions: SessionService, keys: ApiKeyService) {
  return async (request: FastifyRequest): Promise<Caller> => {
    const token = bearerOf(request);
    if (token === null) throw notLoggedIn();
    const caller = isApiKey(token)
      ? await keys.findCaller(token, request.ip, sessions.callerAs)
      : await sessions.findCaller(token, cookieOf(request));
    if (caller === null) throw notLoggedIn();
    return caller;
  };
}

/** Tokens of sessions are four characters shorter: none of them is ever taken for a key. */
function isApiKey(token: string): boolean {
  return token.startsWith("twk_") && token.length === 47;
}

function notLoggedIn(): Failure {
  return new Failure("notLoggedIn", {
    en: "Authentication failed, cannot access system resources.",
    zh: "认证失败，无法访问系统资源。",
  });
}

function handOver(opened: Opened, request: FastifyRequest, reply: FastifyReply): { token: string } {
  if (opened.cookie !== null) {
    const secure = request.protocol === "https" ? "; Secure" : "";
    reply.header(
      "set-cookie",
      `${cookieName}=${opened.cookie}; Path=/prod-api; HttpOnly; SameSite=Strict${secure}`,
    );
  }
  return { token: opened.token };
}

function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, agent: request.headers["user-agent"] ?? "" };
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

function cookieOf(request: FastifyRequest): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{20,100})`);
  return pattern.exec(request.headers.cookie ?? "")?.[1] ?? null;
}
