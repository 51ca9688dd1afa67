import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { envelope } from "@tracewater/contract/envelope";
import { expect, inject } from "vitest";
import type { z } from "zod";
import { noteCall } from "./global-setup.ts";

/** A session as a browser holds it. */
export type Session = { token: string; cookie?: string };

export type Answer = { status: number; headers: Headers; body: z.infer<typeof envelope> };

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Calls of the API over a real socket, by their declaration or raw. */
export function createTestHttp(base: () => string) {
  async function request(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${base()}/prod-api${path}`, init);
    return {
      status: response.status,
      headers: response.headers,
      body: envelope.parse(await response.json()),
    };
  }

  async function ask(call: AnyCall, input: Loose, as: Session | null, headers: Record<string, string> = {}) {
    const hasBody = call.method === "POST" || call.method === "PUT";
    const answer = await request(addressOf(call, input), {
      method: call.method,
      headers: {
        ...(as === null ? {} : bearer(as)),
        ...(hasBody ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
    });
    note(call, answer.body.code === 200 ? "success" : "refusal");
    return answer;
  }

  return {
    request,
    ask,

    /** A call that has to succeed; gives what it replied. */
    async call<C extends AnyCall>(call: C, input: CallInput<C>, as: Session | null): Promise<ReplyOf<C>> {
      const { status, body } = await ask(call, input as Loose, as);
      expect({ status, code: body.code, msg: body.msg }).toMatchObject({ status: 200, code: 200 });
      return call.reply.parse(body) as ReplyOf<C>;
    },

    /** A call that has to be refused; gives the envelope, after a check of what holds for every refusal. */
    async refusal(call: AnyCall, input: Loose, as: Session | null, headers: Record<string, string> = {}) {
      const { status, body, headers: answered } = await ask(call, input, as, headers);
      expect(body.code, body.msg).not.toBe(200);
      expect(status).toBeLessThan(500);
      expect(body.requestId).toBe(answered.get("x-request-id"));
      return body;
    },
  };
}

export function bearer(session: Session): Record<string, string> {
  return {
    authorization: `Bearer ${session.token}`,
    ...(session.cookie === undefined ? {} : { cookie: session.cookie }),
  };
}

export function note(call: AnyCall, ending: "success" | "refusal"): void {
  noteCall(inject("callRecords"), expect.getState().testPath ?? "", call.name, ending);
}

/** The call's path with its parameters filled in, and its query. */
export function addressOf(call: AnyCall, input: Loose): string {
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
