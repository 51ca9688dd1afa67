import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type Unit, units } from "@tracewater/contract/system/units";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { FirstLicence } from "../licences/licence.service.ts";

export type UnitQuery = QueryOf<typeof units.calls.list>;
export type UnitBody = BodyOf<typeof units.calls.add>;

const rows = z.array(units.row);
/** So long before its end an authorization is shown as ending. */
const endsSoonDays = 30;
const byId = (table: string) => sql.ref(`${table}.id`);

/** In one join of all, never by a look for each department: where all are in one of them that look reads everything. */
const countBelow = (table: string, unit: string, isHeld: RawBuilder<unknown>) =>
  sql`select below.root, count(*)::int as count from below join ${sql.table(table)} held on ${sql.ref(`held.${unit}`)} = below.id
    where ${isHeld} group by below.root`;

export function createUnitStore(db: Db) {
  const matches = (scope: Scope, query: UnitQuery) =>
    sql<boolean>`dept.parent_id is null and ${inScope(scope, "dept.id")} and ${matchingRows(units, scope, query)}`;

  /** The asked units first, then everything below them is counted in one sweep: a statement for a page, not for a row. */
  async function read(
    asked: RawBuilder<boolean>,
    order: (table: string) => RawBuilder<unknown>,
    page: { limit: number; offset: number },
    today: string,
  ): Promise<Unit[]> {
    const found = await sql`
      with recursive asked as (select * from dept where ${asked} order by ${order("dept")}
        limit ${page.limit} offset ${page.offset}),
      below(root, id) as (
        select id, id from asked union all select below.root, d.id from dept d join below on d.parent_id = below.id
      ), departments as (select root, count(*)::int - 1 as count from below group by root),
      members as (${countBelow("sys_user", "dept_id", sql`held.deleted_at is null`)}),
      devices as (${countBelow("device", "unit_id", sql`held.retired_at is null`)}),
      points as (${countBelow("sampling_point", "unit_id", sql`true`)})
      select asked.id as dept_id, asked.name, asked.credit_code, asked.leader, asked.phone, asked.email, asked.address,
        asked.remark, asked.order_num, asked.status, held.most_devices, held.most_users,
        to_char(held.valid_until, 'YYYY-MM-DD') as licence_until,
        case when held.id is null then 'none' when held.valid_until - ${today}::date <= ${endsSoonDays}::int then 'ends'
          else 'valid' end as licence,
        departments.count as departments, coalesce(members.count, 0) as members, coalesce(devices.count, 0) as devices,
        coalesce(points.count, 0) as points
      from asked join departments on departments.root = asked.id left join members on members.root = asked.id
      left join devices on devices.root = asked.id left join points on points.root = asked.id
      left join lateral (select l.* from licence l where l.unit_id = asked.id and l.entered_at is not null
        and l.withdrawn_at is null and ${today}::date between l.valid_from and l.valid_until
        order by l.entered_at desc, l.id desc limit 1) held on true
      order by ${order("asked")}`.execute(db);
    return rows.parse(found.rows);
  }

  return {
    async list(
      scope: Scope,
      query: UnitQuery,
      page: { limit: number; offset: number },
      today: string,
    ): Promise<Unit[]> {
      const column = columnOf(query.orderByColumn ?? "orderNum");
      const way = query.isAsc === "desc" ? sql`desc` : sql`asc`;
      const order = (table: string) =>
        sql`${sql.ref(`${table}.${column}`)} ${way}, ${sql.ref(`${table}.id`)}`;
      return read(matches(scope, query), order, page, today);
    },

    async listAfter(
      scope: Scope,
      query: UnitQuery,
      afterId: number,
      limit: number,
      today: string,
    ): Promise<Unit[]> {
      const asked = sql<boolean>`${matches(scope, query)} and dept.id > ${afterId}`;
      return read(asked, byId, { limit, offset: 0 }, today);
    },

    async find(scope: Scope, id: number, today: string): Promise<Unit | undefined> {
      const asked = sql<boolean>`dept.id = ${id} and dept.parent_id is null and ${inScope(scope, "dept.id")}`;
      return (await read(asked, byId, { limit: 1, offset: 0 }, today))[0];
    },

    async count(scope: Scope, query: UnitQuery): Promise<number> {
      const counted = await db
        .selectFrom("dept")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matches(scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    /** Adds many at once, each with its authorization; those whose name is taken are left alone, or written where asked. */
    async storeRows(
      given: readonly UnitBody[],
      update: readonly string[] | null,
      licence: FirstLicence,
    ): Promise<Map<string, "added" | "updated">> {
      const names = Object.keys(units.fields).map((name) => sql.ref(columnOf(name)));
      const sets = (update ?? []).map((name) => {
        const column = sql.ref(columnOf(name));
        return sql`${column} = ${sql.ref(`excluded.${columnOf(name)}`)}`;
      });
      const conflict =
        update === null
          ? sql`do nothing`
          : sql`(name) where parent_id is null do update set ${sql.join(sets)}`;
      const records = JSON.stringify(
        given.map((one) =>
          Object.fromEntries(Object.entries(one).map(([name, value]) => [columnOf(name), value])),
        ),
      );
      const stored = await sql<{ name: string; added: boolean }>`
        with stored as (
          insert into dept (${sql.join(names)})
          select ${sql.join(names)} from jsonb_populate_recordset(null::dept, ${records}::jsonb)
          on conflict ${conflict} returning id, name, xmax = 0 as added
        ), licensed as (
          insert into licence (unit_id, valid_from, valid_until, most_devices, most_users, issued_by, issued_by_name,
            issued_at, entered_at)
          select id, ${licence.validFrom}::date, ${licence.validUntil}::date, ${licence.mostDevices}::int,
            ${licence.mostUsers}::int, ${licence.issuedBy}::int, ${licence.issuedByName}, ${licence.at}::timestamptz,
            ${licence.at}::timestamptz
          from stored where added
        ) select name, added from stored`.execute(db);
      return new Map(stored.rows.map((row) => [row.name, row.added ? "added" : "updated"]));
    },
  };
}
