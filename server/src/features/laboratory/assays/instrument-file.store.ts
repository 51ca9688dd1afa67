import { instrumentFileMapping } from "@tracewater/contract/laboratory/instrument-files";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Mapping } from "./instrument-file-rows.model.ts";

const maxMappings = 500;

const stored = instrumentFileMapping.omit({ changedAt: true }).extend({ changedAt: z.date() });
export type StoredMapping = z.infer<typeof stored>;

/** A result that is in the database already. */
const existing = z.object({
  place: z.number().int(),
  value: z.string().nullable(),
  flag: z.string(),
  lod: z.string().nullable(),
  loq: z.string().nullable(),
  uncertainty: z.string().nullable(),
  recovery: z.number().nullable(),
  state: z.string(),
});
export type ExistingAssay = z.infer<typeof existing>;

export type AskedAssay = {
  place: number;
  bottleId: number;
  sampledOn: string;
  analyte: string;
  phase: string;
  source: string;
};

/** What is known of a sample by its number; results of it are of its first day. */
export type NumberedSample = { bodyCode: string; sampledOn: string; endedOn: string; pointCode: string };

type Written = { name: string; instrument: string; mapping: Mapping; by: string };

/** How instruments' files are read, and which of them were. */
export function createInstrumentFileStore(db: Db, { zone }: { zone: string }) {
  return {
    async listMappings(scope: Scope): Promise<StoredMapping[]> {
      const { rows } = await sql`
        select m.mapping || jsonb_build_object('mappingId', m.id, 'name', m.name, 'instrument', m.instrument,
            'unitName', coalesce(u.name, ''), 'changedBy', m.changed_by) as one, m.changed_at
        from assay_mapping m left join dept u on u.id = m.unit_id
        where ${inScope(scope, "m.unit_id")} order by m.instrument, m.name, m.id limit ${maxMappings}`.execute(
        db,
      );
      return z
        .array(z.object({ one: z.record(z.string(), z.unknown()), changedAt: z.date() }))
        .parse(rows)
        .map(({ one, changedAt }) => stored.parse({ ...one, changedAt }));
    },

    /** Null where the unit has one of this name for the instrument. */
    async addMapping(
      unitId: number | null,
      { name, instrument, mapping, by }: Written,
    ): Promise<number | null> {
      const added = db
        .insertInto("assayMapping")
        .values({ unitId, name, instrument, mapping: JSON.stringify(mapping), changedBy: by })
        .returning("id")
        .executeTakeFirstOrThrow();
      return onUniqueViolation<number | null>(
        added.then(({ id }) => id),
        () => null,
      );
    },

    async changeMapping(id: number, { name, instrument, mapping, by }: Written): Promise<boolean> {
      const changed = db
        .updateTable("assayMapping")
        .set({ name, instrument, mapping: JSON.stringify(mapping), changedBy: by, changedAt: sql`now()` })
        .where("id", "=", id)
        .execute();
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    async removeMappings(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom("assayMapping")
        .where("id", "in", [...ids])
        .execute();
    },

    /** Bottle, days and point of samples, by their numbers. */
    async listSamples(scope: Scope, numbers: readonly string[]): Promise<Map<string, NumberedSample>> {
      const day = (at: string) => sql`to_char(${sql.ref(at)} at time zone ${zone}, 'YYYY-MM-DD')`;
      const found = await sql<NumberedSample & { sampleNo: string }>`
        select w.sample_no, b.body_code, ${day("w.began")} as sampled_on,
          coalesce(${day("w.ended")}, ${day("w.began")}) as ended_on, coalesce(p.code, '') as point_code
        from water_sampling w join bottle b on b.id = w.bottle_id left join sampling_point p on p.id = w.point_id
        where w.sample_no = any(${[...numbers]}::text[]) and w.state <> 'void'
          and ${inScopeOfAny(scope, "w.unit_id", "w.lab_unit_id")}
        limit ${numbers.length}`.execute(db);
      return new Map(found.rows.map(({ sampleNo, ...sample }) => [sampleNo, sample]));
    },

    /** What was found before of the same analytes in the same samples, whatever became of it. */
    async listExisting(asked: readonly AskedAssay[]): Promise<ExistingAssay[]> {
      const given = JSON.stringify(
        asked.map((one) => ({
          place: one.place,
          bottle: one.bottleId,
          day: one.sampledOn,
          analyte: one.analyte,
          phase: one.phase,
          source: one.source,
        })),
      );
      const { rows } = await sql`
        select g.place, a.value, a.flag, a.lod, a.loq, a.uncertainty, a.recovery, a.state
        from jsonb_to_recordset(${given}::jsonb) as g(place int, bottle int, day date, analyte text, phase text, source text)
          join assay a on a.bottle_id = g.bottle and a.sampled_on = g.day and a.analyte = g.analyte
            and a.phase = g.phase and a.source = g.source
        limit ${maxExisting}`.execute(db);
      return z.array(existing).parse(rows);
    },

    async findImport(scope: Scope, sha256: string): Promise<{ at: Date; by: string } | undefined> {
      const found = await sql<{ at: Date; by: string }>`
        select i.imported_at as at, i.imported_by as by from assay_import i
        where i.sha256 = ${sha256} and ${inScope(scope, "i.unit_id")} order by i.id desc limit 1`.execute(db);
      return found.rows[0];
    },

    async addImport(entry: {
      unitId: number | null;
      sha256: string;
      fileName: string;
      added: number;
      leftOut: number;
      importedBy: string;
      batchId: number | null;
    }): Promise<void> {
      await db.insertInto("assayImport").values(entry).execute();
    },
  };
}

const maxExisting = 50_000;
