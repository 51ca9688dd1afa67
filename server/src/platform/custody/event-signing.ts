/*
 * How a person signs the custody events that they answer for. What they sign is known only where the event is appended,
 * under the locks of its transaction: there it is compared with what was shown, or its challenge is given back.
 */
import type { Assertion } from "@tracewater/contract/system/passkeys";
import type { Json } from "@tracewater/custody/canonical";
import {
  asksForSignature,
  challengeOf,
  isPersonallySigned,
  type Signed,
} from "@tracewater/custody/personal-signature";
import { AppError } from "../app-error.ts";
import type { Caller } from "../caller.ts";
import { confirmationRequired } from "../confirmation.ts";

/** The event needs the signature of a passkey over this challenge; nothing was written. */
export class SignatureNeeded extends Error {
  readonly challenge: string;

  constructor(challenge: string) {
    super("the event has to be signed");
    this.challenge = challenge;
  }
}

type RecordMembers = { readonly [name: string]: Json };

/** Lets a person sign what a call does: with their passkey where they have one, else by the platform's word. */
export type PersonalSigning = {
  /**
   * Does the act as this caller. What has to be signed and is not leaves nothing written, and the answer says what to
   * sign; the same call with the signature does it.
   */
  sign<T>(
    caller: Caller,
    asked: { act: string; signature: Assertion | undefined },
    act: (signer: Caller) => Promise<T>,
  ): Promise<T>;
};

/** The caller's signature over a statement. Throws where it is not signed rightly, or nothing was confirmed. */
export function signStatement({ signing }: Pick<Caller, "signing">, statement: RecordMembers): Signed {
  if (signing === undefined) throw new Error("a statement was signed without its person's means to sign");
  if (signing.kind === "demanded") throw new SignatureNeeded(challengeOf(statement));
  if (signing.kind === "attested") {
    if (!signing.isConfirmed) throw confirmationRequired;
    return { by: "platform", factor: signing.factor };
  }
  if (signing.challenge !== challengeOf(statement)) throw changedMeanwhile;
  // What a reader of the file will find, found here: a record with a wrong signature is never chained.
  if (!isPersonallySigned(statement, signing.signed))
    throw new Error("a signature does not verify as files verify it");
  return signing.signed;
}

/** The record as it is appended: signed where it asks for that. Throws where it is not signed rightly. */
export function signRecord(caller: Pick<Caller, "signing">, record: RecordMembers): RecordMembers {
  return asksForSignature(record) ? { ...record, signed: { ...signStatement(caller, record) } } : record;
}

const changedMeanwhile = new AppError("conflict", {
  en: "What you signed is not what would be recorded now: it was changed meanwhile. Check it and sign again.",
  zh: "签名内容与当前将登记的内容不一致（期间已有变动），请核对后重新签名。",
});
