/* The areas that units answer for, and the catchments of the plants in scope. */
import { catchment } from "@tracewater/contract/field/catchment";
import { unitArea } from "@tracewater/contract/operations/unit-areas";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

const listed = z.array(
  z.object({
    unitId: z.number(),
    name: z.string(),
    area: catchment,
    people: z.number(),
    changedAt: z.number(),
  }),
);
const drawn = z.array(z.object({ pointId: z.number(), area: catchment, changedAt: z.number() }));

export function createUnitAreaStore(db: Db) {
  return {
    async findUnit(scope: Scope, id: number): Promise<{ id: number; name: string } | undefined> {
      const { rows } = await sql<{ id: number; name: string }>`
        select d.id, d.name from dept d where d.id = ${id} and ${inScope(scope, "d.id")}`.execute(db);
      return rows[0];
    },

    async find(unitId: number): Promise<z.infer<typeof unitArea> | null> {
      const { rows } = await sql`
        select a.area, a.people, a.square_km, ${epochMs("a.changed_at")} as changed_at, a.changed_by
        from unit_area a where a.unit_id = ${unitId}`.execute(db);
      return unitArea.nullable().parse(rows[0] ?? null);
    },

    async set(unitId: number, area: { text: string; people: number; squareKm: number; by: string }) {
      await sql`
        insert into unit_area (unit_id, area, people, square_km, changed_by)
        values (${unitId}, ${area.text}::jsonb, ${area.people}, ${area.squareKm}, ${area.by})
        on conflict (unit_id) do update set area = excluded.area, people = excluded.people,
          square_km = excluded.square_km, changed_by = excluded.changed_by, changed_at = now()`.execute(db);
    },

    async remove(unitId: number): Promise<void> {
      await sql`delete from unit_area where unit_id = ${unitId}`.execute(db);
    },

    async list(scope: Scope, limit: number) {
      const { rows } = await sql`
        select a.unit_id, d.name, a.area, a.people, ${epochMs("a.changed_at")} as changed_at
        from unit_area a join dept d on d.id = a.unit_id
        where ${inScope(scope, "a.unit_id")} order by d.name, a.unit_id limit ${limit}`.execute(db);
      return listed.parse(rows);
    },

    /** Of these points; the shares of their surfaces are worked out from them. */
    async listCatchments(pointIds: readonly number[]) {
      const { rows } = await sql`
        select c.point_id, c.area, ${epochMs("c.changed_at")} as changed_at from sampling_point_area c
        where c.point_id = any(${[...pointIds]}::int[]) order by c.point_id`.execute(db);
      return drawn.parse(rows);
    },
  };
}
