import { type RawBuilder, sql } from "kysely";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import { createLastCheckStore } from "../../../platform/custody/last-check.store.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { SearchSpan } from "../../../platform/store/search-span.ts";

export type OperationFilter = {
  span: SearchSpan;
  operName: string | undefined;
  /** The calls that are meant; undefined for all. */
  calls: readonly string[] | undefined;
  thing: string | undefined;
  operIp: string | undefined;
  status: "0" | "1" | undefined;
};

export type AuditRow = { seq: number; at: string; prev: string; hash: string; record: AuditRecord };

/** How far a count goes; what is beyond is shown as more. */
export const mostCounted = 10_000;

export function createAuditStore(db: Db) {
  return {
    async list(
      scope: Scope,
      filter: OperationFilter,
      page: { limit: number; offset: number; ascending: boolean },
    ): Promise<AuditRow[]> {
      const order = sql.raw(page.ascending ? "asc" : "desc");
      // The page is found in the index alone; only its rows are read.
      const found = await sql<Found>`
        select l.seq, l.at, l.prev, l.hash, l.record from (
          select seq from audit_log where ${matching(scope, filter)}
          order by seq ${order} limit ${page.limit}::int offset ${page.offset}::int) found
        join audit_log l using (seq) order by l.seq ${order}`.execute(db);
      return found.rows.map(toRow);
    },

    /** What was done to a thing, newest first; `thing` is how its records begin. */
    async listOf(scope: Scope, thing: string, page: { limit: number; offset: number }): Promise<AuditRow[]> {
      const found = await sql<Found>`
        select seq, at, prev, hash, record from audit_log where ${ofThing(scope, thing)}
        order by seq desc limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
      return found.rows.map(toRow);
    },

    /** Exact up to `mostCounted`. */
    async countOf(scope: Scope, thing: string): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from audit_log where ${ofThing(scope, thing)} limit ${mostCounted}::int) found`.execute(
        db,
      );
      return found.rows[0]?.count ?? 0;
    },

    /** Rows by rising number, for an export. */
    async listAfter(
      scope: Scope,
      filter: OperationFilter,
      afterSeq: number,
      limit: number,
    ): Promise<AuditRow[]> {
      const found = await sql<Found>`
        select seq, at, prev, hash, record from audit_log
        where ${matching(scope, filter)} and seq > ${afterSeq}::bigint order by seq limit ${limit}::int`.execute(
        db,
      );
      return found.rows.map(toRow);
    },

    /** Exact up to `mostCounted`, one more where there are more. */
    async count(scope: Scope, filter: OperationFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from audit_log where ${matching(scope, filter)} order by seq desc limit ${mostCounted + 1}::int
        ) found`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, seq: number): Promise<AuditRow | undefined> {
      const found = await sql<Found>`
        select seq, at, prev, hash, record from audit_log
        where seq = ${seq}::bigint and ${inScope(scope, "audit_log.unit_id")}`.execute(db);
      return found.rows.map(toRow)[0];
    },

    ...createLastCheckStore(db, "auditCheck"),
  };
}

type Found = { seq: string; at: string; prev: string; hash: string; record: string };

/** A range of the index: every text that begins with these letters. */
function ofThing(scope: Scope, thing: string): RawBuilder<boolean> {
  return sql<boolean>`thing ~>=~ ${thing} and thing ~<~ ${`${thing}\uffff`}
    and ${inScope(scope, "audit_log.unit_id")}`;
}

function matching(scope: Scope, filter: OperationFilter): RawBuilder<boolean> {
  const { span, operName, calls, thing, operIp, status } = filter;
  const epochMs = (at: RawBuilder<Date>) => sql`(extract(epoch from ${at}) * 1000)::bigint`;
  const parts = [inScope(scope, "audit_log.unit_id")];
  if (span.from !== undefined) parts.push(sql`time_ms >= ${epochMs(span.from)}`);
  if (span.until !== undefined) parts.push(sql`time_ms <= ${epochMs(span.until)}`);
  if (operName !== undefined) parts.push(sql`user_name ilike ${containing(operName)}`);
  if (calls !== undefined) parts.push(sql`call = any(${[...calls]}::text[])`);
  if (thing !== undefined) parts.push(sql`thing ilike ${containing(thing)}`);
  if (operIp !== undefined) parts.push(sql`address like ${containing(operIp)}`);
  if (status !== undefined) parts.push(status === "0" ? sql`code = 200` : sql`code <> 200`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function toRow(found: Found): AuditRow {
  return { ...found, seq: Number(found.seq), record: JSON.parse(found.record) }; // written by `appendTo`
}
