import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { restore, takeOut } from "./carousel-removal.store.ts";
import type { KnownBottle } from "./entry.model.ts";

export type PlacedBottle = {
  slot: number;
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  state: string;
  material: string;
  volume: number;
  since: Date;
  until: Date | null;
};

const placedFrom = sql`from bottle_place pl join bottle b on b.id = pl.bottle_id
  left join bottle_pair pa on pa.bottle_id = b.id and pa.bound_at <= coalesce(pl.until, now())
    and (pa.broken_at is null or pa.broken_at > coalesce(pl.until, now()))`;

/** Which bottle is and was in which slot. Rows carry a device: callers check its scope first. */
export function createCarouselStore(db: Db) {
  const placed = (where: RawBuilder<unknown>) => sql<PlacedBottle>`
    select pl.slot, b.id as bottle_id, b.body_code, pa.cap_code, b.state, b.material, b.volume, pl.since, pl.until
    ${placedFrom} where ${where}`;

  return {
    takeOut,
    restore,

    async listNow(deviceId: number): Promise<PlacedBottle[]> {
      return (await placed(sql`pl.device_id = ${deviceId} and pl.until is null limit 32`).execute(db)).rows;
    },

    /** Whatever was in the device's slots at some time of the span. */
    async listBetween(deviceId: number, begin: Date, end: Date): Promise<PlacedBottle[]> {
      const where = sql`pl.device_id = ${deviceId} and pl.since <= ${end}
        and (pl.until is null or pl.until >= ${begin}) order by pl.since limit 20000`;
      return (await placed(where).execute(db)).rows;
    },

    /** The same at several devices. */
    async listBetweenOf(
      deviceIds: readonly number[],
      begin: Date,
      end: Date,
    ): Promise<(PlacedBottle & { deviceId: number })[]> {
      const found = await sql<PlacedBottle & { deviceId: number }>`
        select pl.device_id, pl.slot, b.id as bottle_id, b.body_code, pa.cap_code, b.state, b.material, b.volume,
          pl.since, pl.until
        ${placedFrom} where pl.device_id = any(${[...deviceIds]}::int[]) and pl.since <= ${end}
          and (pl.until is null or pl.until >= ${begin}) order by pl.since limit 20000`.execute(db);
      return found.rows;
    },

    /** The places in this list of stays whose bottle was cleaned, or put into a slot again, after it had left. */
    async listReused(stays: readonly { bottleId: number; until: Date | null }[]): Promise<number[]> {
      const given = JSON.stringify(
        stays.flatMap(({ bottleId, until }, place) =>
          until === null ? [] : [{ place, bottle: bottleId, until }],
        ),
      );
      const found = await sql<{ place: number }>`
        select g.place from jsonb_to_recordset(${given}::jsonb) as g(place int, bottle int, until timestamptz)
        join bottle b on b.id = g.bottle
        where b.cleaned_at > g.until::date
          or exists (select from bottle_place p where p.bottle_id = g.bottle and p.since > g.until)
        limit ${stays.length}`.execute(db);
      return found.rows.map((row) => row.place);
    },

    async listClears(deviceId: number): Promise<{ slot: number; clearedAt: Date }[]> {
      return db
        .selectFrom("slotClear")
        .select(["slot", "clearedAt"])
        .where("deviceId", "=", deviceId)
        .limit(32)
        .execute();
    },

    /** The bottle with this code on its body, and the one whose cap it is. */
    async findByCode(
      scope: Scope,
      code: string,
    ): Promise<{ body: KnownBottle | null; cap: KnownBottle | null }> {
      const found = await sql<Found>`
        select b.id as bottle_id, b.body_code, pa.cap_code, b.state, b.body_code = ${code} as is_body,
          ${inScope(scope, "b.unit_id")} as is_reached, pl.device_id, d.device_name, pl.slot
        from bottle b
        left join bottle_pair pa on pa.bottle_id = b.id and pa.broken_at is null
        left join bottle_place pl on pl.bottle_id = b.id and pl.until is null
        left join device d on d.id = pl.device_id
        where b.body_code = ${code}
          or b.id = (select bottle_id from bottle_pair where cap_code = ${code} and broken_at is null)
        limit 2`.execute(db);
      const of = (isBody: boolean) => found.rows.find((row) => row.isBody === isBody);
      return { body: toKnown(of(true)), cap: toKnown(of(false)) };
    },

    async listDelivered(scope: Scope, deliveryNo: string): Promise<Delivered[]> {
      const found = await sql<Delivered>`
        select b.id as bottle_id, b.body_code, pa.cap_code, b.state, d.id as device_id, d.device_name, pl.slot,
          pl.since, pl.until, coalesce(pl.taken_by, '') as taken_by, null as sample_no
        from bottle_place pl join bottle b on b.id = pl.bottle_id join device d on d.id = pl.device_id
        left join bottle_pair pa on pa.bottle_id = b.id and pa.bound_at <= pl.until
          and (pa.broken_at is null or pa.broken_at > pl.until)
        where pl.delivery_no = ${deliveryNo} and pl.until is not null and ${inScope(scope, "b.unit_id")}
        order by d.device_name, pl.slot, pl.since limit 1000`.execute(db);
      return found.rows;
    },

    /** The bottles of these samples, in their order, each with the slot where it was when its first aliquot fell. */
    async listSampled(samples: readonly SampledBottle[]): Promise<Delivered[]> {
      const given = JSON.stringify(
        // A place that begins in the same millisecond holds the aliquot.
        samples.map(({ began, ...one }, place) => ({ ...one, place, at: new Date(began + 1) })),
      );
      const found = await sql<Delivered>`
        select b.id as bottle_id, b.body_code, g."capCode" as cap_code, b.state, d.id as device_id, d.device_name,
          pl.slot, pl.since, pl.until, coalesce(pl.taken_by, '') as taken_by, g."sampleNo" as sample_no
        from jsonb_to_recordset(${given}::jsonb) as g(place int, "bottleId" int, "deviceId" int, slot int,
          "capCode" text, "sampleNo" text, at timestamptz)
        join bottle b on b.id = g."bottleId"
        left join lateral (select * from bottle_place p where p.bottle_id = b.id and p.device_id = g."deviceId"
          and p.slot = g.slot and p.since <= g.at and (p.until is null or p.until >= g.at)
          order by p.since desc limit 1) pl on true
        left join device d on d.id = pl.device_id
        order by g.place limit ${samples.length}`.execute(db);
      return found.rows;
    },
  };
}

/** A bottle of a delivery; without a sampler where a person filled it. */
export type Delivered = {
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  state: string;
  takenBy: string;
  sampleNo: string | null;
} & (
  | { deviceId: number; deviceName: string; slot: number; since: Date; until: Date | null }
  | { deviceId: null; deviceName: null; slot: null; since: null; until: null }
);

/** A sample by its bottle, and by where and when that began to be filled. */
export type SampledBottle = {
  bottleId: number;
  deviceId: number | null;
  slot: number | null;
  capCode: string | null;
  sampleNo: string;
  /** [ms] */
  began: number;
};

type Found = {
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  state: string;
  isBody: boolean;
  isReached: boolean;
  deviceId: number | null;
  deviceName: string | null;
  slot: number | null;
};

function toKnown(row: Found | undefined): KnownBottle | null {
  if (row === undefined) return null;
  const { bottleId, bodyCode, capCode, state, isReached, deviceId, deviceName, slot } = row;
  const place =
    deviceId === null || deviceName === null || slot === null ? null : { deviceId, deviceName, slot };
  return { bottleId, bodyCode, capCode, state, isReached, place };
}
