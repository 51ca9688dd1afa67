import type { FieldError } from "@tracewater/contract/envelope";
import { catalogueText } from "./catalogue.ts";

/**
 * A call that did not succeed. `kind` says where it broke: `answer` (the server said no: see `code`),
 * `status` (an HTTP status that is no 200), `network` (no answer), `timeout`, `shape` (an answer that is not
 * of the declared shape).
 */
export class ApiError extends Error {
  /** What the server said; empty where it said nothing, and `message` has the catalogue's sentence. */
  readonly said: string;
  readonly kind: "answer" | "status" | "network" | "timeout" | "shape";
  /** The code of the envelope; 0 where there was no envelope. */
  readonly code: number;
  readonly fields: FieldError[];
  readonly requestId: string | undefined;
  /** 0 where no answer came. */
  readonly httpStatus: number;
  /** What the answer gives along: what to sign. */
  readonly data: unknown;
  /** Seconds after which to try again, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(facts: {
    kind: ApiError["kind"];
    message: string;
    code?: number;
    fields?: FieldError[];
    requestId?: string | undefined;
    httpStatus?: number;
    retryAfter?: number | undefined;
    data?: unknown;
    cause?: unknown;
  }) {
    super(facts.message || catalogueText(facts), { cause: facts.cause });
    this.name = "ApiError";
    this.said = facts.message;
    this.kind = facts.kind;
    this.code = facts.code ?? 0;
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId;
    this.httpStatus = facts.httpStatus ?? 0;
    this.retryAfter = facts.retryAfter;
    this.data = facts.data;
  }

  /** What is said at a field of a form, or undefined. */
  messageAt(field: string): string | undefined {
    return this.fields.find((fault) => fault.field === field)?.message;
  }
}
