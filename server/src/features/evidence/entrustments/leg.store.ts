import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../../platform/store/database.ts";

/** What a box measured in one span of a leg: when it begins, and the lowest, mean and highest temperature in it. */
export type LegReading = readonly [at: number, min: number, mean: number, max: number];
export type LegReadings = {
  count: number;
  /** °C over the whole leg; null where nothing was reported. */
  min: number | null;
  mean: number | null;
  max: number | null;
  excursionSeconds: number;
  spans: readonly LegReading[];
};

/** As many points as a curve has at most; a longer leg has longer spans. */
const maxSpans = 1440;
/** A reading counts until the next one, but no longer: beyond that nobody knows. */
const validSeconds = 900;

const read = z.array(
  z.object({
    at: z.number(),
    min: z.number(),
    mean: z.number(),
    max: z.number(),
    count: z.number(),
    seconds: z.number(),
  }),
);

/** The temperatures of a box between two moments; seconds outside of the limits count from reading to reading. */
export async function readLeg(
  trx: Trx,
  leg: { deviceId: number; from: Date; to: Date; low: number | null; high: number | null },
): Promise<LegReadings> {
  const { deviceId, from, to, low, high } = leg;
  const width = Math.max(60, Math.ceil((to.getTime() - from.getTime()) / 1000 / maxSpans));
  const { rows } = await sql`
    with read as (
      select t.ts, t.value,
        least(extract(epoch from coalesce(lead(t.ts) over (order by t.ts), ${to}::timestamptz) - t.ts),
          ${validSeconds}) as lasts
      from telemetry t
      where t.device_id = ${deviceId} and t.metric = (select id from metric where identifier = 'boxTemp')
        and t.ts >= ${from} and t.ts <= ${to} and t.value is not null)
    select floor(extract(epoch from min(ts)) * 1000)::float8 as at,
      min(value)::float8 as min, avg(value)::float8 as mean, max(value)::float8 as max, count(*)::int as count,
      coalesce(sum(lasts) filter (where value < ${low}::float8 or value > ${high}::float8), 0)::float8 as seconds
    from read group by floor(extract(epoch from ts) / ${width}::float8) order by 1`.execute(trx);
  const spans = read.parse(rows);
  const count = spans.reduce((sum, one) => sum + one.count, 0);
  const sum = spans.reduce((total, one) => total + one.mean * one.count, 0);
  const isEmpty = count === 0;
  return {
    count,
    min: isEmpty ? null : tenth(Math.min(...spans.map((one) => one.min))),
    mean: isEmpty ? null : tenth(sum / count),
    max: isEmpty ? null : tenth(Math.max(...spans.map((one) => one.max))),
    excursionSeconds: Math.round(spans.reduce((sum, one) => sum + one.seconds, 0)),
    spans: spans.map(({ at, min, mean, max }) => [at, tenth(min), tenth(mean), tenth(max)]),
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
