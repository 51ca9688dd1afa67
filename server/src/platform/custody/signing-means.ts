import type { PasskeySigned } from "@tracewater/custody/personal-signature";

/** What a caller can sign with, in this one request. */
export type SigningMeans =
  /** A passkey was shown over a challenge; it signs the event that has this challenge and no other. */
  | { kind: "shown"; challenge: string; askedAt: number; signed: PasskeySigned }
  /** They have a passkey and did not show it yet: they are asked now. */
  | { kind: "demanded"; askedAt: number }
  /** They have none: the platform attests who acted, and by what they showed who they are. */
  | { kind: "attested"; factor: string; isConfirmed: boolean };

/**
 * The moment at which the measurement of an event ends. A person with a passkey signs what was measured when they were
 * asked; measured again after they signed, it would no longer match their signature.
 */
export function momentOfSigning(signing: SigningMeans | undefined, now: number): number {
  return signing === undefined || signing.kind === "attested" ? now : signing.askedAt;
}
