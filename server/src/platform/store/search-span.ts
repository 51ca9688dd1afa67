import type { DaySpan, TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";

/** What a search's span asks of a column of instants; nothing where it is open. */
export function inSpan(
  column: RawBuilder<unknown>,
  query: { [K in keyof TimeSpan]: unknown },
): RawBuilder<boolean>[] {
  const { beginTime, endTime } = query;
  return [
    ...(typeof beginTime === "number" ? [sql<boolean>`${column} >= ${new Date(beginTime)}`] : []),
    ...(typeof endTime === "number" ? [sql<boolean>`${column} <= ${new Date(endTime)}`] : []),
  ];
}

/** The same as one condition, with others beside it. */
export function isWithin(
  column: RawBuilder<unknown>,
  span: TimeSpan,
  ...others: readonly RawBuilder<unknown>[]
): RawBuilder<boolean> {
  const parts = [...others, ...inSpan(column, span)];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** The same of a column of days. */
export function inDays(column: RawBuilder<unknown>, { beginTime, endTime }: DaySpan): RawBuilder<boolean>[] {
  return [
    ...(beginTime === undefined ? [] : [sql<boolean>`${column} >= ${beginTime}::date`]),
    ...(endTime === undefined ? [] : [sql<boolean>`${column} <= ${endTime}::date`]),
  ];
}
