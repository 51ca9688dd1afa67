import {
  type ModelField,
  modelDraft,
  type ResourceModel,
} from "@tracewater/contract/generator/resource-model";
import type { ModelRow } from "@tracewater/contract/system/generated-modules";
import { type RawBuilder, sql } from "kysely";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

export type StoredModel = { tableId: number; origin: ModelRow["origin"]; model: ResourceModel };

/** Models of resources: what they are in `gen_table`, their fields in `gen_column`. */
export function createGeneratorStore(db: Db) {
  const matches = (keyword: string | undefined): RawBuilder<boolean> => {
    if (keyword === undefined) return sql<boolean>`true`;
    const pattern = containing(keyword);
    return sql<boolean>`(t.table_name ilike ${pattern} or t.title_en ilike ${pattern} or t.title_zh ilike ${pattern})`;
  };

  return {
    async count(keyword: string | undefined): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from gen_table t where ${matches(keyword)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async list(keyword: string | undefined, page: { limit: number; offset: number }): Promise<ModelRow[]> {
      const { rows } = await sql<ModelRow>`
        select t.id as table_id, t.table_name as "table", t.area, t.origin, t.changed_by,
          jsonb_build_object('en', t.title_en, 'zh', t.title_zh) as title,
          (select count(*)::int from gen_column c where c.table_id = t.id) as fields,
          ${epochMs("t.changed_at")} as changed_at
        from gen_table t where ${matches(keyword)}
        order by t.changed_at desc, t.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return rows;
    },

    async find(id: number): Promise<StoredModel | undefined> {
      const { rows } = await sql<{ origin: ModelRow["origin"]; model: object; fields: ModelField[] }>`
        select t.origin, t.model,
          (select coalesce(jsonb_agg(c.field order by c.position), '[]') from gen_column c where c.table_id = t.id)
            as fields
        from gen_table t where t.id = ${id}`.execute(db.withoutPlugins());
      const [found] = rows;
      if (found === undefined) return undefined;
      return {
        tableId: id,
        origin: found.origin,
        model: modelDraft.parse({ ...found.model, fields: found.fields }),
      };
    },

    /** Undefined where there is a model of this table already. */
    async add(model: ResourceModel, origin: ModelRow["origin"], by: string): Promise<number | undefined> {
      const { fields, ...rest } = model;
      const { rows } = await sql<{ id: number }>`
        with added as (
          insert into gen_table (table_name, title_en, title_zh, area, origin, model, changed_by)
          values (${model.table}, ${model.title.en}, ${model.title.zh}, ${model.area}, ${origin},
            ${JSON.stringify(rest)}::jsonb, ${by})
          on conflict (table_name) do nothing returning id),
        columns as (
          insert into gen_column (table_id, position, name, field)
          select added.id, f.position, f.field ->> 'name', f.field
          from added, jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality as f(field, position))
        select id from added`.execute(db);
      return rows[0]?.id;
    },

    /** False where another model has this table. */
    async change(id: number, model: ResourceModel, by: string): Promise<boolean> {
      const { fields, ...rest } = model;
      const change = db.transaction().execute(async (trx) => {
        await sql`update gen_table set table_name = ${model.table}, title_en = ${model.title.en},
          title_zh = ${model.title.zh}, area = ${model.area}, model = ${JSON.stringify(rest)}::jsonb,
          changed_at = now(), changed_by = ${by} where id = ${id}`.execute(trx);
        await sql`delete from gen_column where table_id = ${id}`.execute(trx);
        await sql`insert into gen_column (table_id, position, name, field)
          select ${id}::int, f.position, f.field ->> 'name', f.field
          from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality as f(field, position)`.execute(
          trx,
        );
      });
      return onUniqueViolation(
        change.then(() => true),
        () => false,
      );
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from gen_table where id = any(${[...ids]}::int[])`.execute(db);
    },
  };
}
