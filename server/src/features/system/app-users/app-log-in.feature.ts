import {
  logInByAppPassword,
  logInByCode,
  reportPosition,
  sendAppCode,
} from "@tracewater/contract/system/app-log-in";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Entered, Opened, RecordEntry, Visitor } from "../session/session.service.ts";
import type { AppLogInService } from "./app-log-in.service.ts";

/** The log-ins of APP users, and what their phones report. */
export function serveAppLogIn(
  serve: Serve,
  app: AppLogInService,
  parts: {
    record: RecordEntry;
    visitorOf: (request: FastifyRequest) => Visitor;
    /** Sets the cookie of a session that is bound to its browser. */
    handOver: (opened: Opened, request: FastifyRequest, reply: FastifyReply) => { token: string };
  },
): void {
  const { record, visitorOf, handOver } = parts;

  /** One row in the log, whatever comes of it; a wrong code is logged like a wrong password. */
  async function letIn(
    work: Promise<Entered>,
    by: { name: string; way: "code" | "password" },
    at: { request: FastifyRequest; reply: FastifyReply; audit: (change: AuditChange) => void },
  ): Promise<{ token: string }> {
    const attempt = {
      ...{ visitor: visitorOf(at.request), name: by.name, by: { way: by.way, factor: "none" as const } },
      ...{ otherwise: "wrongPassword" as const, noteUser: () => undefined },
    };
    const opened = await record(attempt, work);
    const { user } = opened;
    at.audit({
      subject: { kind: "user", id: user.id, name: user.name, unitId: user.unitId },
      after: { loggedIn: true },
    });
    return handOver(opened, at.request, at.reply);
  }

  serve.open(sendAppCode, async ({ body, request, reply, language, audit }) => {
    const issued = await app.begin(body, clientAddress(request));
    reply.raw.once("close", () => app.deliver(issued, language));
    const { id, reached, minutes } = issued;
    audit({ subject: { kind: "appLogIn", id, name: reached.address }, after: reached });
    return { data: { expiresIn: minutes * 60 } };
  });
  serve.open(logInByCode, async ({ body, ...at }) => {
    const work = app.byCode(body, visitorOf(at.request));
    return letIn(work, { name: body.phone || body.email, way: "code" }, at);
  });
  serve.open(logInByAppPassword, async ({ body, ...at }) => {
    const work = app.byPassword(body, visitorOf(at.request));
    return letIn(work, { name: body.username, way: "password" }, at);
  });
  serve.forCaller(reportPosition, async ({ body }, caller) => {
    await app.savePosition(caller, body);
    return {};
  });
}
