import {
  logInByAppPassword,
  logInByCode,
  reportPosition,
  sendAppCode,
} from "@tracewater/contract/system/app-log-in";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { LogInLogService } from "../login-log/login-log.service.ts";
import type { Entered, Opened, Visitor } from "../session/session.service.ts";
import type { AppLogInService } from "./app-log-in.service.ts";

/** The log-ins of APP users, and what their phones report. */
export function serveAppLogIn(
  serve: Serve,
  app: AppLogInService,
  parts: {
    logIns: LogInLogService;
    visitorOf: (request: FastifyRequest) => Visitor;
    /** Sets the cookie of a session that is bound to its browser. */
    handOver: (opened: Opened, request: FastifyRequest, reply: FastifyReply) => { token: string };
  },
): void {
  const { logIns, visitorOf, handOver } = parts;

  async function letIn(
    opened: Entered,
    at: { request: FastifyRequest; reply: FastifyReply; audit: (change: AuditChange) => void },
  ): Promise<{ token: string }> {
    const { user } = opened;
    at.audit({
      subject: { kind: "user", id: user.id, name: user.name, unitId: user.unitId },
      after: { loggedIn: true },
    });
    await logIns.record({ kind: "logIn", reason: "ok", user, visitor: visitorOf(at.request), by: opened.by });
    return handOver(opened, at.request, at.reply);
  }

  const noteFailure = (name: string, way: "code" | "password", request: FastifyRequest) =>
    logIns.record({
      kind: "logIn",
      reason: "wrongPassword",
      user: { id: null, name, unitId: null },
      by: { way, factor: "none" },
      visitor: visitorOf(request),
    });

  serve.open(sendAppCode, async ({ body, request, reply, language, audit }) => {
    const issued = await app.begin(body, clientAddress(request));
    reply.raw.once("close", () => app.deliver(issued, language));
    const { id, reached, minutes } = issued;
    audit({ subject: { kind: "appLogIn", id, name: reached.address }, after: reached });
    return { data: { expiresIn: minutes * 60 } };
  });
  serve.open(logInByCode, async ({ body, request, reply, audit }) => {
    const opened = await app.byCode(body, visitorOf(request)).catch(async (error: unknown) => {
      await noteFailure(body.phone || body.email, "code", request);
      throw error;
    });
    return letIn(opened, { request, reply, audit });
  });
  serve.open(logInByAppPassword, async ({ body, request, reply, audit }) => {
    const opened = await app.byPassword(body, visitorOf(request));
    if (opened === null) {
      await noteFailure(body.username, "password", request);
      throw wrongNameOrPassword;
    }
    return letIn(opened, { request, reply, audit });
  });
  serve.forCaller(reportPosition, async ({ body }, caller) => {
    await app.savePosition(caller, body);
    return {};
  });
}

const wrong = { en: "Wrong user name or password.", zh: "用户名或密码错误。" };
const wrongNameOrPassword = new AppError("refused", wrong, [{ field: "password", text: wrong }]);
