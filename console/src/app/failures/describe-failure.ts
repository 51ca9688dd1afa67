import type { ApiError } from "../../api/api-error.ts";

/** What is shown for a failed call (spec 8); `key` is a text of the namespace `app`. */
export type Described =
  | { show: "expired" }
  | { show: "unauthorized" }
  | { show: "message"; tone: "error" | "warning"; key: string; values?: Record<string, string | number> }
  | { show: "message"; tone: "error" | "warning"; text: string }
  | { show: "notification"; key: string; text: string };

/** One table turns codes, statuses and broken lines into what people see. */
export function describeFailure(failure: ApiError): Described {
  if (failure.kind === "network") return { show: "message", tone: "error", key: "failure.network" };
  if (failure.kind === "timeout") return { show: "message", tone: "error", key: "failure.timeout" };
  if (failure.kind === "shape") return { show: "message", tone: "error", key: "failure.shape" };
  if (failure.kind === "status") return describeStatus(failure);
  switch (failure.code) {
    case 401:
      return { show: "expired" };
    case 500:
      return failure.message
        ? { show: "message", tone: "error", text: failure.message }
        : { show: "message", tone: "error", key: "failure.default" };
    case 601:
      return failure.message
        ? { show: "message", tone: "warning", text: failure.message }
        : { show: "message", tone: "warning", key: "failure.default" };
    case 403:
    case 404:
      return { show: "notification", key: `failure.${failure.code}`, text: failure.message };
    default:
      return failure.message
        ? { show: "notification", key: failure.message, text: fieldLines(failure) }
        : { show: "notification", key: "failure.default", text: fieldLines(failure) };
  }
}

function describeStatus(failure: ApiError): Described {
  const status = failure.httpStatus;
  if (status === 444) return { show: "unauthorized" };
  if (status === 413 || status === 503) return { show: "message", tone: "error", key: `failure.${status}` };
  if (status === 429) {
    return {
      show: "message",
      tone: "warning",
      key: "failure.429",
      values: { seconds: failure.retryAfter ?? 60 },
    };
  }
  return { show: "message", tone: "error", key: "failure.status", values: { status } };
}

function fieldLines(failure: ApiError): string {
  return failure.fields.map(({ field, message }) => `${field}: ${message}`).join("; ");
}
