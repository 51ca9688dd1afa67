import { Secret, TOTP } from "otpauth";

/** What every authenticator app reads: SHA-1, 30 seconds, 6 digits (RFC 6238); a code before and one after are taken. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const window = 1;

/** 20 random bytes in base32, as long as the hash (RFC 4226, 4). */
export function makeAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the app reads from the picture. */
export function appUri(secret: string, issuer: string, userName: string): string {
  return new TOTP({ ...form, issuer, label: userName, secret }).toString();
}

/** The 30 seconds since 1970 that a code belongs to; null where it is none of this secret now. */
export function findStep(secret: string, code: string, nowMs: number): number | null {
  const totp = new TOTP({ ...form, secret });
  const delta = totp.validate({ token: code, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / 1000 / form.period) + delta;
}
