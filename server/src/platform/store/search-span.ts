import { spanOf } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { badField } from "../failure.ts";

/** The ends of a search's span as instants of the store; undefined where it is open. */
export type SearchSpan = { from: RawBuilder<Date> | undefined; until: RawBuilder<Date> | undefined };

/** Reads `beginTime` and `endTime` as times of the server's zone; what is no time is refused by its field. */
export function searchSpan(query: Parameters<typeof spanOf>[0], zone: string): SearchSpan {
  const { from, until } = spanOf(query);
  return { from: instantOf("beginTime", from, zone), until: instantOf("endTime", until, zone) };
}

function instantOf(field: string, text: string | null, zone: string): RawBuilder<Date> | undefined {
  if (text === null) return undefined;
  const day = text.slice(0, 10);
  const read = new Date(`${day}T${text.slice(11, 19) || "00:00:00"}Z`);
  // A day that the month does not have reads as one of the next.
  if (
    Number.isNaN(read.getTime()) ||
    read.toISOString().slice(0, 10) !== day ||
    read.getUTCFullYear() < 1900
  ) {
    throw badField(field, { en: "there is no such time", zh: "时间不存在" });
  }
  return sql<Date>`(${text}::timestamp at time zone ${zone}::text)`;
}
