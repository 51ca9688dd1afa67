import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type BottleState, bottles } from "@tracewater/contract/field/bottles";
import { sql } from "kysely";
import { createResourceRows } from "../../../platform/resource/resource-rows.store.ts";
import type { Db } from "../../../platform/store/database.ts";

export type BottleQuery = QueryOf<typeof bottles.calls.list>;
export type BottleBody = BodyOf<typeof bottles.calls.add>;

/** The registry of bottles. */
export function createBottleStore(db: Db) {
  return {
    rows: createResourceRows(db, {
      resource: bottles,
      order: ["bodyCode"],
      joined: sql`join dept on dept.id = bottle.unit_id
        left join bottle_pair pair on pair.bottle_id = bottle.id and pair.broken_at is null
        left join bottle_place place on place.bottle_id = bottle.id and place.until is null
        left join device on device.id = place.device_id`,
      shown: {
        unitName: sql.ref("dept.name"),
        cleanedAt: sql<string | null>`to_char(bottle.cleaned_at, 'YYYY-MM-DD')`,
        state: sql.ref("bottle.state"),
        capCode: sql.ref("pair.cap_code"),
        deviceName: sql.ref("device.device_name"),
        slot: sql.ref("place.slot"),
      },
    }),

    /** How many of these bottles ever was in a sampler. */
    async countPlaced(ids: readonly number[]): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(distinct bottle_id)::int as count from bottle_place
        where bottle_id = any(${[...ids]}::int[])`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async listPairs(bottleId: number) {
      return db
        .selectFrom("bottlePair")
        .select(["capCode", "boundAt", "boundBy", "brokenAt", "brokenBy", "reason"])
        .where("bottleId", "=", bottleId)
        .orderBy("boundAt", "desc")
        .limit(200)
        .execute();
    },

    async listPlaces(bottleId: number) {
      return db
        .selectFrom("bottlePlace as place")
        .innerJoin("device", "device.id", "place.deviceId")
        .select([
          "device.deviceName",
          "place.slot",
          "place.since",
          "place.until",
          "place.putBy",
          "place.deliveryNo",
        ])
        .where("place.bottleId", "=", bottleId)
        .orderBy("place.since", "desc")
        .limit(200)
        .execute();
    },

    /** The bottle of this body code, registered where it is not known. */
    async ensure(bodyCode: string, unitId: number): Promise<number> {
      const found = await sql<{ id: number }>`
        insert into bottle (body_code, unit_id) values (${bodyCode}, ${unitId})
        on conflict (body_code) do update set body_code = excluded.body_code returning id`.execute(db);
      return found.rows[0]?.id ?? 0;
    },

    async setState(trx: Db, ids: readonly number[], state: BottleState): Promise<void> {
      await sql`update bottle set state = ${state} where id = any(${[...ids]}::int[])`.execute(trx);
    },

    /** Cleaned: it is empty, and its cap belongs to it no more. */
    async makeNew(trx: Db, id: number, by: string): Promise<void> {
      await sql`
        with broken as (update bottle_pair set broken_at = now(), broken_by = ${by}, reason = 'cleaned'
          where bottle_id = ${id} and broken_at is null)
        update bottle set state = 'new', cleaned_at = current_date where id = ${id}`.execute(trx);
    },

    /** Undefined where there is no pair to break; the sampler where it is, or was last, where it ever did. */
    async breakPair(trx: Db, bottleId: number, by: string, reason: string): Promise<BrokenPair | undefined> {
      const broken = await sql<BrokenPair>`
        with broken as (
          update bottle_pair set broken_at = now(), broken_by = ${by}, reason = ${reason}
          where bottle_id = ${bottleId} and broken_at is null returning id, bottle_id, broken_at)
        update bottle set state = case when state = 'bound' then 'new' else state end
        from broken where bottle.id = broken.bottle_id
        returning broken.id as pair_id, broken.broken_at, (select device_id from bottle_place p
          where p.bottle_id = bottle.id order by p.until is null desc, p.since desc limit 1) as device_id`.execute(
        trx,
      );
      return broken.rows[0];
    },
  };
}

export type BrokenPair = { pairId: string; brokenAt: Date; deviceId: number | null };
