import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const counts = z.object({
  deviceName: z.string().nullable(),
  truePositive: z.number(),
  falsePositive: z.number(),
  falseNegative: z.number(),
  trueNegative: z.number(),
});
export type ComparisonCounts = z.infer<typeof counts>;

/** No control board, and of a board that was read several times the reading that counts. */
const isSample = sql`control is null and capture_of is null`;

/** How the tests of a lot came out, within a scope. */
export function createBoardUseStore(db: Db) {
  return {
    async countOutcomes(scope: Scope, lotId: number): Promise<{ outcome: string; count: number }[]> {
      const { rows } = await sql<{ outcome: string; count: number }>`
        select outcome, count(*)::int as count from board_test
        where lot_id = ${lotId} and ${inScope(scope, "unit_id")} and ${isSample} group by outcome order by outcome`.execute(
        db,
      );
      return rows;
    },

    /** The newest tests with both lines. */
    async listPoints(scope: Scope, lotId: number, limit: number) {
      const { rows } = await sql<{
        testId: number;
        at: number;
        c: number;
        ratio: number;
        concentration: number | null;
        outcome: string;
      }>`
        select id as test_id, floor(extract(epoch from measured_at) * 1000)::float8 as at, c, ratio, outcome,
          case when quantity ->> 'kind' = 'value' then (quantity ->> 'value')::float8 end as concentration
        from board_test where lot_id = ${lotId} and ${inScope(scope, "unit_id")} and c is not null and ratio is not null
          and ${isSample}
        order by measured_at desc, id desc limit ${limit}`.execute(db);
      return rows;
    },

    /** Positives and negatives against their confirming assays, for each device; of uploads without one. */
    async compare(scope: Scope, lotId: number): Promise<ComparisonCounts[]> {
      const { rows } = await sql`
        select d.device_name,
          count(*) filter (where outcome = 'positive' and assay_positive)::int as true_positive,
          count(*) filter (where outcome = 'positive' and not assay_positive)::int as false_positive,
          count(*) filter (where outcome = 'negative' and assay_positive)::int as false_negative,
          count(*) filter (where outcome = 'negative' and not assay_positive)::int as true_negative
        from board_test t left join device d on d.id = t.device_id
        where t.lot_id = ${lotId} and ${inScope(scope, "t.unit_id")} and t.assay_id is not null and t.withheld is null
          and ${isSample}
          and t.outcome in ('positive', 'negative')
        group by d.device_name order by d.device_name nulls last limit 500`.execute(db);
      return z.array(counts).parse(rows);
    },
  };
}
