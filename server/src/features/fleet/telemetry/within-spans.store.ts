import { type RawBuilder, sql } from "kysely";
import type { Span } from "../devices/device-reach.service.ts";

/** The condition that a time lies in one of the spans; in none where there is none. */
export function withinSpans(column: string, spans: readonly Span[]): RawBuilder<boolean> {
  if (spans.length === 0) return sql<boolean>`false`;
  const each = spans.map(({ begin, end }) => {
    const from = begin === null ? sql`true` : sql`${sql.ref(column)} >= ${begin}`;
    return end === null ? from : sql`${from} and ${sql.ref(column)} <= ${end}`;
  });
  return sql<boolean>`((${sql.join(each, sql`) or (`)}))`;
}
