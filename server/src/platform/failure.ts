import { resultCode } from "@tracewater/contract/envelope";
import type { Words } from "./words.ts";

/** What may go wrong by design; this table turns each into the answer's code. */
const answerCode = {
  badInput: resultCode.badInput,
  notLoggedIn: resultCode.notLoggedIn,
  forbidden: resultCode.forbidden,
  notFound: resultCode.notFound,
  conflict: resultCode.conflict,
  refused: resultCode.refused,
  warning: resultCode.warning,
  unauthorized: resultCode.unauthorized,
  tooLarge: resultCode.tooLarge,
} as const;

export type FailureKind = keyof typeof answerCode;
export type FieldWords = { field: string; words: Words };

/** An expected failure: a kind, a sentence for the person who asked, and the fields it is about. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly words: Words;
  readonly fields: readonly FieldWords[];

  constructor(kind: FailureKind, words: Words, fields: readonly FieldWords[] = []) {
    super(words.en);
    this.kind = kind;
    this.words = words;
    this.fields = fields;
  }

  /** Refusals travel in the envelope; the missing authorization and what is too large have statuses of their own. */
  get status(): number {
    return this.kind === "unauthorized" || this.kind === "tooLarge" ? this.code : 200;
  }

  get code(): number {
    return answerCode[this.kind];
  }
}

export function badField(field: string, words: Words): Failure {
  return new Failure("badInput", { en: `${field}: ${words.en}`, zh: `${field}：${words.zh}` }, [
    { field, words },
  ]);
}

export function noSuch(thing: Words): Failure {
  return new Failure("notFound", { en: `There is no such ${thing.en}.`, zh: `${thing.zh}不存在。` });
}
