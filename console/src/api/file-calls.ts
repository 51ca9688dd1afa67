import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import { envelope, resultCode } from "@tracewater/contract/envelope";
import { ApiError } from "./api-error.ts";
import { callUrl } from "./call-url.ts";
import { withConfirmation } from "./confirmation.ts";
import { type FailureContext, reportFailure } from "./failure.ts";
import { readToken } from "./token.ts";

/** A large file over a slow line takes its time; the server bounds its size. */
const timeoutMs = 600_000;

export type FetchedFile = { blob: Blob; name: string };

/** Calls for a file and hands it to the browser to save, under the name that the server gave it. */
export async function saveFile<C extends AnyCall>(call: C, input: CallInput<C>): Promise<void> {
  const { blob, name } = await reportingFailure(
    withConfirmation(call.name, () => receive(call, input, null)),
    {
      handled: false,
      isReading: false,
    },
  );
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address over once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Calls for a file that a page shows; the page draws it where that fails. */
export function fetchFile<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  signal: AbortSignal,
): Promise<FetchedFile> {
  return reportingFailure(receive(call, input, signal), { handled: true, isReading: true });
}

/** Sends a file as the part `file` of a multipart body; where the signal is aborted the server leaves it unread. */
export async function sendFile<C extends AnyCall>(
  call: C,
  input: CallInput<C>,
  file: File,
  signal: AbortSignal | null = null,
): Promise<ReplyOf<C>> {
  return reportingFailure(
    withConfirmation(call.name, () => deliver(call, input, { file, signal })),
    { handled: false, isReading: false },
  );
}

async function receive(call: AnyCall, input: Parts, signal: AbortSignal | null): Promise<FetchedFile> {
  const response = await send(call, input, { body: null, signal });
  if (!response.ok || isJson(response)) throw await errorOf(response);
  const given = response.headers.get("download-filename");
  return { blob: await response.blob(), name: given === null ? nameIn(input) : decodeURIComponent(given) };
}

/** A file that is asked for by its name has that one. */
function nameIn({ params }: Parts): string {
  const asked = typeof params === "object" && params !== null ? Reflect.get(params, "name") : undefined;
  return typeof asked === "string" ? asked : "download.xlsx";
}

async function deliver<C extends AnyCall>(
  call: C,
  input: Parts,
  { file, signal }: { file: File; signal: AbortSignal | null },
): Promise<ReplyOf<C>> {
  const body = new FormData();
  body.append("file", file);
  const response = await send(call, input, { body, signal });
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const reply = call.reply.safeParse(answer);
  if (!response.ok || !reply.success) throw await errorOf(response);
  return reply.data as ReplyOf<C>; // parsed by the call's own schema one line above
}

/** The shell hears of what failed, once. */
async function reportingFailure<T>(work: Promise<T>, context: FailureContext): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    if (failure instanceof ApiError) reportFailure(failure, context);
    throw failure;
  }
}

type Parts = { params?: unknown; query?: unknown };

async function send(
  call: AnyCall,
  { params, query }: Parts,
  { body, signal }: { body: FormData | null; signal: AbortSignal | null },
): Promise<Response> {
  const token = readToken();
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(callUrl(call.path, params, query), {
      method: call.method,
      headers: {
        "accept-language": document.documentElement.lang || "en",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      credentials: "same-origin",
      signal: signal === null ? late : AbortSignal.any([signal, late]),
      body,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause; // nobody waits for it any longer
    const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
    throw new ApiError({ kind: isLate ? "timeout" : "network", message: "", cause });
  }
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}

async function errorOf(response: Response): Promise<ApiError> {
  const answer = envelope.safeParse(await response.json().catch(() => null));
  const { status } = response;
  if (!answer.success || (status === 200 && answer.data.code === resultCode.success)) {
    return new ApiError({ kind: status === 200 ? "shape" : "status", message: "", httpStatus: status });
  }
  return new ApiError({
    kind: status === 200 ? "answer" : "status",
    code: answer.data.code,
    message: answer.data.msg,
    fields: answer.data.errors ?? [],
    requestId: answer.data.requestId,
    httpStatus: status,
  });
}
