import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

export type MethodKey = { unitId: number; analyte: AnalyteName; method: string; instrument: string };

const inForce = z.object({
  within: z.number(),
  bias: z.number(),
  reference: z.number(),
  standard: z.number(),
  since: z.date(),
  by: z.string(),
  reason: z.string(),
});
export type StoredUncertainty = z.infer<typeof inForce>;

const maxFigures = 1000;

/** What the control charts of a method hold, and its uncertainty in force. Callers check the unit first. */
export function createMethodUncertaintyStore(db: Db) {
  return {
    async listControls({ unitId, analyte, method, instrument }: MethodKey) {
      const { rows } = await sql<{ material: string; value: number }>`
        select c.material, c.value::float8 as value from control_result c join assay_batch b on b.id = c.batch_id
        where c.kind = 'control' and c.unit_id = ${unitId} and c.analyte = ${analyte} and b.method = ${method}
          and b.instrument = ${instrument} and c.value is not null
        order by b.run_at desc, c.id desc limit ${maxFigures}`.execute(db);
      return rows;
    },

    /** Relative deviations, 0.1 is 10 %: recoveries of spikes by this method, and the unit's proficiency rounds. */
    async listBiases({ unitId, analyte, method, instrument }: MethodKey): Promise<number[]> {
      const { rows } = await sql<{ bias: number }>`
        (select (((c.figures ->> 'spiked')::numeric - (c.figures ->> 'native')::numeric)
            / (c.figures ->> 'added')::numeric - 1)::float8 as bias
          from control_result c join assay_batch b on b.id = c.batch_id
          where c.kind = 'spike' and c.unit_id = ${unitId} and c.analyte = ${analyte} and b.method = ${method}
            and b.instrument = ${instrument}
          order by b.run_at desc, c.id desc limit ${maxFigures})
        union all
        (select (p.value / p.assigned - 1)::float8 from proficiency_result p
          where p.unit_id = ${unitId} and p.analyte = ${analyte}
          order by p.held_on desc, p.id desc limit 100)`.execute(db);
      return rows.map((one) => one.bias);
    },

    async findInForce({ unitId, analyte, method, instrument }: MethodKey): Promise<StoredUncertainty | null> {
      const { rows } = await sql`
        select within, bias, reference, standard, set_at as since, set_by as by, reason from method_uncertainty
        where unit_id = ${unitId} and analyte = ${analyte} and method = ${method} and instrument = ${instrument}
        order by id desc limit 1`.execute(db);
      return inForce.nullable().parse(rows[0] ?? null);
    },

    async add(
      key: MethodKey,
      set: {
        within: number;
        bias: number;
        reference: number;
        standard: number;
        reason: string;
        setBy: string;
      },
    ): Promise<number> {
      const { unitId, analyte, method, instrument } = key;
      const { id } = await db
        .insertInto("methodUncertainty")
        .values({ unitId, analyte, method, instrument, ...set })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
