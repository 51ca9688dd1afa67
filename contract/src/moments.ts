import { z } from "zod";

/** Times of the console's records: `yyyy-MM-dd HH:mm:ss` in the server's zone. */
export const dateTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** Times of devices: epoch milliseconds. */
export const epochMs = z.number().int();

/** Until the year 2286: what is still a date in JavaScript and in the database. */
export const latestEpochMs = 9_999_999_999_999;

/** The same in a body. */
export const epochMsInBody = epochMs.min(0).max(latestEpochMs);

/** An epoch from outside: 10 digits are taken as seconds. */
export const epochInput = z.coerce.number().int().min(0).max(latestEpochMs).transform(epochOf);

export function epochOf(value: number): number {
  return value >= 1_000_000_000 && value <= 9_999_999_999 ? value * 1000 : value;
}
