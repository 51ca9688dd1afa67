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
  signatureRequired: resultCode.signatureRequired,
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
  /** What the answer gives along: what to sign. */
  readonly data: object | null;
  /** When to try again; null where that changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: ErrorKind,
    text: LocalizedText,
    fields: readonly FieldError[] = [],
    retryAfterSeconds: number | null = null,
    data: object | null = null,
  ) {
    super(text.en);
    this.kind = kind;
    this.text = text;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.data = data;
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

/** Of a rule or a webhook whose name another one has. */
export function nameExists(): AppError {
  const text = { en: "this name is already in use", zh: "该名称已被使用" };
  return new AppError("conflict", { en: "This name is already in use.", zh: "该名称已被使用。" }, [
    { field: "name", text },
  ]);
}

/** Of values in versions, where somebody activated one meanwhile. */
export function newerVersion(): AppError {
  return new AppError("conflict", {
    en: "A newer version is in effect. Review it, then enter your version again.",
    zh: "已有更新的版本生效，请先查看该版本，再重新填写。",
  });
}

export function tooManyRequests(): AppError {
  return new AppError(
    "busy",
    { en: "Too many requests. Try again in a few seconds.", zh: "请求过于频繁，请稍后重试。" },
    [],
    5,
  );
}
