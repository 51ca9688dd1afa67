import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import { readAuditRecord } from "../../../platform/audit/read-record.ts";
import { createLastCheckStore } from "../../../platform/custody/last-check.store.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type OperationFilter = {
  span: TimeSpan;
  operName: string | undefined;
  /** The calls that are meant; undefined for all. */
  calls: readonly string[] | undefined;
  thing: string | undefined;
  operIp: string | undefined;
  status: "0" | "1" | undefined;
};

export type AuditRow = { seq: number; at: string; prev: string; hash: string; record: AuditRecord };

/** How far a count goes; what is beyond is shown as more. */
export const maxCounted = 10_000;

export function createAuditStore(db: Db) {
  /** The newest that are counted, in another order: no index holds it, so no more are looked at. */
  async function listSorted(
    scope: Scope,
    filter: OperationFilter,
    page: { limit: number; offset: number },
    order: { by: "userName" | "cost"; ascending: boolean },
  ): Promise<AuditRow[]> {
    const way = sql.raw(order.ascending ? "asc" : "desc");
    const value = order.by === "cost" ? sql`((l.record::jsonb) ->> 'cost')::numeric` : sql`found.user_name`;
    const found = await sql<Found>`
      select l.seq, l.at, l.prev, l.hash, l.record from (
        select seq, user_name from audit_log where ${matching(scope, filter)}
        order by seq desc limit ${maxCounted}::int) found
      join audit_log l using (seq)
      order by ${value} ${way}, l.seq desc limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
    return found.rows.map(toRow);
  }

  return {
    async list(
      scope: Scope,
      filter: OperationFilter,
      page: { limit: number; offset: number },
      order: { by: "seq" | "userName" | "cost"; ascending: boolean },
    ): Promise<AuditRow[]> {
      const { by, ascending } = order;
      if (by !== "seq") return listSorted(scope, filter, page, { by, ascending });
      const way = sql.raw(ascending ? "asc" : "desc");
      // The page is found in the index alone; only its rows are read.
      const found = await sql<Found>`
        select l.seq, l.at, l.prev, l.hash, l.record from (
          select seq from audit_log where ${matching(scope, filter)}
          order by seq ${way} limit ${page.limit}::int offset ${page.offset}::int) found
        join audit_log l using (seq) order by l.seq ${way}`.execute(db);
      return found.rows.map(toRow);
    },

    /** What was done to a thing, newest first; `begins` is how its records begin. */
    async listOf(scope: Scope, of: OfSubject, page: { limit: number; offset: number }): Promise<AuditRow[]> {
      const found = await sql<Found>`
        select seq, at, prev, hash, record from audit_log where ${ofSubject(scope, of)}
        order by seq desc limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
      return found.rows.map(toRow);
    },

    /** Exact up to `maxCounted`. */
    async countOf(scope: Scope, of: OfSubject): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from audit_log where ${ofSubject(scope, of)} limit ${maxCounted}::int) found`.execute(db);
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

    /** Exact up to `maxCounted`, one more where there are more. */
    async count(scope: Scope, filter: OperationFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from audit_log where ${matching(scope, filter)} order by seq desc limit ${maxCounted + 1}::int
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

type OfSubject = { begins: string; span: TimeSpan; by?: "app" | "platform" | undefined };

type Found = { seq: string; at: string; prev: string; hash: string; record: string };

/** By APP users, or by everybody else. */
function doneBy(by: "app" | "platform"): RawBuilder<boolean> {
  const isApp = sql<boolean>`exists (select from sys_user a where a.app_user and a.user_name = audit_log.user_name)`;
  return by === "app" ? isApp : sql<boolean>`not ${isApp}`;
}

/** A range of the index: every text that begins with these letters. */
function ofSubject(scope: Scope, { begins, span, by }: OfSubject): RawBuilder<boolean> {
  const parts = [
    sql`thing ~>=~ ${begins} and thing ~<~ ${`${begins}\uffff`}`,
    inScope(scope, "audit_log.unit_id"),
    ...during(span),
    ...(by === undefined ? [] : [doneBy(by)]),
  ];
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function during(span: TimeSpan): RawBuilder<unknown>[] {
  return [
    ...(span.beginTime === undefined ? [] : [sql`time_ms >= ${span.beginTime}::bigint`]),
    ...(span.endTime === undefined ? [] : [sql`time_ms <= ${span.endTime}::bigint`]),
  ];
}

function matching(scope: Scope, filter: OperationFilter): RawBuilder<boolean> {
  const { span, operName, calls, thing: subject, operIp, status } = filter;
  const parts = [inScope(scope, "audit_log.unit_id"), ...during(span)];
  if (operName !== undefined) parts.push(sql`user_name ilike ${containing(operName)}`);
  if (calls !== undefined) parts.push(sql`call = any(${[...calls]}::text[])`);
  if (subject !== undefined) parts.push(sql`thing ilike ${containing(subject)}`);
  if (operIp !== undefined) parts.push(sql`address like ${containing(operIp)}`);
  if (status !== undefined) parts.push(status === "0" ? sql`code = 200` : sql`code <> 200`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function toRow(found: Found): AuditRow {
  return { ...found, seq: Number(found.seq), record: readAuditRecord(found.record) };
}
