import type { AnyCall } from "@tracewater/contract/call";
import type { Json } from "@tracewater/custody/canonical";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../caller.ts";
import type { AuditChange } from "../http/audit-change.ts";
import { clientAddress } from "../http/client-address.ts";
import { maskSecrets, secretNames } from "./mask.ts";

/** A record of the audit log as it is chained. A type, not an interface: it has to be JSON. */
export type AuditRecord = {
  /** Of the request; one record each. */
  id: string;
  /** Epoch ms by the server's clock; the row's own time never goes back, this one shows what the clock said. */
  time: number;
  user: { id: number; name: string; nick: string } | null;
  unit: { id: number; name: string } | null;
  /** Whose auditors may read it: the unit of who did it, else that of what it was done to. */
  unitId: number | null;
  /** By what the caller was known. */
  via: { kind: "session" | "key"; id: string; name: string } | null;
  address: string;
  agent: string;
  call: string;
  method: string;
  path: string;
  title: { en: string; zh: string };
  /** What was touched, in a line to search in: `samplePoint 12 SP-12`. */
  thing: string;
  changes: { kind: string; id: string; name: string; before: Json; after: Json }[];
  input: { params: Json; query: Json; body: Json };
  code: number;
  message: string;
  /** Milliseconds. */
  cost: number;
};

/** What is known of a call when its answer is about to leave. */
export type FinishedCall = {
  call: AnyCall;
  request: FastifyRequest;
  caller: Caller | null;
  changes: readonly AuditChange[];
  /** Epoch ms. */
  beganAt: number;
  costMs: number;
  code: number;
  message: string;
};

const maxChanges = 500;

export function toRecord(finished: FinishedCall): AuditRecord {
  const { call, request, caller, changes } = finished;
  const subjects = changes.map(({ subject }) =>
    [subject.kind, subject.id, subject.name ?? ""].join(" ").trim(),
  );
  const secrets = secretNames(call.body);
  // A code that comes with an open call (captcha, set-up, log-in by phone) lets somebody in.
  if (call.access.kind === "open") secrets.add("code");
  return {
    id: request.id,
    time: finished.beganAt,
    user: caller === null ? givenUser(changes, request) : nameOf(caller),
    unit: caller === null || caller.deptId === null ? null : { id: caller.deptId, name: caller.deptName },
    unitId: caller?.deptId ?? changes.find((change) => change.subject.unitId != null)?.subject.unitId ?? null,
    via: caller === null ? null : viaOf(caller),
    address: clientAddress(request),
    agent: String(maskSecrets((request.headers["user-agent"] ?? "").slice(0, 300))),
    call: call.name,
    method: call.method,
    path: call.path,
    title: call.title ?? { en: call.name, zh: call.name },
    thing: String(maskSecrets(subjects.join("; ").slice(0, 500))),
    changes: changes.slice(0, maxChanges).map(({ subject, before, after }) => ({
      kind: subject.kind,
      id: String(subject.id),
      name: subject.name ?? "",
      before: maskSecrets(before, secrets),
      after: maskSecrets(after, secrets),
    })),
    input: {
      params: maskSecrets(request.params, secrets),
      query: maskSecrets(request.query, secrets),
      body: maskSecrets(call.takes === "file" ? null : request.body, secrets),
    },
    code: finished.code,
    message: String(maskSecrets(finished.message.slice(0, 1_000))),
    cost: Math.round(finished.costMs),
  };
}

function viaOf({ key, sessionId }: Caller): NonNullable<AuditRecord["via"]> {
  if (key === null) return { kind: "session", id: sessionId, name: "" };
  return { kind: "key", id: String(key.id), name: key.name };
}

function nameOf(caller: Caller): AuditRecord["user"] {
  return { id: caller.userId, name: caller.userName, nick: caller.nickName };
}

/** Who tries to log in: the user whom the handler found, else the name that was typed (id 0). */
function givenUser(changes: readonly AuditChange[], request: FastifyRequest): AuditRecord["user"] {
  const found = changes.find((change) => change.subject.kind === "user")?.subject;
  if (found !== undefined) return { id: Number(found.id), name: found.name ?? "", nick: "" };
  const { body } = request;
  const typed = typeof body === "object" && body !== null && "username" in body ? body.username : null;
  return typeof typed === "string"
    ? { id: 0, name: String(maskSecrets(typed.trim().slice(0, 64))), nick: "" }
    : null;
}
