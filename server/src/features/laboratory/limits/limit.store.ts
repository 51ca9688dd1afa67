import { assayPhase } from "@tracewater/contract/laboratory/assay-fields";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

const stored = z.object({
  id: z.number().int(),
  unitId: z.number().int().nullable(),
  analyte: analyteName,
  phase: assayPhase,
  version: z.number().int(),
  value: z.string().nullable(),
  source: z.string(),
  reason: z.string(),
  createdAt: z.date(),
  createdBy: z.string(),
});
export type StoredLimit = z.infer<typeof stored>;
export type NewLimit = Omit<StoredLimit, "id" | "version" | "createdAt">;
type About = { analyte: AnalyteName; phase: StoredLimit["phase"] };

const maxVersions = 200;

/** Versions of limits: those of the platform belong to no unit, and each unit sees them and its own. */
export function createLimitStore(db: Db) {
  const seenBy = (unitId: number | null) => sql<boolean>`(unit_id is null or unit_id = ${unitId})`;
  return {
    /** Of each analyte and matrix the newest version of the unit's own, else of the platform, with how many there are. */
    async listInForce(unitId: number | null): Promise<{ limit: StoredLimit; versions: number }[]> {
      const rows = await db
        .selectFrom("analyteLimit")
        .selectAll()
        .select(sql<number>`(count(*) over (partition by analyte, phase))::int`.as("versions"))
        .distinctOn(["analyte", "phase"])
        .where(seenBy(unitId))
        .orderBy("analyte")
        .orderBy("phase")
        .orderBy(sql`unit_id is null`)
        .orderBy("version", "desc")
        .limit(analyteName.options.length * assayPhase.options.length)
        .execute();
      return rows.map(({ versions, ...row }) => ({ limit: stored.parse(row), versions }));
    },

    /** The unit's own before those of the platform, each the newest first. */
    async listVersions(db: Db, unitId: number | null, { analyte, phase }: About): Promise<StoredLimit[]> {
      const rows = await db
        .selectFrom("analyteLimit")
        .selectAll()
        .where("analyte", "=", analyte)
        .where("phase", "=", phase)
        .where(seenBy(unitId))
        .orderBy(sql`unit_id is null`)
        .orderBy("version", "desc")
        .limit(maxVersions)
        .execute();
      return z.array(stored).parse(rows);
    },

    /** Adds the next version where `basedOn` is the one in force; undefined where another is by now. */
    async addNext(limit: NewLimit, basedOn: number | null): Promise<StoredLimit | undefined> {
      return db.transaction().execute(async (trx) => {
        const { unitId, analyte, phase } = limit;
        const key = `${unitId ?? 0} ${analyte} ${phase}`;
        await sql`select pg_advisory_xact_lock(hashtext('analyte_limit'), hashtext(${key}))`.execute(trx);
        const [inForce] = await this.listVersions(trx, unitId, limit);
        if ((inForce?.id ?? null) !== basedOn) return undefined;
        const version = inForce !== undefined && inForce.unitId === unitId ? inForce.version + 1 : 1;
        const added = await trx
          .insertInto("analyteLimit")
          .values({ ...limit, version })
          .returningAll()
          .executeTakeFirstOrThrow();
        return stored.parse(added);
      });
    },
  };
}
