import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { envelope } from "@tracewater/contract/envelope";
import { login } from "@tracewater/contract/system/session";
import { adminPassword } from "./server-command.ts";

/** An answer that is not the success of the call: its HTTP status and the envelope's code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(`${status}/${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** Makes the contract's calls and checks each reply against its declaration. Throws Refusal, or what the socket says. */
export function createApiClient(base: string) {
  let token: string | null = null;

  async function call<C extends AnyCall>(declared: C, input: CallInput<C>): Promise<ReplyOf<C>> {
    const { params, query, body } = input as { params?: object; query?: object; body?: object };
    const response = await fetch(`${base}/prod-api${fill(declared.path, params)}${toQuery(query)}`, {
      method: declared.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(declared.method === "GET" ? {} : { "content-type": "application/json" }),
      },
      ...(declared.method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    const read = envelope.safeParse(answer);
    if (!read.success) throw new Refusal(response.status, 0, `no envelope: ${JSON.stringify(answer)}`);
    const { code, msg } = read.data;
    if (response.status !== 200 || code !== 200) throw new Refusal(response.status, code, msg);
    // The schema is the call's own: what it lets pass is of its type.
    return declared.reply.parse(answer) as ReplyOf<C>;
  }

  return {
    call,
    async logIn(username = "admin", password = adminPassword): Promise<void> {
      token = (await call(login, { body: { username, password } })).token;
    },
    authorization: () => `Bearer ${token}`,
  };
}

/** A client of the platform's administrator. */
export async function openApi(base: string): Promise<ApiClient> {
  const api = createApiClient(base);
  await api.logIn();
  return api;
}

function fill(path: string, params: object = {}): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  );
}

function toQuery(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === "" ? "" : `?${text}`;
}
