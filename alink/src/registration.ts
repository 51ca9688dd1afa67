import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { digestOf } from "./credentials.ts";

/** What a device sends that asks for its first secret (`POST /auth/register/device`, form-urlencoded). */
export const registrationForm = z.object({
  productKey: z.string().min(1).max(64),
  deviceName: z.string().min(1).max(64),
  random: z.string().min(1).max(128),
  sign: z.string().min(1).max(128),
  signMethod: z.string().max(20).default("hmacsha1"),
});

export type RegistrationForm = z.infer<typeof registrationForm>;

/** HMAC with the product's secret over `deviceName{dn}productKey{pk}random{r}`; null for a method that is none. */
export function signRegistration(
  form: Pick<RegistrationForm, "productKey" | "deviceName" | "random" | "signMethod">,
  productSecret: string,
): string | null {
  const digest = digestOf(form.signMethod);
  if (digest === undefined) return null;
  const text = `deviceName${form.deviceName}productKey${form.productKey}random${form.random}`;
  return createHmac(digest, productSecret).update(text).digest("hex");
}

/** In constant time, and whatever the case of its letters. */
export function isRegistrationSigned(form: RegistrationForm, productSecret: string): boolean {
  const expected = signRegistration(form, productSecret);
  if (expected === null) return false;
  const given = Buffer.from(form.sign.toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
