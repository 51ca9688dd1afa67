/**
 * Answers the console's calls in the server's stead, by the contract: `fetch` alone is replaced, so everything between
 * a component and the line runs as it does in a browser. What a test prepares is parsed by the call's own schemas, and
 * so is what the console sends; a call that nobody prepared, an answer that the server could not give and an input
 * that it would refuse are faults, and fail the test by name.
 */
import type { AnyCall } from "@tracewater/contract/call";
import { type FieldError, resultCode } from "@tracewater/contract/envelope";
import type { z } from "zod";
import { callAt, keysOf, parseInput, type Received, type SentInput } from "./declared-input.ts";

type Reply<C extends AnyCall> = z.input<C["reply"]>;
export type Refusal = { code?: number; msg: string; errors?: FieldError[]; requestId?: string };

type Answer = (received: Received<AnyCall>) => Response;
type Prepared = { call: AnyCall; answer: Answer; takesAnything: boolean };

const prepared = new Map<string, Prepared>();
const received = new Map<string, Received<AnyCall>[]>();
const held = new Map<string, Promise<void>>();
let faults: string[] = [];

export const server = {
  /** What the call is answered from now on; a function makes it of what was sent. */
  answer<C extends AnyCall>(call: C, reply: Reply<C> | ((sent: Received<C>) => Reply<C>)): void {
    const make = typeof reply === "function" ? (reply as (sent: Received<AnyCall>) => Reply<C>) : () => reply;
    prepare(call, (sent) => success(call, make(sent)));
  },
  /** The envelope's way of saying no; 500 is a refusal without a code of its own. */
  refuse<C extends AnyCall>(call: C, refusal: Refusal): void {
    const { code = refusal.errors === undefined ? resultCode.refused : resultCode.badInput, ...said } =
      refusal;
    const known = [call.params, call.query, call.body].flatMap((schema) => keysOf(schema) ?? [anyKey]);
    for (const { field } of said.errors ?? []) {
      const name = field.split(".")[0] ?? "";
      if (!known.includes(anyKey) && !known.includes(name))
        note(`${call.name} has no field ${name} to be refused`);
    }
    prepare(call, () => Response.json({ code, ...said }), { takesAnything: true });
  },
  /** An HTTP status, with or without an envelope. */
  fail(call: AnyCall, status: number, body: object = {}, headers: Record<string, string> = {}): void {
    prepare(call, () => Response.json(body, { status, headers }), { takesAnything: true });
  },
  /** No answer comes: the line is broken. */
  drop(call: AnyCall): void {
    const broken = () => {
      throw new TypeError("fetch failed");
    };
    prepare(call, broken, { takesAnything: true });
  },
  /** Keeps the answers of a call back until what it gives is called. */
  hold(call: AnyCall): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    held.set(call.name, released);
    return () => {
      held.delete(call.name);
      release();
    };
  },
  /** What was sent, oldest first, as the server reads it. */
  received<C extends AnyCall>(call: C): Received<C>[] {
    return (received.get(call.name) ?? []) as Received<C>[]; // kept under the call's own name
  },
};

const anyKey = "*";

function prepare(call: AnyCall, answer: Answer, { takesAnything = false } = {}): void {
  prepared.set(call.name, { call, answer, takesAnything });
}

function success(call: AnyCall, reply: unknown): Response {
  const parsed = call.reply.safeParse(reply);
  if (!parsed.success) {
    throw note(
      `the prepared answer of ${call.name} is none that the server can give: ${parsed.error.message}`,
    );
  }
  return Response.json({ code: resultCode.success, msg: "success", ...(parsed.data as object) });
}

/** Takes the place of `fetch`. */
export async function fakeFetch(target: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(String(target), location.href);
  const method = init.method ?? "GET";
  const found = callAt(method, url.pathname);
  if (found === null) throw note(`no call of the contract is ${method} ${url.pathname}`);
  const { call, params } = found;
  const sent: SentInput = { params, query: Object.fromEntries(url.searchParams), body: init.body ?? null };
  const ready = prepared.get(call.name);
  if (ready === undefined)
    throw note(`nobody prepared an answer to ${call.name} (${method} ${url.pathname})`);
  const { input, fault } = parseInput(call, sent);
  if (fault !== null && !ready.takesAnything) throw note(fault);
  const log = received.get(call.name) ?? [];
  received.set(call.name, [...log, input]);
  await heldBack(call, init.signal ?? null);
  return ready.answer(input);
}

/** Waits as long as the test holds the answer back, or until the caller gives up. */
async function heldBack(call: AnyCall, signal: AbortSignal | null): Promise<void> {
  // An answer never comes in the same breath.
  await Promise.resolve();
  signal?.throwIfAborted();
  const wait = held.get(call.name);
  if (wait === undefined) return;
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
  await Promise.race([wait, aborted]);
}

/** A fault fails the test when it ends: what the console makes of a call that fails must not hide it. */
export function note(fault: string): Error {
  faults.push(fault);
  return new Error(fault);
}

/** Forgets what was prepared and sent; gives the faults of the test that ends. */
export function resetServer(): string[] {
  const found = faults;
  faults = [];
  prepared.clear();
  received.clear();
  held.clear();
  return found;
}
