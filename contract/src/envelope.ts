import { z } from "zod";

/** Result codes in the envelope `{code, msg}`; the HTTP status is 200 for all of them. */
export const resultCode = {
  success: 200,
  badInput: 400,
  notLoggedIn: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  refused: 500,
  /** The user has to confirm who they are first: see `confirmIdentity`. */
  confirmationRequired: 428,
  /** The user has to sign with their passkey: `data` is what to ask the browser for; the call is made again with `signature`. */
  signatureRequired: 427,
  warning: 601,
  /** The one code of this list that is the HTTP status as well: the unit needs an authorization code. */
  licenseExpired: 444,
  /** The HTTP status as well: more bytes than may be sent. */
  tooLarge: 413,
  /** The HTTP status as well: the request did not arrive in time. */
  tooSlow: 408,
  /** The HTTP status as well (RFC 6585): too much of it at once; `retry-after` says when to try again. */
  busy: 429,
} as const;

export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** Every answer; `errors` name the fields of a bad input, `requestId` finds the line in the server's log. */
export const envelope = z.looseObject({
  code: z.number(),
  msg: z.string(),
  errors: z.array(fieldError).optional(),
  requestId: z.string().optional(),
});

/** One thing. */
export function data<T extends z.ZodType>(schema: T) {
  return z.object({ data: schema });
}

/** A page of a list. */
export function page<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), total: z.number().int() });
}

/** Flags travel as the strings "0" and "1". */
export const flag = z.enum(["0", "1"]);

/** The largest integer of a database column of ids, versions and counts (int4). */
export const largestId = 2_147_483_647;

/** A number in the path or in a query string; bounded so that it always fits the database. */
export const id = z.coerce.number().int().min(1).max(largestId);

/** The same in a body, where a number is one already. */
export const idInBody = z.number().int().min(1).max(largestId);
