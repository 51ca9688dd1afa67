import { type TableFacts, tableFacts } from "@tracewater/contract/generator/table-facts";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/**
 * What the catalog says of the platform's own tables: columns, comments, checks, unique indexes and references. Never
 * a row, never another schema.
 */
export function createCatalogStore(db: Db) {
  const plain = db.withoutPlugins();
  const own = sql`c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'`;

  return {
    async listTables(limit: number): Promise<{ table: string; comment: string | null; columns: number }[]> {
      const { rows } = await sql<{ table: string; comment: string | null; columns: number }>`
        select c.relname as "table", obj_description(c.oid, 'pg_class') as comment,
          (select count(*)::int from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
            as columns
        from pg_class c where ${own} order by c.relname limit ${limit}`.execute(plain);
      return rows;
    },

    async findTable(table: string): Promise<TableFacts | undefined> {
      const { rows } = await sql<Record<string, unknown>>`
        select c.relname as "table", obj_description(c.oid, 'pg_class') as comment,
          (select jsonb_agg(jsonb_build_object(
              'name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
              'initial', pg_get_expr(d.adbin, d.adrelid), 'isIdentity', a.attidentity <> '',
              'comment', col_description(c.oid, a.attnum),
              'references', (select r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1))
              order by a.attnum)
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
          (select coalesce(jsonb_agg(pg_get_expr(k.conbin, k.conrelid) order by k.conname), '[]')
            from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks,
          (select coalesce(jsonb_agg(found.names order by found.names), '[]') from (
            select (select jsonb_agg(a.attname order by at.place) from unnest(i.indkey) with ordinality at(number, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = at.number) as names
            from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary
              and i.indexprs is null and i.indpred is null) found) as uniques
        from pg_class c where ${own} and c.relname = ${table}`.execute(plain);
      return rows[0] === undefined ? undefined : tableFacts.parse(rows[0]);
    },
  };
}
