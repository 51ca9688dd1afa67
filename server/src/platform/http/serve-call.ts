import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from "@tracewater/contract/call";
import { families } from "@tracewater/contract/fleet/families";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Caller, mayDo } from "../caller.ts";
import { Failure } from "../failure.ts";
import { type Language, languageOf } from "../words.ts";
import { apiPrefix } from "./answers.ts";
import { holdForRecord, type RecordCall, rememberCaller } from "./audit-hook.ts";
import { acceptBodies } from "./body-kinds.ts";
import { addNote, type CallNote } from "./call-notes.ts";
import type { HttpServer } from "./http-server.ts";
import { parseInput } from "./parse-input.ts";
import { createReplyWriter } from "./reply-writer.ts";

/** What a handler gets: parsed input, who calls, and the raw request for what stands outside the contract. */
export type CallInput<C extends AnyCall> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  language: Language;
  /** Adds to the record in the audit log what the call changed; several where it changed several. */
  note(note: CallNote): void;
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
  /** A call whose handler sends its answer itself: a stream, a file. */
  stream<C extends AnyCall>(call: C, handle: (input: CallInput<C>, caller: Caller) => Promise<void>): void;
  /** The names of the calls that are served, held against the contract by a test. */
  served(): string[];
};

export function createServe(options: {
  app: HttpServer;
  /** Finds the caller of a request, or throws the failure that it is to be answered with. */
  authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Ends the wait for a store that went away; the work's own end otherwise. */
  unlessAway: <T>(work: Promise<T>) => Promise<T>;
  /** Keeps the record of an audited call; its answer waits for that. */
  record: RecordCall;
  now: () => number;
}): Serve {
  const { authenticate, unlessAway } = options;
  const served: string[] = [];

  function route<C extends AnyCall>(
    call: C,
    handle: (input: CallInput<C>, caller: Caller | null) => Promise<ReplyOf<C> | null>,
  ): void {
    served.push(call.name);
    const write = createReplyWriter(call);
    acceptBodies(options.app, call.takes, (app) =>
      app.route({
        method: call.method,
        url: apiPrefix + call.path,
        ...(call.audited ? { onSend: holdForRecord(call, options.record, options.now) } : {}),
        handler: async (request, reply) => {
          const language = languageOf(request.headers["accept-language"]);
          const caller = call.access.kind === "open" ? null : await unlessAway(authenticate(request));
          if (caller !== null) {
            rememberCaller(request, caller);
            checkKey(call, caller);
            checkAuthorization(call, caller);
            checkPermission(call, request, caller);
          }
          const note = (one: CallNote) => addNote(request, one);
          const input = { ...parseInput(call, request, language), language, note, request, reply };
          const result = await handle(input, caller);
          if (result === null) return reply;
          return reply.type("application/json; charset=utf-8").send(write(result));
        },
      }),
    );
  }

  return {
    open: (call, handle) => route(call, (input) => unlessAway(handle(input))),
    forCaller: (call, handle) => route(call, (input, caller) => unlessAway(handle(input, present(caller)))),
    openStream: (call, handle) =>
      route(call, async (input) => {
        await handle(input);
        return null;
      }),
    stream: (call, handle) =>
      route(call, async (input, caller) => {
        await handle(input, present(caller));
        return null;
      }),
    served: () => served,
  };
}

/** The permission a call asks for, `{family}` replaced by the family's word; null where none is asked. */
function permissionOf(call: AnyCall, family: string | undefined): string | null {
  if (call.access.kind !== "permission") return null;
  const word = Object.entries(families).find(([key]) => key === family)?.[1].permissionWord;
  return call.access.permission.replace("{family}", word ?? "none");
}

/** The wall before users of a unit whose authorization is over, or was never given. */
function checkAuthorization(call: AnyCall, caller: Caller): void {
  if (caller.isAuthorized || call.exemptFromLicence) return;
  throw new Failure("unauthorized", {
    en: "Your unit has no valid authorization; enter an authorization code.",
    zh: "您的单位没有有效授权，请输入授权码。",
  });
}

function checkPermission(call: AnyCall, request: FastifyRequest, caller: Caller): void {
  const params = request.params;
  const family =
    typeof params === "object" && params !== null && "family" in params ? String(params.family) : undefined;
  const permission = permissionOf(call, family);
  if (permission !== null && !mayDo(caller, permission)) {
    throw new Failure("forbidden", { en: "No permission for this operation.", zh: "没有权限执行此操作。" });
  }
}

/** Keys read what every session may read; what a session may change without a permission is its user's own. */
function checkKey(call: AnyCall, caller: Caller): void {
  if (caller.key === null || call.access.kind !== "session" || call.method === "GET") return;
  throw new Failure("forbidden", {
    en: "An API key cannot be used for this operation.",
    zh: "API 密钥不能用于该操作。",
  });
}

function present(caller: Caller | null): Caller {
  if (caller === null) throw new Error("a call for callers was declared open");
  return caller;
}
