import type { QueryOf } from "@tracewater/contract/call";
import { assayFlag, assayPhase, assaySource, assayState } from "@tracewater/contract/laboratory/assay-fields";
import type { listAssays } from "@tracewater/contract/laboratory/assays";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inDays } from "../../../platform/store/search-span.ts";

export type AssayQuery = QueryOf<typeof listAssays>;

const methodLimit = z.object({
  analyte: analyteName,
  lod: z.string().nullable(),
  loq: z.string().nullable(),
});

const stored = z.object({
  assayId: z.number().int(),
  bottleId: z.number().int(),
  bodyCode: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  labUnitId: z.number().int().nullable(),
  labUnitName: z.string().nullable(),
  pointId: z.number().int(),
  pointCode: z.string(),
  pointName: z.string(),
  deviceName: z.string().nullable(),
  sampledOn: z.string(),
  analyte: analyteName,
  value: z.string().nullable(),
  flag: assayFlag,
  lod: z.string().nullable(),
  loq: z.string().nullable(),
  uncertainty: z.string().nullable(),
  recovery: z.number().nullable(),
  ionRatio: z.number().nullable(),
  retentionTime: z.number().nullable(),
  enantiomericFraction: z.number().nullable(),
  phase: assayPhase,
  source: assaySource,
  method: z.string(),
  methodVersion: z.string(),
  state: assayState,
  analystIds: z.array(z.number().int()),
  analyst: z.string(),
  reviewer: z.string(),
  reviewedAt: z.date().nullable(),
  reviewNote: z.string(),
  reason: z.string(),
  supersedes: z.number().int().nullable(),
  supersededBy: z.number().int().nullable(),
  batchId: z.number().int().nullable(),
  batchNo: z.string(),
  qc: z.enum(["none", "passed", "failed"]),
  qcFailures: z.array(z.string()),
  qcFailed: z.array(z.string()),
  doubts: z.array(z.string()),
});
export type StoredAssay = z.infer<typeof stored>;

/** Of one sample are read at most so many results: 18 analytes, by a few methods, with what was superseded. */
const maxAssaysPerSample = 400;

/** So many bottles or points that a keyword finds are looked up one by one. */
const maxNamed = 200;

/** Anyone who reaches the unit of the sample, or the one whose laboratory had it. */
function assayInScope(scope: Scope): RawBuilder<boolean> {
  return inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id");
}

/** What was found in samples, as it is read. */
export function createAssayStore(db: Db, { zone }: { zone: string }) {
  async function matching(scope: Scope, query: AssayQuery): Promise<RawBuilder<boolean>> {
    const parts = [assayInScope(scope), ...conditionsOf(query, zone)];
    if (query.keyword !== undefined) parts.push(await named(query.keyword));
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  /** Of few bottles and points their results are fetched by them; of many most results are of one of them. */
  async function named(keyword: string): Promise<RawBuilder<boolean>> {
    const pattern = containing(keyword);
    const bottles = sql`select id from bottle where body_code ilike ${pattern}`;
    const points = sql`select id from sampling_point where code ilike ${pattern} or name ilike ${pattern}`;
    const found = await sql<{ bottles: number[]; points: number[] }>`
      select array(${bottles} limit ${maxNamed + 1}) as bottles, array(${points} limit ${maxNamed + 1}) as points`.execute(
      db,
    );
    const [ids] = found.rows;
    if (ids === undefined || ids.bottles.length > maxNamed || ids.points.length > maxNamed) {
      return sql<boolean>`(a.bottle_id in (${bottles}) or a.point_id in (${points}))`;
    }
    return sql<boolean>`(a.bottle_id = any(${ids.bottles}::int[]) or a.point_id = any(${ids.points}::int[]))`;
  }

  // Eight relations with the page's own, no more: of a ninth PostgreSQL no longer looks for the best order of joins.
  async function read(rest: RawBuilder<unknown>): Promise<StoredAssay[]> {
    const { rows } = await sql`
      select a.id as assay_id, a.bottle_id, b.body_code, a.unit_id, u.name as unit_name, a.lab_unit_id,
        (select lab.name from dept lab where lab.id = a.lab_unit_id) as lab_unit_name, a.point_id,
        p.code as point_code, p.name as point_name, d.device_name, to_char(a.sampled_on, 'YYYY-MM-DD') as sampled_on,
        a.analyte, a.value, a.flag, a.lod, a.loq, a.uncertainty, a.recovery, a.ion_ratio, a.retention_time, a.enantiomeric_fraction, a.phase, a.source, a.method,
        a.method_version, a.state, a.analyst_ids, a.analyst, a.reviewer, a.reviewed_at, a.review_note, a.reason, a.supersedes,
        (select s.id from assay s where s.supersedes = a.id and s.state <> 'rejected'
          order by s.id desc limit 1) as superseded_by,
        a.batch_id, coalesce(t.batch_no, '') as batch_no, a.qc_failed, coalesce(v.failed, '{}') as qc_failures,
        case when v.failed is null then 'none' when v.failed = '{}' then 'passed' else 'failed' end as qc,
        array(select distinct q.kind from assay_doubt q where q.assay_id = a.id and q.confirmed_at is null
          and a.state in ('inReview', 'approved') order by 1) as doubts
      from assay a join bottle b on b.id = a.bottle_id join dept u on u.id = a.unit_id
        join sampling_point p on p.id = a.point_id left join device d on d.id = a.device_id
        left join assay_batch t on t.id = a.batch_id
        left join batch_verdict v on v.batch_id = a.batch_id and v.analyte = a.analyte
      ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }

  return {
    async list(
      scope: Scope,
      query: AssayQuery,
      page: { limit: number; offset: number },
    ): Promise<StoredAssay[]> {
      const direction = query.isAsc === "asc" ? sql`asc` : sql`desc`;
      const order =
        query.orderByColumn === "assayId"
          ? sql`a.id ${direction}`
          : sql`a.sampled_on ${direction}, a.id ${direction}`;
      // The page is found in an index alone; only its own rows are read whole.
      return read(sql`where a.id in (select a.id from assay a where ${await matching(scope, query)} order by ${order}
                        limit ${page.limit} offset ${page.offset}) order by ${order}`);
    },

    async listAfter(scope: Scope, query: AssayQuery, afterId: number, limit: number): Promise<StoredAssay[]> {
      return read(
        sql`where ${await matching(scope, query)} and a.id > ${afterId} order by a.id limit ${limit}`,
      );
    },

    /** At most so many are counted. */
    async count(scope: Scope, query: AssayQuery, max = maxExportRows + 1): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (select from assay a where ${await matching(scope, query)}
          limit ${max}) counted`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredAssay | undefined> {
      return (await read(sql`where a.id = ${id} and ${assayInScope(scope)} limit 1`))[0];
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<StoredAssay[]> {
      const where = sql`a.id = any(${[...ids]}::int[]) and ${assayInScope(scope)}`;
      return read(sql`where ${where} order by a.id limit ${ids.length}`);
    },

    /** The sampler in which the sample was taken. */
    async deviceOf(id: number): Promise<number | null> {
      const found = await db.selectFrom("assay").select("deviceId").where("id", "=", id).executeTakeFirst();
      return found?.deviceId ?? null;
    },

    async listOfSample(scope: Scope, bottleId: number, day: string): Promise<StoredAssay[]> {
      return read(sql`where a.bottle_id = ${bottleId} and a.sampled_on = ${day}::date
        and ${assayInScope(scope)} order by a.id limit ${maxAssaysPerSample}`);
    },

    async findSampleOfDay(
      scope: Scope,
      bottleId: number,
      day: string,
    ): Promise<{ samplingId: number; sampleNo: string } | undefined> {
      const found = await sql<{ samplingId: number; sampleNo: string }>`
        select s.id as sampling_id, s.sample_no from water_sampling s
        where s.bottle_id = ${bottleId} and s.state <> 'void' and ${inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id")}
          and ${day}::date between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date
        order by s.id desc limit 1`.execute(db);
      return found.rows[0];
    },

    /** Of each analyte the limits of the newest result with this method that has an LOQ. */
    async listMethodLimits(
      scope: Scope,
      asked: { method: string; methodVersion: string },
    ): Promise<z.infer<typeof methodLimit>[]> {
      const found = await sql`
        select name.analyte, newest.lod, newest.loq from unnest(${[...analyteName.options]}::text[]) as name(analyte)
        cross join lateral (
          select a.lod, a.loq from assay a where a.method = ${asked.method} and a.method <> ''
            and a.method_version = ${asked.methodVersion} and a.analyte = name.analyte and a.loq is not null
            and ${assayInScope(scope)}
          order by a.id desc limit 1) newest`.execute(db);
      return z.array(methodLimit).parse(found.rows);
    },
  };
}

function conditionsOf(query: AssayQuery, zone: string): RawBuilder<boolean>[] {
  const parts: RawBuilder<boolean>[] = [];
  const { bodyCode, deviceName, deliveryNo, sampledFrom, sampledUntil, pointId } = query;
  if (bodyCode !== undefined)
    parts.push(sql<boolean>`a.bottle_id = (select id from bottle where body_code = ${bodyCode})`);
  if (deviceName !== undefined) {
    parts.push(sql<boolean>`a.device_id = (select id from device where device_name = ${deviceName})`);
  }
  if (deliveryNo !== undefined) {
    parts.push(sql<boolean>`(a.bottle_id, a.sampled_on) in (
      select w.bottle_id, (w.began at time zone ${zone})::date from sample_delivery d
        join delivery_sample s on s.delivery_id = d.id join water_sampling w on w.id = s.sampling_id
      where d.delivery_no = ${deliveryNo})`);
  }
  if (query.questioned === "1") {
    parts.push(sql<boolean>`a.state = 'approved'
      and a.id in (select q.assay_id from assay_doubt q where q.confirmed_at is null)`);
  }
  if (query.batchId !== undefined) parts.push(sql<boolean>`a.batch_id = ${query.batchId}`);
  if (pointId !== undefined) parts.push(sql<boolean>`a.point_id = ${pointId}`);
  if (sampledFrom !== undefined) parts.push(sql<boolean>`a.sampled_on >= ${sampledFrom}::date`);
  if (sampledUntil !== undefined) parts.push(sql<boolean>`a.sampled_on <= ${sampledUntil}::date`);
  parts.push(...inDays(sql`a.sampled_on`, query));
  for (const name of ["analyte", "flag", "state"] as const) {
    if (query[name] !== undefined) parts.push(sql<boolean>`${sql.ref(`a.${name}`)} = ${query[name]}`);
  }
  return parts;
}
