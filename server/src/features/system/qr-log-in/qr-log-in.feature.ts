import {
  beginQrLogIn,
  clearQrLogIn,
  confirmQrLogIn,
  getQrStatus,
  refuseQrLogIn,
  scanQrLogIn,
} from "@tracewater/contract/system/qr-log-in";
import type { FastifyReply, FastifyRequest } from "fastify";
import { apiPrefix } from "../../../platform/http/answers.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Opened, RecordEntry, Visitor } from "../session/session.service.ts";
import type { QrLogInService } from "./qr-log-in.service.ts";

/** Over HTTPS the browser takes it from this very host alone. */
const cookies = {
  https: { name: "__Host-tw-qr", path: "/", secure: "; Secure" },
  http: { name: "tw-qr", path: apiPrefix, secure: "" },
};

/** The log-in by QR code: what the asking browser calls, and what the phone calls. */
export function serveQrLogIn(
  serve: Serve,
  qr: QrLogInService,
  parts: {
    record: RecordEntry;
    visitorOf: (request: FastifyRequest) => Visitor;
    /** Sets the cookie of a session that is bound to its browser. */
    handOver: (opened: Opened, request: FastifyRequest, reply: FastifyReply) => { token: string };
  },
): void {
  const { record, visitorOf, handOver } = parts;
  serve.open(beginQrLogIn, async ({ request, reply }) => {
    const { cookie, ...begun } = await qr.begin(visitorOf(request));
    reply.header("set-cookie", cookieText(request, cookie, begun.expiresIn));
    return begun;
  });
  serve.open(getQrStatus, async ({ query, request, reply }) => {
    const visitor = visitorOf(request);
    const { status, open } = await qr.status(query.uuid, cookieOf(request), visitor);
    if (open === null) return { status };
    const attempt = {
      visitor,
      name: "",
      by: { way: "qr", factor: "none" },
      noteUser: () => undefined,
    } as const;
    const opened = await record(attempt, open());
    return { status, ...handOver(opened, request, reply) };
  });
  serve.open(clearQrLogIn, async ({ query, request }) => {
    await qr.clear(query.uuid, cookieOf(request));
    return {};
  });
  serve.forCaller(scanQrLogIn, async ({ body, request }, caller) => ({
    data: await qr.scan(body.uuid, caller, clientAddress(request)),
  }));
  serve.forCaller(confirmQrLogIn, async ({ body, request, audit }, caller) => {
    const asking = await qr.confirm(body.uuid, caller, body.digits, clientAddress(request));
    audit({
      subject: { kind: "qrLogIn", id: body.uuid, unitId: caller.deptId },
      after: { state: "confirmed", address: asking.address, agent: asking.agent },
    });
    return {};
  });
  serve.forCaller(refuseQrLogIn, async ({ body, audit }, caller) => {
    await qr.refuse(body.uuid, caller);
    audit({
      subject: { kind: "qrLogIn", id: body.uuid, unitId: caller.deptId },
      after: { state: "refused" },
    });
    return {};
  });
}

function cookieText(request: FastifyRequest, value: string, seconds: number): string {
  const { name, path, secure } = cookies[request.protocol];
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

function cookieOf(request: FastifyRequest): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${cookies[request.protocol].name}=([A-Za-z0-9_-]{20,100})`);
  return pattern.exec(request.headers.cookie ?? "")?.[1] ?? null;
}
