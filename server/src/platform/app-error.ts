import { resultCode } from "@tracewater/contract/envelope";
import type { LocalizedText } from "./localized-text.ts";

/** What may go wrong by design; this table turns each into the answer's code. */
const answerCode = {
  badInput: resultCode.badInput,
  notLoggedIn: resultCode.notLoggedIn,
  forbidden: resultCode.forbidden,
  notFound: resultCode.notFound,
  conflict: resultCode.conflict,
  refused: resultCode.refused,
  confirmationRequired: resultCode.confirmationRequired,
  warning: resultCode.warning,
  licenseExpired: resultCode.licenseExpired,
  tooLarge: resultCode.tooLarge,
  tooSlow: resultCode.tooSlow,
  busy: resultCode.busy,
} as const;

export type ErrorKind = keyof typeof answerCode;

const ownStatus: ReadonlySet<ErrorKind> = new Set(["licenseExpired", "tooLarge", "tooSlow", "busy"]);
export type FieldError = { field: string; text: LocalizedText };

/** An expected failure: a kind, a sentence for the person who asked, and the fields it is about. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly text: LocalizedText;
  readonly fields: readonly FieldError[];
  /** When to try again; null where that changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: ErrorKind,
    text: LocalizedText,
    fields: readonly FieldError[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(text.en);
    this.kind = kind;
    this.text = text;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Refusals travel in the envelope; the missing authorization, what is too large and what is too slow have statuses of their own. */
  get status(): number {
    return ownStatus.has(this.kind) ? this.code : 200;
  }

  get code(): number {
    return answerCode[this.kind];
  }
}

export function fieldError(field: string, text: LocalizedText): AppError {
  return new AppError("badInput", { en: `${field}: ${text.en}`, zh: `${field}：${text.zh}` }, [
    { field, text },
  ]);
}

export function notFound(subject: LocalizedText): AppError {
  const name = subject.en.charAt(0).toUpperCase() + subject.en.slice(1);
  return new AppError("notFound", { en: `${name} not found.`, zh: `${subject.zh}不存在。` });
}
