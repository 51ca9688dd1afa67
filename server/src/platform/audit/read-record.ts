import type { Json } from "@tracewater/custody/canonical";
import { z } from "zod";
import type { AuditRecord } from "./audit-record.ts";

const text = z.string().catch("");
const whole = z.number().int().catch(0);
const named = z.object({ id: whole, name: text });
const json = z.custom<Json>((value) => value !== undefined).catch(null);
const change = z.object({ kind: text, id: text, name: text, before: json, after: json });
const unreadable = { en: "Unreadable record", zh: "无法读取的记录" };

/** Every part has a value to show where the stored one is missing or of another kind. */
const stored = z.object({
  id: text,
  time: whole,
  user: named.extend({ nick: text }).nullable().catch(null),
  unit: named.nullable().catch(null),
  unitId: z.number().int().nullable().catch(null),
  via: z
    .object({ kind: z.enum(["session", "key"]), id: text, name: text })
    .nullable()
    .catch(null),
  address: text,
  agent: text,
  call: text,
  method: text,
  path: text,
  title: z.object({ en: z.string(), zh: z.string() }).catch(unreadable),
  thing: text,
  changes: z.array(change).catch([]),
  input: z.object({ params: json, query: json, body: json }).catch({ params: null, query: null, body: null }),
  code: whole,
  message: text,
  cost: whole,
}) satisfies z.ZodType<AuditRecord>;

/**
 * A record of the audit log as it is stored, anyone who wrote it and with whichever version: what cannot be read is
 * left empty, so that one damaged record never hides the others. The chain, not this reader, says whether a record
 * was changed.
 */
export function readAuditRecord(recordText: string): AuditRecord {
  return stored.parse(parseObject(recordText));
}

function parseObject(recordText: string): object {
  try {
    const value: unknown = JSON.parse(recordText);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
