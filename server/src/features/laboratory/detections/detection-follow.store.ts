import { type DetectionFollowed, detectionFollowed } from "@tracewater/contract/laboratory/detections";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";
import type { StoredDetection } from "./detection.store.ts";

/** Where a find was made: the point of the detector, the sampler there, and the bottle at its arm. */
export type FindPlace = {
  deviceName: string;
  pointId: number | null;
  samplerId: number | null;
  bottleId: number | null;
};

/** Of the first find of a run: what follows is one thing for all of its analytes. */
export const originOfFind = (findId: number) => `detectionFind/${findId}`;

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

export function createDetectionFollowStore(db: Db) {
  return {
    async findPlace(deviceId: number, at: Date): Promise<FindPlace | undefined> {
      const { rows } = await sql<FindPlace>`
        select d.device_name, here.point_id, sampler.device_id as sampler_id, pl.bottle_id
        from device d
          left join lateral (select dp.point_id from device_point dp where dp.device_id = d.id and dp.since <= ${at}
            and (dp.until is null or dp.until > ${at}) order by dp.since desc limit 1) here on true
          left join lateral (select dp.device_id from device_point dp join device s on s.id = dp.device_id
            where dp.point_id = here.point_id and dp.until is null and s.type_key = 'waterSample'
            order by dp.since desc limit 1) sampler on true
          left join bottle_place pl on pl.device_id = sampler.device_id and pl.until is null and pl.slot = (
            select l.value from telemetry_latest l where l.device_id = sampler.device_id
              and l.metric = (select m.id from metric m where m.identifier = 'bottleIndex'))
        where d.id = ${deviceId} limit 1`.execute(db);
      return rows[0];
    },

    /** The order that an earlier run of this detector drafted and nobody has taken up yet. */
    async findDraftedOrder(deviceId: number): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`
        select o.id from work_order o where o.device_id = ${deviceId} and o.state = 'draft'
          and starts_with(o.origin, ${originOfFind(0).slice(0, -1)}::text)
        order by o.id desc limit 1`.execute(db);
      return rows[0]?.id;
    },

    async setFollowed(
      findId: number,
      followed: { bottleId: number | null; orderId: number; commandId: string | null },
    ): Promise<void> {
      const { bottleId, orderId, commandId } = followed;
      await sql`update detection_find set bottle_id = ${bottleId}, order_id = ${orderId}, command_id = ${commandId}
        where id = ${findId}`.execute(db);
    },

    /** What followed from the finds of a run; the alarm is that of the rule that watches them. */
    async findFollowed(run: StoredDetection): Promise<DetectionFollowed | undefined> {
      const { rows } = await sql`
        select f.id as find_id,
          case when h.id is not null then json_build_object('bottleId', h.bottle_id, 'bodyCode', b.body_code,
            'since', ${ms("h.since")}, 'releasedAt', ${ms("h.released_at")}, 'releasedBy', h.released_by,
            'reason', h.release_reason) end as hold,
          case when m.id is not null then json_build_object('alarmId', m.id, 'state', m.state,
            'deviceName', d.device_name) end as alarm,
          case when f.command_id is not null then json_build_object('commandId', f.command_id::text,
            'deviceName', cd.device_name, 'state', c.state) end as command,
          case when o.id is not null then json_build_object('orderId', o.id, 'orderNo', o.order_no,
            'state', o.state) end as order
        from detection_find f join device d on d.id = f.device_id
          left join lateral (select * from bottle_hold h where h.bottle_id = f.bottle_id
            and h.origin = ${originOfFind(0).slice(0, -1)}::text || f.id order by h.id desc limit 1) h on true
          left join bottle b on b.id = h.bottle_id
          left join lateral (select m.id, m.state from alarm m where m.device_id = f.device_id and m.source = 'event'
            and m.identifier = 'exceed' and m.began_at <= f.at + interval '1 second'
            and m.last_at >= f.at - interval '1 second' order by m.id desc limit 1) m on true
          left join command c on c.id = f.command_id left join device cd on cd.id = c.device_id
          left join work_order o on o.id = f.order_id
        where f.device_id = ${run.deviceId} and f.sample_no = ${run.sampleNo}
          and f.at >= ${new Date(run.startedAt)} and f.at <= ${new Date(run.measuredAt + 3_600_000)}
        order by f.order_id is null, f.id limit 1`.execute(db);
      return z.array(detectionFollowed).parse(rows)[0];
    },
  };
}
