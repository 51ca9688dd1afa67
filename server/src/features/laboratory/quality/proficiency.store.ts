import type { QueryOf } from "@tracewater/contract/call";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import type { listProficiencyResults } from "@tracewater/contract/laboratory/proficiency-rounds";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

type Query = QueryOf<typeof listProficiencyResults>;

const stored = z.object({
  roundId: z.number().int(),
  unitId: z.number().int(),
  unitName: z.string(),
  provider: z.string(),
  round: z.string(),
  sample: z.string(),
  analyte: analyteName,
  heldOn: z.string(),
  assigned: z.string(),
  sigma: z.string(),
  assignedUncertainty: z.string().nullable(),
  value: z.string(),
  uncertainty: z.string().nullable(),
  source: z.string(),
  note: z.string(),
  madeBy: z.string(),
});
export type StoredProficiency = z.infer<typeof stored>;
export type NewProficiency = Omit<StoredProficiency, "roundId" | "unitName">;

/** Results of proficiency tests, the newest round first. */
export function createProficiencyStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<StoredProficiency[]> {
    const { rows } = await sql`
      select p.id as round_id, p.unit_id, u.name as unit_name, p.provider, p.round, p.sample, p.analyte,
        to_char(p.held_on, 'YYYY-MM-DD') as held_on, p.assigned, p.sigma, p.assigned_uncertainty, p.value, p.uncertainty,
        p.source, p.note, p.made_by
      from proficiency_result p join dept u on u.id = p.unit_id ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }
  const matching = (scope: Scope, { analyte, keyword }: Query) => {
    const parts = [inScope(scope, "p.unit_id")];
    if (analyte !== undefined) parts.push(sql<boolean>`p.analyte = ${analyte}`);
    if (keyword !== undefined) {
      const pattern = containing(keyword);
      parts.push(sql<boolean>`(p.provider ilike ${pattern} or p.round ilike ${pattern})`);
    }
    return sql.join(parts, sql` and `);
  };

  return {
    async count(scope: Scope, query: Query): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from proficiency_result p where ${matching(scope, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    list: (
      scope: Scope,
      query: Query,
      page: { limit: number; offset: number },
    ): Promise<StoredProficiency[]> =>
      read(sql`where ${matching(scope, query)}
        order by p.held_on desc, p.id desc limit ${page.limit} offset ${page.offset}`),

    async find(scope: Scope, id: number): Promise<StoredProficiency | undefined> {
      return (await read(sql`where p.id = ${id} and ${inScope(scope, "p.unit_id")} limit 1`))[0];
    },

    /** Undefined where the unit has a result of this analyte in this sample of the round. */
    async add(row: NewProficiency): Promise<number | undefined> {
      const added = await db
        .insertInto("proficiencyResult")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["unitId", "provider", "round", "sample", "analyte"]).doNothing(),
        )
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("proficiencyResult").where("id", "=", id).execute();
    },
  };
}
