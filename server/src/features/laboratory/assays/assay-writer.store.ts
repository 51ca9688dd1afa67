import type { AssayFlag } from "@tracewater/contract/laboratory/assay-fields";
import { sql } from "kysely";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";

/** What is written of a result; concentrations in μg/L, as texts. */
export type AssayValues = {
  value: string | null;
  flag: AssayFlag;
  lod: string | null;
  loq: string | null;
  uncertainty: string | null;
  recovery: number | null;
  /** Online detectors report none of these. */
  ionRatio?: number | null | undefined;
  retentionTime?: number | null | undefined;
  enantiomericFraction?: number | null | undefined;
};

export type NewAssay = AssayValues & {
  unitId: number;
  /** Of the laboratory, where that is another. */
  labUnitId: number | null;
  bottleId: number;
  deviceId: number | null;
  pointId: number;
  sampledOn: string;
  analyte: string;
  phase: string;
  source: string;
  method: string;
  methodVersion: string;
  analystIds: readonly number[];
  analyst: string;
  enteredAt: Date;
  reason: string;
  supersedes: number | null;
};

export type Decided = {
  id: number;
  analyte: string;
  bodyCode: string;
  state: string;
  analystIds: number[];
  /** What failed of the quality control of its batch. */
  qcFailures: string[];
};

/** What failed of the quality control of its batch, and what called the result in question since. */
function failuresOf(table: "a" | "assay") {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql<string[]>`array(
    select unnest(v.failed) from batch_verdict v
      where v.batch_id = ${of("batch_id")} and v.analyte = ${of("analyte")}
    union select q.kind from assay_doubt q where q.assay_id = ${of("id")} and q.confirmed_at is null order by 1)`;
}

/** The steps of a result's life. Callers hold the rows that they decide on, within one transaction. */
export function createAssayWriter(trx: Db) {
  return {
    /** The ids by the rows' places; a row whose sample has a result of its analyte already has none. */
    async add(rows: readonly NewAssay[]): Promise<Map<number, number>> {
      const given = JSON.stringify(
        rows.map(({ analystIds, ...row }, place) => ({
          ...toColumns(row),
          place,
          analyst_ids: [...analystIds],
        })),
      );
      const names = sql.raw(columns.join(", "));
      const added = await sql<{ place: number; id: number }>`
        with given as (
          select g.place, r.* from jsonb_array_elements(${given}::jsonb) one,
            jsonb_to_record(one) as g(place int), jsonb_populate_record(null::assay, one) r),
        added as (
          insert into assay (${names}) select ${names} from given g
          where g.supersedes is not null or not exists (
            select from assay a where a.state = 'approved' and a.bottle_id = g.bottle_id
              and a.sampled_on = g.sampled_on and a.analyte = g.analyte and a.phase = g.phase and a.source = g.source)
          on conflict do nothing returning id, bottle_id, sampled_on, analyte, phase, source)
        select g.place, a.id from added a join given g using (bottle_id, sampled_on, analyte, phase, source)`.execute(
        trx,
      );
      return new Map(added.rows.map((row) => [row.place, row.id]));
    },

    /** The rows with these ids as nobody else changes them any longer. */
    async hold(ids: readonly number[]): Promise<Decided[]> {
      const held = await sql<Decided>`
        select a.id, a.analyte, a.state, a.analyst_ids, b.body_code,
          ${failuresOf("a")} as qc_failures
        from assay a join bottle b on b.id = a.bottle_id
        where a.id = any(${[...ids]}::int[]) order by a.id limit ${ids.length} for update of a`.execute(trx);
      return held.rows;
    },

    async change(
      id: number,
      figures: AssayValues,
      by: { ids: readonly number[]; name: string },
    ): Promise<void> {
      await trx
        .updateTable("assay")
        .set({
          ...figures,
          analyst: by.name,
          analystIds: sql`analyst_ids || array(select one from unnest(${[...by.ids]}::int[]) one where one <> all(analyst_ids))`,
        })
        .where("id", "=", id)
        .execute();
    },

    async remove(ids: readonly number[]): Promise<void> {
      await trx
        .deleteFrom("assay")
        .where("id", "in", [...ids])
        .execute();
    },

    async submit(ids: readonly number[]): Promise<void> {
      await trx
        .updateTable("assay")
        .set({ state: "inReview" })
        .where("id", "in", [...ids])
        .execute();
    },

    /** False where another result of one of the samples was approved meanwhile. */
    async approve(
      ids: readonly number[],
      by: { id: number; name: string },
      { note, at }: { note: string; at: Date },
    ): Promise<boolean> {
      await sql`update assay set state = 'superseded' where state = 'approved'
        and id in (select supersedes from assay where id = any(${[...ids]}::int[]))`.execute(trx);
      const approved = trx
        .updateTable("assay")
        .set({
          state: "approved",
          reviewerId: by.id,
          reviewer: by.name,
          reviewedAt: at,
          ...(note === "" ? {} : { reviewNote: note }),
          qcFailed: failuresOf("assay"),
        })
        .where("id", "in", [...ids])
        .execute();
      return onUniqueViolation(
        approved.then(() => true),
        () => false,
      );
    },

    async turnDown(
      ids: readonly number[],
      state: "draft" | "rejected",
      by: { id: number; name: string },
      facts: { note: string; at: Date },
    ): Promise<void> {
      const { note: reviewNote, at: reviewedAt } = facts;
      await trx
        .updateTable("assay")
        .set({ state, reviewNote, reviewerId: by.id, reviewer: by.name, reviewedAt })
        .where("id", "in", [...ids])
        .execute();
    },
  };
}

const columns = [
  ...[
    "unit_id",
    "lab_unit_id",
    "bottle_id",
    "device_id",
    "point_id",
    "sampled_on",
    "analyte",
    "value",
    "flag",
    "lod",
    "loq",
  ],
  ...["uncertainty", "recovery", "ion_ratio", "retention_time", "enantiomeric_fraction"],
  ...["phase", "source", "method", "method_version", "analyst_ids", "analyst"],
  ...["entered_at", "reason", "supersedes"],
];

function toColumns(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]));
}
