import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type RawBuilder, sql } from "kysely";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import type { RowEnding } from "../../../platform/resource/resource-service.ts";
import { systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";

type Query = Readonly<Record<string, unknown>>;

/**
 * Rows of a resource that belongs to no unit. `columns` are all that is read, under the names of the fields; `joins`
 * what they need besides the table.
 */
export function createSharedListStore(
  db: Db,
  resource: AnyResource,
  read: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
) {
  const table = sql.ref(resource.table);
  const id = sql.ref(`${resource.table}.id`);
  const unique = columnOf(resource.unique);
  const names = Object.keys(resource.fields);
  const matches = (query: Query) => matchingRows(resource, systemScope, query);
  const toRecords = (rows: readonly object[]) =>
    JSON.stringify(
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
      ),
    );
  const columns = sql.join(names.map((name) => sql.ref(columnOf(name))));

  async function select(rest: RawBuilder<unknown>): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<Record<string, unknown>>`
      select ${read.columns} from ${table} ${read.joins} ${rest}`.execute(db);
    return rows;
  }

  return {
    list(query: Query, page: { limit: number; offset: number }) {
      const { orderByColumn, isAsc } = query;
      const column = sql.ref(
        `${resource.table}.${columnOf(typeof orderByColumn === "string" ? orderByColumn : "id")}`,
      );
      const isRising = typeof orderByColumn === "string" && isAsc !== "desc";
      return select(sql`where ${matches(query)} order by ${column} ${isRising ? sql`asc` : sql`desc`}, ${id} desc
        limit ${page.limit} offset ${page.offset}`);
    },

    listAfter: (query: Query, afterId: number, limit: number) =>
      select(sql`where ${matches(query)} and ${id} > ${afterId} order by ${id} limit ${limit}`),

    async count(query: Query): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${table} where ${matches(query)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async find(one: number) {
      return (await select(sql`where ${id} = ${one} limit 1`))[0];
    },

    /** Undefined where the unique field is taken. */
    async add(row: object): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into ${table} (${columns}) select ${columns} from
          jsonb_populate_recordset(null::${table}, ${toRecords([row])}::jsonb)
        on conflict (${sql.ref(unique)}) do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** False where the unique field is taken. */
    change(one: number, row: object): Promise<boolean> {
      const sets = names.map((name) => sql`${sql.ref(columnOf(name))} = given.${sql.ref(columnOf(name))}`);
      const changed = sql`
        update ${table} set ${sql.join(sets)}
        from jsonb_populate_recordset(null::${table}, ${toRecords([row])}::jsonb) given
        where ${id} = ${one}`.execute(db);
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from ${table} where id = any(${[...ids]}::int[])`.execute(db);
    },

    async storeRows(
      rows: readonly object[],
      update: readonly string[] | null,
    ): Promise<Map<string, RowEnding>> {
      const sets = (update ?? []).map((name) => {
        const column = sql.ref(columnOf(name));
        return sql`${column} = ${sql.ref(`excluded.${columnOf(name)}`)}`;
      });
      const conflict = update === null ? sql`do nothing` : sql`do update set ${sql.join(sets)}`;
      const stored = await sql<{ key: string; added: boolean }>`
        insert into ${table} (${columns}) select ${columns} from
          jsonb_populate_recordset(null::${table}, ${toRecords(rows)}::jsonb)
        on conflict (${sql.ref(unique)}) ${conflict} returning ${sql.ref(unique)} as key, xmax = 0 as added`.execute(
        db,
      );
      return new Map(
        stored.rows.map((row) => [row.key, row.added ? ("added" as const) : ("updated" as const)]),
      );
    },
  };
}
