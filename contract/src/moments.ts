import { z } from "zod";

/** Times of the console's records: `yyyy-MM-dd HH:mm:ss` in the server's zone. */
export const dateTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** Times of devices: epoch milliseconds. */
export const epochMs = z.number().int();

/** An epoch from outside: 10 digits are taken as seconds. */
export const epochInput = z.coerce
  .number()
  .int()
  .min(0)
  .max(9_999_999_999_999)
  .transform((value) => (value >= 1_000_000_000 && value <= 9_999_999_999 ? value * 1000 : value));
