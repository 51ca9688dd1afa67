import { z } from "zod";

/** By which way a session was opened: `code` is a code by mail or text, `setup` the first administrator's. */
export const wayIn = z.enum(["password", "passkey", "sso", "qr", "code", "setup"]);
export type WayIn = z.infer<typeof wayIn>;

/**
 * What was shown besides: a code of the authenticator app, a recovery code, a passkey (which counts as both factors
 * because it verifies its user), or what the identity provider reports of itself.
 */
export const secondFactor = z.enum(["none", "totp", "recovery", "passkey", "provider"]);
export type SecondFactor = z.infer<typeof secondFactor>;

/** What a role asks of its holders' sessions: nothing, any second factor, or a passkey. */
export const requiredFactor = z.enum(["none", "any", "passkey"]);
export type RequiredFactor = z.infer<typeof requiredFactor>;
