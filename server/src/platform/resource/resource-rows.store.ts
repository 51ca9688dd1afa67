/*
 * The SQL of a resource: its table with what is read alongside it, by its declaration, within the caller's scope. One
 * that needs more writes its own statements.
 */
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Scope } from "../scope.ts";
import { onUniqueViolation } from "../store/constraint-errors.ts";
import type { Db } from "../store/database.ts";
import { nameOf } from "./import-rows.ts";
import { columnOf, matchingRows } from "./matching-rows.ts";

type Query = Readonly<Record<string, unknown>>;
type Sorted = { orderByColumn?: string | undefined; isAsc?: "asc" | "desc" | undefined };
type Body = Readonly<Record<string, unknown>>;

export function createResourceRows<Row>(
  db: Db,
  options: {
    resource: AnyResource & { row: z.ZodType<Row> };
    /** What the table does not have as a column, or not as it is shown, by its name in the row. */
    shown: Readonly<Record<string, RawBuilder<unknown>>>;
    /** The joins that `shown` reads; none of them may give a row twice. */
    joined?: RawBuilder<unknown>;
    /** The order of a list that nobody asked another one of. */
    order: readonly string[];
  },
) {
  const { resource, joined = sql`` } = options;
  const rows = z.array(resource.row);
  const table = sql.table(resource.table);
  const column = (name: string) => sql.ref(`${resource.table}.${columnOf(name)}`);
  const fields = Object.keys(resource.fields);
  const columns = sql.join(fields.map((name) => sql.ref(columnOf(name))));
  const known = [resource.within, resource.unique].flatMap((name) => (name === undefined ? [] : [name]));
  const conflict = sql.join(known.map((name) => sql.ref(columnOf(name))));
  const select = sql.join([
    sql`${column("id")} as ${sql.ref(columnOf(resource.key))}`,
    ...fields.filter((name) => !(name in options.shown)).map(column),
    ...Object.entries(options.shown).map(([name, value]) => sql`${value} as ${sql.ref(columnOf(name))}`),
  ]);
  const reached = (scope: Scope) => matchingRows(resource, scope, {});

  async function read(rest: RawBuilder<unknown>): Promise<Row[]> {
    return rows.parse((await sql`select ${select} from ${table} ${joined} ${rest}`.execute(db)).rows);
  }

  return {
    async count(scope: Scope, query: Query): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from ${table} where ${matchingRows(resource, scope, query, options.shown)}`.execute(
        db,
      );
      return counted.rows[0]?.count ?? 0;
    },

    async list(scope: Scope, query: Query & Sorted, page: { limit: number; offset: number }): Promise<Row[]> {
      const names = query.orderByColumn === undefined ? options.order : [query.orderByColumn];
      const direction = query.isAsc === "desc" ? sql`desc nulls last` : sql`asc`;
      const order = sql.join([...names.map((name) => sql`${column(name)} ${direction}`), column("id")]);
      return read(sql`where ${matchingRows(resource, scope, query, options.shown)} order by ${order}
                      limit ${page.limit} offset ${page.offset}`);
    },

    async listAfter(scope: Scope, query: Query, afterId: number, limit: number): Promise<Row[]> {
      return read(sql`where ${matchingRows(resource, scope, query, options.shown)} and ${column("id")} > ${afterId}
                      order by ${column("id")} limit ${limit}`);
    },

    async find(scope: Scope, id: number): Promise<Row | undefined> {
      return (await read(sql`where ${column("id")} = ${id} and ${reached(scope)} limit 1`))[0];
    },

    /** Undefined where its name is taken, by whomever. */
    async add(body: Body): Promise<number | undefined> {
      const added = await sql<{ id: number }>`
        insert into ${table} (${columns}) values (${sql.join(fields.map((name) => body[name]))})
        on conflict (${conflict}) do nothing returning id`.execute(db);
      return added.rows[0]?.id;
    },

    /** False where its name is taken. */
    async change(scope: Scope, id: number, body: Body): Promise<boolean> {
      const sets = sql.join(fields.map((name) => sql`${sql.ref(columnOf(name))} = ${body[name]}`));
      const change = sql`update ${table} set ${sets} where id = ${id} and ${reached(scope)}`.execute(db);
      return onUniqueViolation(
        change.then(() => true),
        () => false,
      );
    },

    async remove(scope: Scope, ids: readonly number[]): Promise<void> {
      await sql`delete from ${table} where id = any(${[...ids]}::int[]) and ${reached(scope)}`.execute(db);
    },

    /** Adds many at once; those whose name is taken are left alone, or get the named fields where they are in scope. */
    async storeRows(
      scope: Scope,
      bodies: readonly Body[],
      update: readonly string[] | null,
    ): Promise<Map<string, "added" | "updated">> {
      const records = bodies.map((body) =>
        Object.fromEntries(fields.map((name) => [columnOf(name), body[name] ?? null])),
      );
      const sets = (update ?? []).map((name) => {
        const one = columnOf(name);
        return sql`${sql.ref(one)} = ${sql.ref(`excluded.${one}`)}`;
      });
      const ending =
        update === null ? sql`do nothing` : sql`do update set ${sql.join(sets)} where ${reached(scope)}`;
      const stored = await sql<Record<string, unknown> & { added: boolean }>`
        insert into ${table} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb)
        on conflict (${conflict}) ${ending}
        returning ${sql.join(known.map(column))}, xmax = 0 as added`.execute(db);
      return new Map(stored.rows.map((row) => [nameOf(resource, row), row.added ? "added" : "updated"]));
    },
  };
}

/** A moment as the family prints it, in the server's zone. */
export function printed(column: string, zone: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
}
