import { boardOutcome, boardReason } from "@tracewater/contract/laboratory/board-readings";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

const capture = z.object({
  board: z.string(),
  testId: z.number(),
  measuredAt: z.number(),
  readAfter: z.number().nullable(),
  ratio: z.number().nullable(),
  outcome: boardOutcome,
  reason: boardReason.nullable(),
  isBelowRange: z.boolean(),
  counts: z.boolean(),
});
export type Capture = z.infer<typeof capture>;

const columns = sql`t.id as test_id, floor(extract(epoch from t.measured_at) * 1000)::float8 as measured_at,
  t.read_after, t.ratio, t.outcome, t.reason, coalesce(t.quantity ->> 'kind' = 'below', false) as is_below_range,
  t.capture_of is null as counts`;

/** Captures of one board, and dilutions of one sample. */
export function createBoardCaptureStore(db: Db) {
  return {
    /**
     * All readings of the boards that these tests are of, where there are several. One board: the same detector, lot and
     * sample in the same dilution, and it was applied at the same moment, within a minute. Replicates need numbers of their own.
     */
    async listSame(ids: readonly number[]): Promise<Capture[]> {
      const { rows } = await sql`
        with fresh as (
          select f.id, f.device_id, f.lot_no, f.sample_no, f.control, f.preconcentration,
            f.measured_at - f.read_after * interval '1 second' as applied
          from board_test f where f.id = any(${[...ids]}::int[]) and f.device_id is not null and f.sample_no <> ''
            and f.read_after is not null),
        same as (
          select min(f.id) as board, t.id from fresh f cross join lateral (
            select x.id from board_test x where x.sample_no = f.sample_no and x.sample_no <> ''
              and x.device_id = f.device_id and x.lot_no = f.lot_no and x.preconcentration = f.preconcentration
              and x.control is not distinct from f.control
              and x.measured_at between f.applied - interval '1 minute' and f.applied + interval '4 hours'
              and x.measured_at - x.read_after * interval '1 second'
                between f.applied - interval '1 minute' and f.applied + interval '1 minute'
            order by x.id limit 50) t
          group by t.id),
        boards as (select board from same group by board having count(*) > 1)
        select s.board::text as board, ${columns} from same s join boards using (board) join board_test t on t.id = s.id
        order by s.board, t.measured_at, t.id limit 5000`.execute(db);
      return z.array(capture).parse(rows);
    },

    /** All readings of the board of a test. */
    async listOf(testId: number): Promise<Capture[]> {
      const { rows } = await sql`
        select '' as board, ${columns} from board_test own
        join board_test t on t.id = coalesce(own.capture_of, own.id) or t.capture_of = coalesce(own.capture_of, own.id)
        where own.id = ${testId} order by t.measured_at, t.id limit 50`.execute(db);
      return z.array(capture).parse(rows);
    },

    /** One of them counts, the others stand next to it. */
    async choose(counting: number, all: readonly number[], differs: boolean): Promise<void> {
      await sql`
        update board_test set capture_of = case when id = ${counting} then null else ${counting}::int end,
          flags = case when id = ${counting} and ${differs} then array_append(array_remove(flags, 'capturesDiffer'),
            'capturesDiffer') else array_remove(flags, 'capturesDiffer') end
        where id = any(${[...all]}::int[])`.execute(db);
    },

    /**
     * Flags turn-on boards that a dilution of their sample, by a factor of five or more, shows to be in excess: it gives
     * more than twice their concentration.
     */
    async flagHooked(ids: readonly number[]): Promise<void> {
      await sql`
        with fresh as (
          select unit_id, sample_no from board_test
          where id = any(${[...ids]}::int[]) and sample_no <> '' and lot_id is not null and control is null),
        value as (
          select t.id, t.unit_id, t.sample_no, y.analyte, t.preconcentration as factor, t.quantity ->> 'kind' as kind,
            coalesce(t.quantity ->> 'value', t.quantity ->> 'limit')::float8 as amount
          from (select distinct unit_id, sample_no from fresh) f cross join lateral (
            select x.* from board_test x where x.sample_no = f.sample_no and x.sample_no <> '' and x.unit_id = f.unit_id
              and x.quantity is not null and x.control is null order by x.id desc limit 200) t
          join board_lot l on l.id = t.lot_id join board_type y on y.type_code = l.type_code
          where y.polarity = 'turnOn')
        update board_test set flags = array_append(flags, 'hookedByDilution')
        where id in (
          select strong.id from value strong join value weak on weak.unit_id = strong.unit_id
            and weak.sample_no = strong.sample_no and weak.analyte = strong.analyte
          where strong.factor >= 5 * weak.factor and strong.kind <> 'above' and weak.kind <> 'below'
            and weak.amount / weak.factor > 2 * strong.amount / strong.factor)
          and not ('hookedByDilution' = any(flags))`.execute(db);
    },
  };
}
