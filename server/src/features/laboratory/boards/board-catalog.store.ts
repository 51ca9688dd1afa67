import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import { createSharedListStore } from "./shared-list.store.ts";

export const storedType = boardTypes.row.omit({ createTime: true }).extend({ createdAt: z.date() });
export const storedLot = boardLots.row
  .omit({ createTime: true, expiry: true, tests: true })
  .extend({ createdAt: z.date(), tests: z.number() });
/** A lot with all that a reading is judged by. */
const judgedLot = z.object({
  ...storedLot.shape,
  readFrom: z.number(),
  readUntil: z.number(),
  tempLow: z.number(),
  tempHigh: z.number(),
  fixture: boardTypes.row.shape.fixture,
  channel: boardTypes.row.shape.channel,
  signal: boardTypes.row.shape.signal,
  maxBackground: z.number().nullable(),
  covariance: z.array(z.array(z.number())).nullable(),
});
export type JudgedLot = z.infer<typeof judgedLot>;
export type StoredCurve = { fit: unknown; standards: unknown; storedBy: string; storedAt: Date };

const typeColumns = sql`board_type.id as type_id, board_type.type_code, type_name, board_type.label, analyte, polarity,
  matrix, cut_off, cut_off_unit, read_from, read_until, temp_low, temp_high, fixture, channel, signal, max_background,
  board_type.status, board_type.remark, board_type.created_at,
  (select count(*)::int from board_lot l where l.type_code = board_type.type_code) as lots`;

const lotColumns = sql`board_lot.id as lot_id, lot_no, board_lot.type_code, board_lot.label, expires_on, a, b, c, d, low,
  high, minimum_c, nominal_c, minimum_contrast, nominal_contrast, ratio_cut_off, repeat, board_lot.status,
  board_lot.remark, board_lot.created_at, y.type_name, y.analyte, y.polarity, y.matrix, y.cut_off, y.cut_off_unit,
  (select count(*)::int from board_test t where t.lot_id = board_lot.id) as tests`;
const ofType = sql`join board_type y on y.type_code = board_lot.type_code`;

export function createBoardCatalogStore(db: Db) {
  return {
    types: createSharedListStore(db, boardTypes, { columns: typeColumns, joins: sql`` }),
    lots: createSharedListStore(db, boardLots, { columns: lotColumns, joins: ofType }),

    /** The label of each of these types. */
    async labelsOf(codes: readonly string[]): Promise<Map<string, string>> {
      const found = await sql<{ typeCode: string; label: string }>`
        select type_code, label from board_type where type_code = any(${[...codes]}::text[]) limit 500`.execute(
        db,
      );
      return new Map(found.rows.map((row) => [row.typeCode, row.label]));
    },

    /** How many lots or tests hold on to these types or lots. */
    async countLots(typeIds: readonly number[]): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from board_lot l join board_type y on y.type_code = l.type_code
        where y.id = any(${[...typeIds]}::int[])`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async countTests(lotIds: readonly number[]): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from board_test where lot_id = any(${[...lotIds]}::int[])`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** A lot in use by its number; undefined where it is unknown or disabled. */
    findJudged: (lotNo: string): Promise<JudgedLot | undefined> =>
      readJudged(db, sql`lot_no = ${lotNo} and board_lot.status = '0' and y.status = '0'`),

    findJudgedById: (id: number): Promise<JudgedLot | undefined> => readJudged(db, sql`board_lot.id = ${id}`),

    async addCurve(curve: {
      lotId: number;
      fit: object;
      standards: readonly object[];
      covariance: unknown;
      storedBy: string;
    }): Promise<void> {
      const { lotId, fit, standards, covariance, storedBy } = curve;
      await sql`insert into board_curve (lot_id, fit, standards, covariance, stored_by)
        values (${lotId}, ${JSON.stringify(fit)}, ${JSON.stringify(standards)}, ${JSON.stringify(covariance)}, ${storedBy})`.execute(
        db,
      );
    },

    async setParameters(
      lotId: number,
      curve: { a: number; b: number; c: number; d: number; low: number; high: number },
    ): Promise<void> {
      const { a, b, c, d, low, high } = curve;
      await sql`update board_lot set a = ${a}, b = ${b}, c = ${c}, d = ${d}, low = ${low}, high = ${high}
        where id = ${lotId}`.execute(db);
    },

    /** The stored curve whose parameters the lot still has. */
    async findCurve(lotId: number): Promise<StoredCurve | undefined> {
      const found = await sql<StoredCurve>`
        select k.fit, k.standards, k.stored_by, k.stored_at from board_curve k join board_lot l on l.id = k.lot_id
        where k.lot_id = ${lotId} and ${isInForce} order by k.id desc limit 1`.execute(db);
      return found.rows[0];
    },
  };
}

const isInForce = sql`(k.fit ->> 'a')::float8 = l.a and (k.fit ->> 'b')::float8 = l.b
  and (k.fit ->> 'c')::float8 = l.c and (k.fit ->> 'd')::float8 = l.d`;

async function readJudged(db: Db, which: ReturnType<typeof sql>): Promise<JudgedLot | undefined> {
  const { rows } = await sql`
    select ${lotColumns}, y.read_from, y.read_until, y.temp_low, y.temp_high, y.fixture, y.channel, y.signal,
      y.max_background, (select k.covariance from board_curve k join board_lot l on l.id = k.lot_id
        where k.lot_id = board_lot.id and ${isInForce} order by k.id desc limit 1) as covariance
    from board_lot ${ofType} where ${which} limit 1`.execute(db);
  return rows[0] === undefined ? undefined : judgedLot.parse(rows[0]);
}
