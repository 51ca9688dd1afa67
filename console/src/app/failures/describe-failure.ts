import type { ApiError } from "../../api/api-error.ts";
import type { TextKey } from "../../kit/text-key.ts";

type FailureKey = `failure.${TextKey<"app", "failure">}`;

/** What is shown for a failed call (spec 8); `key` is a text of the namespace `app`. */
export type Described =
  | { show: "expired" }
  | { show: "licenseExpired" }
  | { show: "message"; tone: "error" | "warning"; key: FailureKey; values?: Record<string, string | number> }
  | { show: "message"; tone: "error" | "warning"; text: string }
  /** The server's own words are no key: a colon or a point in them would make another text of them. */
  | { show: "notification"; title: { key: FailureKey } | { said: string }; text: string };

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
      return failure.said
        ? { show: "message", tone: "error", text: failure.said }
        : { show: "message", tone: "error", key: "failure.default" };
    case 427: // the user did not sign
    case 428: // the user closed the question who they are
    case 601:
      return failure.said
        ? { show: "message", tone: "warning", text: failure.said }
        : { show: "message", tone: "warning", key: "failure.default" };
    case 403:
    case 404:
      return { show: "notification", title: { key: `failure.${failure.code}` }, text: failure.said };
    default:
      return {
        show: "notification",
        title: failure.said ? { said: failure.said } : { key: "failure.default" },
        text: fieldLines(failure),
      };
  }
}

function describeStatus(failure: ApiError): Described {
  const status = failure.httpStatus;
  if (status === 444) return { show: "licenseExpired" };
  if (status === 413 || status === 503) return { show: "message", tone: "error", key: `failure.${status}` };
  if (status === 429) {
    // What is busy is said by the server; without its words the time alone.
    if (failure.said !== "") return { show: "message", tone: "warning", text: failure.said };
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
