import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { envelope, resultCode } from "@tracewater/contract/envelope";
import { ApiError } from "./api-error.ts";
import { callUrl } from "./call-url.ts";
import { announceFailure } from "./failure.ts";
import { readToken } from "./token.ts";

/** A large file over a slow line takes its time; the server bounds its size. */
const timeoutMs = 600_000;

/** Calls for a file and hands it to the browser to save, under the name that the server gave it. */
export async function saveFile<C extends AnyCall>(call: C, input: CallInput<C>): Promise<void> {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  const response = await send(call, callUrl(call.path, params, query), null);
  if (isJson(response)) throw await toError(response);
  const name = decodeURIComponent(response.headers.get("download-filename") ?? "download.xlsx");
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address over once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Sends a file as the part `file` of a multipart body. */
export async function sendFile<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  file: File,
): Promise<ReplyOf<C>> {
  const { params, query }: { params?: unknown; query?: unknown } = input;
  const body = new FormData();
  body.append("file", file);
  const response = await send(call, callUrl(call.path, params, query), body);
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const reply = call.reply.safeParse(answer);
  if (!response.ok || !reply.success) throw await toError(response);
  return reply.data as ReplyOf<C>; // parsed by the call's own schema one line above
}

async function send(call: AnyCall, address: string, body: FormData | null): Promise<Response> {
  const token = readToken();
  try {
    return await fetch(address, {
      method: call.method,
      headers: {
        "accept-language": document.documentElement.lang || "en",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      credentials: "same-origin",
      signal: AbortSignal.timeout(timeoutMs),
      body,
    });
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
    return fail(new ApiError({ kind: isLate ? "timeout" : "network", message: "", cause }));
  }
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}

async function toError(response: Response): Promise<never> {
  const answer = envelope.safeParse(await response.json().catch(() => null));
  const { status } = response;
  if (!answer.success || (status === 200 && answer.data.code === resultCode.success)) {
    return fail(new ApiError({ kind: status === 200 ? "shape" : "status", message: "", httpStatus: status }));
  }
  return fail(
    new ApiError({
      kind: status === 200 ? "answer" : "status",
      code: answer.data.code,
      message: answer.data.msg,
      fields: answer.data.errors ?? [],
      requestId: answer.data.requestId,
      httpStatus: status,
    }),
  );
}

function fail(failure: ApiError): never {
  announceFailure(failure);
  throw failure;
}
