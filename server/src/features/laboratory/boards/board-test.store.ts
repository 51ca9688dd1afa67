/** Tests with boards: what a detector read, what withholds a test, and the readings of each analyte. */
import type { QueryOf } from "@tracewater/contract/call";
import type { BoardControlKind } from "@tracewater/contract/laboratory/board-controls";
import {
  type BoardRegion,
  boardJudgement,
  boardMeasurement,
  boardPictureFile,
  boardRegion,
} from "@tracewater/contract/laboratory/board-readings";
import { boardTest, type listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type BoardTestQuery = QueryOf<typeof listBoardTests>;

const stored = boardTest.extend({ file: z.string().nullable(), deviceId: z.number().nullable() });
export type StoredBoardTest = z.infer<typeof stored>;

export type NewBoardTest = {
  unitId: number;
  source: "device" | "upload";
  deviceId: number | null;
  eventId: string | null;
  measuredAt: Date;
  lotId: number | null;
  lotNo: string;
  analyte: string | null;
  sampleNo: string;
  operator: string;
  c: number | null;
  t: number | null;
  ratio: number | null;
  background: number | null;
  readAfter: number | null;
  boardTemp: number | null;
  preconcentration: number;
  outcome: string;
  reason: string | null;
  flags: readonly string[];
  quantity: object | null;
  deviceOutcome: string | null;
  control: BoardControlKind | null;
  controlPassed: boolean | null;
  sha256: string | null;
  file: string | null;
};

const storedReading = z.object({
  readingId: z.number(),
  madeBy: z.string(),
  madeAt: z.date(),
  region: boardRegion.nullable(),
  file: boardPictureFile,
  measurement: boardMeasurement,
  judgement: boardJudgement,
});
export type StoredReading = z.infer<typeof storedReading>;

const confirmation = sql`case when t.control is not null then 'none' when t.assay_id is null then case when t.outcome = 'positive' then 'presumptive' else 'none' end
  when t.assay_positive = (t.outcome = 'positive') then 'confirmed' else 'notConfirmed' end`;

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

const from = sql`board_test t join dept u on u.id = t.unit_id left join device d on d.id = t.device_id
  left join board_lot l on l.id = t.lot_id left join board_type y on y.type_code = l.type_code`;

export function createBoardTestStore(db: Db) {
  async function select(rest: ReturnType<typeof sql>): Promise<StoredBoardTest[]> {
    const { rows } = await sql`
      select t.id as test_id, case when t.sampling_id is null then 'fast' else 'sample' end as kind, t.source,
        ${ms("t.measured_at")} as measured_at, ${ms("t.received_at")} as received_at, t.unit_id, u.name as unit_name,
        t.device_id, d.device_name, t.lot_no, t.lot_id, y.label, coalesce(y.analyte, t.analyte) as analyte, t.sample_no,
        t.sampling_id, t.operator, t.c, t.t, t.ratio, t.background, t.read_after, t.board_temp, t.preconcentration,
        t.outcome, t.reason, t.flags, t.quantity, coalesce(y.cut_off_unit, 'ng/mL') as quantity_unit, t.device_outcome,
        ${confirmation} as confirmation, t.assay_id, t.control, t.control_passed, t.withheld,
        t.override_id is not null as is_overridden, t.sha256, t.file
      from ${from} ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }
  const newest = sql`order by t.measured_at desc, t.id desc`;

  return {
    list: (scope: Scope, query: BoardTestQuery, page: { limit: number; offset: number }) =>
      select(sql`where ${matching(scope, query)} ${newest} limit ${page.limit} offset ${page.offset}`),

    listBefore: (scope: Scope, query: BoardTestQuery, beforeId: number, limit: number) =>
      select(sql`where ${matching(scope, query)} and t.id < ${beforeId} order by t.id desc limit ${limit}`),

    async count(scope: Scope, query: BoardTestQuery): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${from} where ${matching(scope, query)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredBoardTest | undefined> {
      return (await select(sql`where t.id = ${id} and ${inScope(scope, "t.unit_id")} limit 1`))[0];
    },

    /** Null where the event is a test already. */
    async add(test: NewBoardTest): Promise<number | null> {
      const { flags, quantity, ...plain } = test;
      const record = JSON.stringify({ ...plain, flags, quantity, measuredAt: test.measuredAt.toISOString() });
      const { rows } = await sql<{ id: number }>`
        insert into board_test (unit_id, source, device_id, event_id, measured_at, lot_id, lot_no, analyte, sample_no,
          sampling_id, operator, c, t, ratio, background, read_after, board_temp, preconcentration, outcome, reason, flags,
          quantity, device_outcome, control, control_passed, sha256, file)
        select g."unitId", g.source, g."deviceId", g."eventId", g."measuredAt", g."lotId", g."lotNo", g.analyte,
          g."sampleNo", (select s.id from water_sampling s where g."sampleNo" <> '' and s.sample_no = g."sampleNo"
            and g."unitId" in (s.unit_id, s.lab_unit_id)),
          g.operator, g.c, g.t, g.ratio, g.background, g."readAfter", g."boardTemp", g.preconcentration, g.outcome,
          g.reason, g.flags, g.quantity, g."deviceOutcome", g.control, g."controlPassed", g.sha256, g.file
        from jsonb_to_record(${record}::jsonb) as g("unitId" int, source text, "deviceId" int, "eventId" bigint,
          "measuredAt" timestamptz, "lotId" int, "lotNo" text, analyte text, "sampleNo" text, operator text, c float8,
          t float8, ratio float8, background float8, "readAfter" int, "boardTemp" float8, preconcentration float8,
          outcome text, reason text, flags text[], quantity jsonb, "deviceOutcome" text, control text,
          "controlPassed" boolean, sha256 text, file text)
        on conflict (event_id) do nothing returning id`.execute(db);
      return rows[0]?.id ?? null;
    },

    async addFlag(id: number, flag: string): Promise<void> {
      await sql`update board_test set flags = array_append(flags, ${flag}) where id = ${id}
        and not (${flag} = any(flags))`.execute(db);
    },

    async confirm(id: number, assay: { id: number; isPositive: boolean } | null): Promise<void> {
      await sql`update board_test set assay_id = ${assay?.id ?? null}, assay_positive = ${assay?.isPositive ?? null}
        where id = ${id}`.execute(db);
    },

    async listReadings(testId: number): Promise<StoredReading[]> {
      const { rows } = await sql`
        select id as reading_id, made_by, made_at, region, file, measurement, judgement from board_reading
        where test_id = ${testId} order by id desc limit 50`.execute(db);
      return z.array(storedReading).parse(rows);
    },

    async addReading(
      testId: number,
      reading: {
        madeBy: string;
        region: BoardRegion | null;
        file: object;
        measurement: object;
        judgement: object;
      },
    ): Promise<number> {
      const { madeBy, region, file, measurement, judgement } = reading;
      const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
      const { rows } = await sql<{ id: number }>`
        insert into board_reading (test_id, made_by, region, file, measurement, judgement)
        values (${testId}, ${madeBy}, ${text(region)}, ${text(file)}, ${text(measurement)}, ${text(judgement)})
        returning id`.execute(db);
      return rows[0]?.id ?? 0;
    },

    /** The picture that a device announced for a test, by its hash. */
    async findMedia(
      deviceId: number,
      sha256: string,
    ): Promise<{ id: number; state: string; file: string | null } | undefined> {
      const { rows } = await sql<{ id: number; state: string; file: string | null }>`
        select id, case when state in ('stored', 'refused') then state when expires_at <= now() then 'missing'
          else 'waiting' end as state, file from device_media
        where device_id = ${deviceId} and kind = 'picture' and announced_sha256 = ${sha256}
        order by (state = 'stored') desc, id desc limit 1`.execute(db);
      return rows[0];
    },

    /** Tests of the last days whose picture is here and has not been read. */
    async listUnread(since: Date, limit: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select t.id from board_test t where t.measured_at >= ${since} and t.source = 'device' and t.lot_id is not null
          and t.sha256 is not null and not exists (select from board_reading r where r.test_id = t.id)
          and exists (select from device_media m where m.device_id = t.device_id and m.kind = 'picture'
            and m.announced_sha256 = t.sha256 and m.state = 'stored')
        order by t.measured_at desc, t.id desc limit ${limit}`.execute(db);
      return rows.map((row) => row.id);
    },

    /** An approved assay that a test may be confirmed by. */
    async findAssay(scope: Scope, id: number) {
      const { rows } = await sql<{
        id: number;
        analyte: string;
        flag: string;
        value: string | null;
        state: string;
        bottleId: number;
      }>`
        select a.id, a.analyte, a.flag, a.value, a.state, a.bottle_id from assay a
        where a.id = ${id} and (${inScope(scope, "a.unit_id")} or ${inScope(scope, "a.lab_unit_id")}) limit 1`.execute(
        db,
      );
      return rows[0];
    },

    async bottleOf(samplingId: number): Promise<number | null> {
      const { rows } = await sql<{ bottleId: number | null }>`
        select bottle_id from water_sampling where id = ${samplingId}`.execute(db);
      return rows[0]?.bottleId ?? null;
    },
  };
}

function matching(scope: Scope, query: BoardTestQuery) {
  // A board that was read several times is one test; its other readings stand on the page of that one.
  const parts = [inScope(scope, "t.unit_id"), sql<boolean>`t.capture_of is null`];
  const { control, withheld } = query;
  if (control === "sample" || control === "control")
    parts.push(sql<boolean>`(t.control is null) = ${control === "sample"}`);
  else if (control !== undefined) parts.push(sql<boolean>`t.control = ${control}`);
  if (withheld !== undefined) parts.push(sql<boolean>`(t.withheld is not null) = ${withheld === "1"}`);
  const { keyword, kind, label, analyte, outcome, deviceName, lotNo, unitId, beginTime, endTime } = query;
  if (keyword !== undefined) {
    const pattern = containing(keyword);
    parts.push(sql<boolean>`(t.sample_no ilike ${pattern} or t.lot_no ilike ${pattern} or t.operator ilike ${pattern}
      or d.device_name ilike ${pattern})`);
  }
  if (kind !== undefined) parts.push(sql<boolean>`(t.sampling_id is null) = ${kind === "fast"}`);
  if (label !== undefined) parts.push(sql<boolean>`y.label = ${label}`);
  if (analyte !== undefined) parts.push(sql<boolean>`coalesce(y.analyte, t.analyte) = ${analyte}`);
  if (outcome !== undefined) parts.push(sql<boolean>`t.outcome = ${outcome}`);
  if (query.confirmation !== undefined) parts.push(sql<boolean>`${confirmation} = ${query.confirmation}`);
  if (deviceName !== undefined) parts.push(sql<boolean>`d.device_name = ${deviceName}`);
  if (lotNo !== undefined) parts.push(sql<boolean>`t.lot_no = ${lotNo}`);
  if (unitId !== undefined) parts.push(sql<boolean>`t.unit_id = ${unitId}`);
  if (beginTime !== undefined) parts.push(sql<boolean>`t.measured_at >= ${new Date(beginTime)}`);
  if (endTime !== undefined) parts.push(sql<boolean>`t.measured_at <= ${new Date(endTime)}`);
  return sql.join(parts, sql` and `);
}
