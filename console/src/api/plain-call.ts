import type { FieldError } from "@tracewater/contract/envelope";

/**
 * Calls for the log-in entry, which loads React and nothing else: no schemas, so every part of an answer is
 * looked at by hand.
 */
export type PlainAnswer =
  | { kind: "ok"; body: object }
  | { kind: "refused"; code: number; message: string; fields: FieldError[]; retryAfter: number }
  | { kind: "unreachable" };

const timeoutMs = 100_000;

export async function plainCall(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
  token?: string,
): Promise<PlainAnswer> {
  try {
    const response = await fetch(`/prod-api${path}`, {
      method,
      headers: {
        "accept-language": document.documentElement.lang || "en",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return readAnswer(answer, response);
  } catch {
    return { kind: "unreachable" }; // no line, no answer in time, or an answer that is no JSON
  }
}

/** A text of an object that came from outside; empty where there is none. */
export function textOf(body: object, key: string): string {
  const value: unknown = Reflect.get(body, key);
  return typeof value === "string" ? value : "";
}

function readAnswer(answer: unknown, response: Response): PlainAnswer {
  if (typeof answer !== "object" || answer === null) return { kind: "unreachable" };
  const code: unknown = Reflect.get(answer, "code");
  if (response.ok && code === 200) return { kind: "ok", body: answer };
  return {
    kind: "refused",
    code: typeof code === "number" ? code : response.status,
    message: textOf(answer, "msg"),
    fields: readFields(Reflect.get(answer, "errors")),
    retryAfter: Number(response.headers.get("retry-after")) || 0,
  };
}

function readFields(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors
    .filter((fault): fault is object => typeof fault === "object" && fault !== null)
    .map((fault) => ({ field: textOf(fault, "field"), message: textOf(fault, "message") }));
}
