import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { envelope, resultCode } from "@tracewater/contract/envelope";
import { ApiError } from "./api-error.ts";
import { callUrl } from "./call-url.ts";
import { withConfirmation } from "./confirmation.ts";
import { noteFailure } from "./connection.ts";
import { reportFailure } from "./failure.ts";
import { idleSeconds } from "./presence.ts";
import { withSignature } from "./signature.ts";
import { readToken } from "./token.ts";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** A failure is thrown, and the shell says nothing whatever it was. */
  silent?: boolean;
  /** The caller draws the failure itself: no message next to it, but an expired session still opens its dialog. */
  handled?: boolean;
  /** Sends the token with a call that is open to all (log-out: the session to end). */
  withToken?: boolean;
};

/** Spec 9: a call that has no answer after this many milliseconds has failed. */
const timeoutMs = 100_000;

/** Calls the server as declared; throws `ApiError` for whatever is not a success. */
export async function callApi<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<ReplyOf<C>> {
  try {
    return await withConfirmation(call.name, () =>
      withSignature(call, input, (signed) => fetchReply(call, signed, options)),
    );
  } catch (failure) {
    if (failure instanceof ApiError) {
      noteFailure(failure);
      if (!options.silent) {
        reportFailure(failure, { handled: options.handled ?? false, isReading: call.method === "GET" });
      }
    }
    throw failure;
  }
}

/** Spec 8: the code of an answer that names none is 200. */
const answered = envelope.extend({
  code: envelope.shape.code.default(resultCode.success),
  msg: envelope.shape.msg.default(""),
});

type Parts = { params?: unknown; query?: unknown; body?: unknown };

async function fetchReply<C extends AnyCall>(
  call: C,
  input: Parts,
  options: CallOptions,
): Promise<ReplyOf<C>> {
  const response = await send(call, input, options);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  if (response.status !== 200) throw await statusError(response, requestId);
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw bodyFailure(cause, options.signal, requestId);
  });
  const wrapped = answered.safeParse(answer);
  if (!wrapped.success) {
    throw new ApiError({ kind: "shape", message: "", requestId, httpStatus: 200, cause: wrapped.error });
  }
  const { code, msg, errors } = wrapped.data;
  if (code !== resultCode.success) {
    throw new ApiError({
      kind: "answer",
      code,
      message: msg,
      fields: errors ?? [],
      requestId: wrapped.data.requestId ?? requestId,
      httpStatus: 200,
      data: wrapped.data["data"],
    });
  }
  const reply = call.reply.safeParse(answer);
  if (!reply.success) {
    throw new ApiError({ kind: "shape", message: "", requestId, httpStatus: 200, cause: reply.error });
  }
  return reply.data as ReplyOf<C>; // parsed by the call's own schema one line above
}

async function send(call: AnyCall, input: Parts, options: CallOptions): Promise<Response> {
  const { signal } = options;
  const headers = new Headers({ "accept-language": document.documentElement.lang || "en" });
  const token = readToken();
  const asked = call.access.kind !== "open" || options.withToken;
  if (asked && token !== null) headers.set("authorization", `Bearer ${token}`);
  const idle = idleSeconds();
  if (idle >= 60) headers.set("x-idle-seconds", String(idle));
  if (input.body !== undefined) headers.set("content-type", "application/json");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(callUrl(call.path, input.params, input.query), {
      method: call.method,
      headers,
      credentials: "same-origin",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause; // given up by the caller: no failure
    throw new ApiError({ kind: timeout.aborted ? "timeout" : "network", message: "", cause });
  }
}

/** The answer had begun, but its body is no JSON, was cut off, or took too long. */
function bodyFailure(
  cause: unknown,
  signal: AbortSignal | undefined,
  requestId: string | undefined,
): unknown {
  if (signal?.aborted) return cause; // given up by the caller: no failure
  if (cause instanceof SyntaxError) {
    return new ApiError({ kind: "shape", message: "", requestId, httpStatus: 200, cause });
  }
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
  return new ApiError({ kind: isLate ? "timeout" : "network", message: "", requestId, cause });
}

async function statusError(response: Response, requestId: string | undefined): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const wrapped = envelope.safeParse(body);
  return new ApiError({
    kind: "status",
    code: wrapped.success ? wrapped.data.code : response.status,
    message: wrapped.success ? wrapped.data.msg : "",
    fields: wrapped.success ? (wrapped.data.errors ?? []) : [],
    requestId: (wrapped.success ? wrapped.data.requestId : undefined) ?? requestId,
    httpStatus: response.status,
    retryAfter: readRetryAfter(response.headers.get("retry-after")),
  });
}

/** RFC 9110: seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}
