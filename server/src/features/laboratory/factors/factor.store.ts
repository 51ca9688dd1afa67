import { type AnalyteName, analyteName, factorTrust } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import type { ShippedFactor } from "./shipped-analytes.ts";

const stored = z.object({
  id: z.number().int(),
  unitId: z.number().int().nullable(),
  analyte: analyteName,
  version: z.number().int(),
  excretedFraction: z.string().nullable(),
  factor: z.string().nullable(),
  doseMg: z.string().nullable(),
  factorUncertainty: z.string().nullable(),
  doseUncertainty: z.string().nullable(),
  therapeuticShare: z.string().nullable(),
  source: z.string(),
  doseSource: z.string(),
  trust: factorTrust,
  reason: z.string(),
  createdAt: z.date(),
  createdBy: z.string(),
});
export type StoredFactor = z.infer<typeof stored>;
export type NewFactor = Omit<StoredFactor, "id" | "version" | "createdAt">;

const maxVersions = 200;

/** Versions of factors: what ships belongs to no unit, and each unit sees that and its own. */
export function createFactorStore(db: Db) {
  const seenBy = (unitId: number | null) => sql<boolean>`(unit_id is null or unit_id = ${unitId})`;
  return {
    /** Of each analyte the newest version of the unit's own, else of what ships, with how many there are. */
    async listInForce(unitId: number | null): Promise<{ factor: StoredFactor; versions: number }[]> {
      const rows = await db
        .selectFrom("analyteFactor")
        .selectAll()
        .select(sql<number>`(count(*) over (partition by analyte))::int`.as("versions"))
        .distinctOn("analyte")
        .where(seenBy(unitId))
        .orderBy("analyte")
        .orderBy(sql`unit_id is null`)
        .orderBy("version", "desc")
        .limit(analyteName.options.length)
        .execute();
      return rows.map(({ versions, ...row }) => ({ factor: stored.parse(row), versions }));
    },

    /** The unit's own before those that ship, each the newest first. */
    async listVersions(db: Db, unitId: number | null, analyte: AnalyteName): Promise<StoredFactor[]> {
      const rows = await db
        .selectFrom("analyteFactor")
        .selectAll()
        .where("analyte", "=", analyte)
        .where(seenBy(unitId))
        .orderBy(sql`unit_id is null`)
        .orderBy("version", "desc")
        .limit(maxVersions)
        .execute();
      return z.array(stored).parse(rows);
    },

    /**
     * Adds the next version where `basedOn` is the one in force; undefined where another is by now. Who adds another
     * at this moment waits for this one.
     */
    async addNext(factor: NewFactor, basedOn: number): Promise<StoredFactor | undefined> {
      return db.transaction().execute(async (trx) => {
        const { unitId, analyte } = factor;
        await sql`select pg_advisory_xact_lock(hashtext('analyte_factor'), hashtext(${`${unitId ?? 0} ${analyte}`}))`.execute(
          trx,
        );
        const [inForce] = await this.listVersions(trx, unitId, analyte);
        if (inForce?.id !== basedOn) return undefined;
        const version = inForce.unitId === unitId ? inForce.version + 1 : 1;
        const added = await trx
          .insertInto("analyteFactor")
          .values({ ...factor, version })
          .returningAll()
          .executeTakeFirstOrThrow();
        return stored.parse(added);
      });
    },

    /** The versions that come with the program, once. */
    async addShipped(factors: readonly ShippedFactor[]): Promise<void> {
      const rows = factors.map((one) => ({
        ...one,
        ...{ unitId: null, version: 1, reason: "", createdBy: "Tracewater" },
        ...{ factorUncertainty: null, doseUncertainty: null, therapeuticShare: null },
      }));
      await db
        .insertInto("analyteFactor")
        .values(rows)
        .onConflict((conflict) =>
          conflict.expression(sql`coalesce(unit_id, 0), analyte, version`).doNothing(),
        )
        .execute();
    },
  };
}
