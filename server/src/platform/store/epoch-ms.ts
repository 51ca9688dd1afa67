import { type RawBuilder, sql } from "kysely";

/** A moment of the database in whole milliseconds, as the wire has it; null where it is null. */
export function epochMs(column: string): RawBuilder<number> {
  return sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}
