import type { AnyCall } from "@tracewater/contract/call";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AuditRecord, toRecord } from "../audit/audit-record.ts";
import type { Caller } from "../caller.ts";
import { auditChangesOf } from "./audit-change.ts";

/** Takes the record of a finished call; resolves when it is kept. */
export type RecordCall = (record: AuditRecord) => Promise<void>;

const callers = new WeakMap<FastifyRequest, Caller>();

/** Who makes a request, for its record; reported as soon as it is known, before permissions are looked at. */
export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** A hook that holds an answer back until its call is recorded, whether it did what was asked or refused it. */
export function holdForRecord(call: AnyCall, record: RecordCall, now: () => number) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const caller = callers.get(request) ?? null;
    // Nobody's attempt at a call for somebody: there is nothing to report but an address, and anybody could fill the
    // log.
    if (caller === null && call.access.kind !== "open") return payload;
    // Turned away at the door, with the database gone: nothing was tried.
    if (caller === null && reply.statusCode === 503) return payload;
    const { code, message } = readEnding(reply, payload);
    const costMs = reply.elapsedTime;
    const beganAt = now() - Math.round(costMs);
    await record(
      toRecord({ call, request, caller, changes: auditChangesOf(request), beganAt, costMs, code, message }),
    );
    return payload;
  };
}

/** The result as the envelope says it; a file that goes out is a success. */
function readEnding(reply: FastifyReply, payload: unknown): { code: number; message: string } {
  const isJson = String(reply.getHeader("content-type") ?? "").startsWith("application/json");
  if (!isJson || typeof payload !== "string") return { code: reply.statusCode, message: "" };
  const said: unknown = JSON.parse(payload);
  if (typeof said !== "object" || said === null) return { code: reply.statusCode, message: "" };
  const code = "code" in said && typeof said.code === "number" ? said.code : reply.statusCode;
  const message = "msg" in said && typeof said.msg === "string" ? said.msg : "";
  return { code, message: code === 200 ? "" : message };
}
