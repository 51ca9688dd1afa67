import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import type { StoredLoad } from "./load.store.ts";
import type { CollectedLoad } from "./load-collection.model.ts";

/** Of one workbook: each is three rows at most, and a workbook is built in memory. */
export const maxCollected = 20_000;

const point = z.object({
  ...{ pointId: z.number(), siteKind: z.string() },
  ...{ latitude: z.number().nullable(), longitude: z.number().nullable() },
});
const sample = z.object({
  ...{ sampleNo: z.string(), began: z.string(), ended: z.string() },
  aliquotsTaken: z.number().nullable(),
});

/** What collections report of the points and samples of loads. */
export function createLoadCollectionStore(db: Db) {
  return {
    async addDetails(loads: readonly StoredLoad[]): Promise<CollectedLoad[]> {
      const points = [...new Set(loads.map((one) => one.pointId))];
      const numbers = [...new Set(loads.flatMap((one) => one.sampleNo ?? []))];
      const [ofPoints, ofSamples] = await Promise.all([
        sql`select id as point_id, kind as site_kind, latitude, longitude from sampling_point
          where id = any(${points}::int[]) limit ${maxCollected}`.execute(db),
        sql`select sample_no, to_char(began at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as began,
            to_char(ended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ended, aliquots_taken
          from water_sampling where sample_no = any(${numbers}::text[]) limit ${maxCollected}`.execute(db),
      ]);
      const pointOf = new Map(
        z
          .array(point)
          .parse(ofPoints.rows)
          .map((one) => [one.pointId, one]),
      );
      const sampleOf = new Map(
        z
          .array(sample)
          .parse(ofSamples.rows)
          .map((one) => [one.sampleNo, one]),
      );
      return loads.map((one) => {
        const place = pointOf.get(one.pointId);
        const taken = one.sampleNo === null ? undefined : sampleOf.get(one.sampleNo);
        return {
          ...one,
          ...{ siteKind: place?.siteKind ?? "", latitude: place?.latitude ?? null },
          ...{
            longitude: place?.longitude ?? null,
            began: taken?.began ?? null,
            ended: taken?.ended ?? null,
          },
          aliquotsTaken: taken?.aliquotsTaken ?? null,
        };
      });
    },
  };
}
