import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from "@tracewater/contract/call";
import { families } from "@tracewater/contract/fleet/families";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { type Caller, mayDo } from "../caller.ts";
import { personRequired, requireConfirmed } from "../confirmation.ts";
import { type Language, languageOf } from "../localized-text.ts";
import { createWorkSlots, type WorkSlots } from "../work-slots.ts";
import { apiPrefix } from "./answers.ts";
import { type AuditChange, addAuditChange } from "./audit-change.ts";
import { holdForRecord, type RecordCall, rememberCaller } from "./audit-hook.ts";
import { acceptBodies } from "./body-kinds.ts";
import type { HttpServer } from "./http-server.ts";
import { createInputParser } from "./parse-input.ts";
import { createReplyWriter } from "./reply-writer.ts";

/** What a handler gets: parsed input, who calls, and the raw request for what is outside the contract. */
export type CallInput<C extends AnyCall> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  language: Language;
  /** Adds to the record in the audit log what the call changed; several where it changed several. */
  audit(change: AuditChange): void;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Serve = {
  /** Serves a call that anybody may make. */
  open<C extends AnyCall>(call: C, handle: (input: CallInput<C>) => Promise<ReplyOf<C>>): void;
  /** Serves a call of a session; its permission is checked before the handler runs. */
  forCaller<C extends AnyCall>(
    call: C,
    handle: (input: CallInput<C>, caller: Caller) => Promise<ReplyOf<C>>,
  ): void;
  /** A call that anybody may make, whose handler sends its answer itself. */
  openStream<C extends AnyCall>(call: C, handle: (input: CallInput<C>) => Promise<void>): void;
  /**
   * A call whose handler sends its answer itself: a stream, a file. `turnAway` throws the refusal of a request that needs
   * no look at who calls.
   */
  stream<C extends AnyCall>(
    call: C,
    handle: (input: CallInput<C>, caller: Caller) => Promise<void>,
    turnAway?: (request: FastifyRequest) => void,
  ): void;
  /**
   * A stream that makes its file first: a user makes one of a kind at a time, few are made at once. Who waited too
   * long is refused with the time to try again.
   */
  export<C extends AnyCall>(call: C, handle: (input: CallInput<C>, caller: Caller) => Promise<void>): void;
  /** The names of the calls that are served, held against the contract by a test. */
  served(): string[];
};

export function createServe(options: {
  app: HttpServer;
  /** Finds the caller of a request, or throws the failure that it is to be answered with. */
  authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Ends the wait for a store that went away; the work's own end otherwise. */
  unlessUnavailable: <T>(work: Promise<T>) => Promise<T>;
  /** Keeps the record of an audited call; its answer waits for that. */
  record: RecordCall;
  /** Where exports wait for their turn. */
  exports: WorkSlots;
  /** Of days and times that are given without a zone. */
  zone: string;
  now: () => number;
}): Serve {
  const { authenticate, unlessUnavailable } = options;
  const served: string[] = [];

  function route<C extends AnyCall>(
    call: C,
    handle: (input: CallInput<C>, caller: Caller | null) => Promise<ReplyOf<C> | null>,
    turnAway?: (request: FastifyRequest) => void,
  ): void {
    served.push(call.name);
    const write = createReplyWriter(call);
    const parse = createInputParser(call, options.zone);
    acceptBodies(options.app, call.takes, (app) =>
      app.route({
        method: call.method,
        url: apiPrefix + call.path,
        ...(call.audited ? { onSend: holdForRecord(call, options.record, options.now) } : {}),
        handler: async (request, reply) => {
          turnAway?.(request);
          const language = languageOf(request.headers["accept-language"]);
          const known = call.access.kind === "open" ? null : await unlessUnavailable(authenticate(request));
          const caller = known === null ? null : forAct(known, call);
          if (caller !== null) {
            rememberCaller(request, caller);
            checkKey(call, caller);
            checkDisplay(call, caller);
            checkLicense(call, caller);
            checkPermission(call, request, caller);
            if (call.confirmation === "always") requireConfirmed(caller);
          }
          const change = (one: AuditChange) => addAuditChange(request, one);
          const input = { language, audit: change, request, reply, ...parse(request) };
          const result = await handle(input, caller);
          if (result === null) return reply;
          return reply.type("application/json; charset=utf-8").send(write(result));
        },
      }),
    );
  }

  return {
    open: (call, handle) => route(call, (input) => unlessUnavailable(handle(input))),
    forCaller: (call, handle) =>
      route(call, (input, caller) => unlessUnavailable(handle(input, present(caller)))),
    openStream: (call, handle) =>
      route(call, async (input) => {
        await handle(input);
        return null;
      }),
    stream: (call, handle, turnAway) =>
      route(
        call,
        async (input, caller) => {
          await handle(input, present(caller));
          return null;
        },
        turnAway,
      ),
    export: (call, handle) =>
      route(call, async (input, caller) => {
        const known = present(caller);
        const gone = new AbortController();
        const giveUp = () => gone.abort();
        input.reply.raw.once("close", giveUp);
        await options.exports.run(ownerOf(call, known), () => handle(input, known), gone.signal);
        return null;
      }),
    served: () => served,
  };
}

/** A confirmation counts for the act that it was made for, and for no other. */
function forAct(caller: Caller, call: AnyCall): Caller {
  return caller.confirmedActs.has(call.name) ? { ...caller, isConfirmed: true } : caller;
}

/** A user's exports of one kind, by GET or by a form. */
function ownerOf(call: AnyCall, caller: Caller): string {
  return `${caller.userId} ${call.name.replace(/ByForm$/, "")}`;
}

/** How many exports are made at once, and how many wait. */
export function createExportSlots(): WorkSlots {
  return createWorkSlots({
    ...{ atOnce: 3, maxWaiting: 30, maxWaitingOfOwner: 2, maxWaitMs: 60_000 },
    own: {
      en: "An export of yours is still being made. Wait until it is done, then try again.",
      zh: "您的导出任务仍在进行，请等待其完成后重试。",
    },
    all: {
      en: "Too many exports are being made at the moment. Try again in a few seconds.",
      zh: "当前导出任务过多，请稍后重试。",
    },
  });
}

/** The permission a call asks for, `{family}` replaced by the family's word; null where none is asked. */
function permissionOf(call: AnyCall, family: string | undefined): string | null {
  if (call.access.kind !== "permission") return null;
  const word = Object.entries(families).find(([key]) => key === family)?.[1].permissionKey;
  return call.access.permission.replace("{family}", word ?? "none");
}

/** The wall before users of a unit whose authorization is over, or was never given. */
function checkLicense(call: AnyCall, caller: Caller): void {
  if (caller.hasValidLicense || call.exemptFromLicence) return;
  throw new AppError("licenseExpired", {
    en: "Your unit has no valid authorization. Enter an authorization code.",
    zh: "您的单位没有有效授权，请输入授权码。",
  });
}

function checkPermission(call: AnyCall, request: FastifyRequest, caller: Caller): void {
  const params = request.params;
  const family =
    typeof params === "object" && params !== null && "family" in params ? String(params.family) : undefined;
  const permission = permissionOf(call, family);
  if (permission !== null && !mayDo(caller, permission)) {
    throw new AppError("forbidden", { en: "No permission for this operation.", zh: "没有权限执行此操作。" });
  }
}

/**
 * A key never does what a person answers for: a rule that takes two persons would take one and a key. Keys read what
 * every session may read; what a session may change without a permission is its user's own.
 */
function checkKey(call: AnyCall, caller: Caller): void {
  if (caller.key === null) return;
  if (call.personOnly) throw personRequired;
  if (call.access.kind !== "session" || call.method === "GET") return;
  throw new AppError("forbidden", {
    en: "API keys cannot be used for this operation.",
    zh: "API 密钥不能用于该操作。",
  });
}

/** A display shows and changes nothing: it reads what its screens are made of. */
function checkDisplay(call: AnyCall, caller: Caller): void {
  if (caller.displayId === null || (call.onDisplays && call.method === "GET")) return;
  throw new AppError("forbidden", {
    en: "A display can only read what its screens show.",
    zh: "显示屏只能读取其屏幕显示的内容。",
  });
}

function present(caller: Caller | null): Caller {
  if (caller === null) throw new Error("a call that requires a caller was declared public");
  return caller;
}
