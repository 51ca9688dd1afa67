/** Bottles that leave their slots, and those that are put back right away. */
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "../../../platform/store/tables.ts";

/** Takes bottles out; what was in them decides what they are now. */
export async function takeOut(
  trx: Transaction<Tables>,
  deviceId: number,
  slots: readonly number[],
  by: { name: string; deliveryNo: string | null },
): Promise<LeftBottle[]> {
  const left = await sql<LeftBottle>`
    with ended as (
      update bottle_place set until = ${leftAt(sql`now()`)}, taken_by = ${by.name},
        delivery_no = ${by.deliveryNo}
      where device_id = ${deviceId} and slot = any(${[...slots]}::int[]) and until is null
      returning id, bottle_id, slot, device_id, since)
    update bottle set state = ${stateAfter(sql`ended`)}
    from ended where bottle.id = ended.bottle_id
    returning ended.id as place_id, ended.slot, bottle.id as bottle_id, bottle.body_code, bottle.state, bottle.unit_id, ended.since,
      (select cap_code from bottle_pair p where p.bottle_id = bottle.id and p.broken_at is null) as cap_code
    `.execute(trx);
  return left.rows;
}

/**
 * Puts bottles back into the slots that they have just left, where they are as they were left; a bottle or a slot
 * that is in use again breaks a unique key.
 */
export async function restore(
  trx: Transaction<Tables>,
  deviceId: number,
  placeIds: readonly string[],
  withinMs: number,
): Promise<{ bottleId: number; bodyCode: string; slot: number }[]> {
  const restored = await sql<{ bottleId: number; bodyCode: string; slot: number }>`
    with back as (
      update bottle_place p set until = null, taken_by = null, delivery_no = null
      from bottle b
      where p.id = any(${[...placeIds]}::bigint[]) and p.device_id = ${deviceId} and b.id = p.bottle_id
        and p.until > now() - ${withinMs}::float8 * interval '1 millisecond'
        and b.state in ('new', 'bound', 'filled')
        and not exists (select from bottle_entry e where e.device_id = p.device_id and e.slot = p.slot
          and e.part = 'body' and (e.state = 'waiting' or e.asked_at > p.until))
        and not exists (select from bottle_place later where later.id <> p.id and later.since >= p.until
          and (later.bottle_id = p.bottle_id or (later.device_id = p.device_id and later.slot = p.slot)))
      returning p.bottle_id, p.slot)
    update bottle set state = 'inSampler' from back where bottle.id = back.bottle_id
    returning bottle.id as bottle_id, bottle.body_code, back.slot`.execute(trx);
  return restored.rows;
}

/**
 * When the bottle of `bottle_place` left its slot. The aliquots in it have the device's own time: where its clock is
 * ahead, the stay ends after the last of them.
 */
export function leftAt(at: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`greatest(${at}, since, (select max(e.ts) + interval '1 millisecond' from device_event e
    where e.device_id = bottle_place.device_id and e.ts >= bottle_place.since and e.ts < now() + interval '1 day'
      and e.identifier in ('sampleTaken', 'sampleMissed', 'bottleFull')
      and e.params ->> 'index' = bottle_place.slot::text))`;
}

/** `filled` where an aliquot went into it since it was put there or set back, else what it was before. */
export function stateAfter(place: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case
    when exists (select from device_event e where e.device_id = ${place}.device_id
      and e.ts >= greatest(${place}.since, (select cleared_at from slot_clear c
        where c.device_id = ${place}.device_id and c.slot = ${place}.slot))
      and e.identifier = 'sampleTaken' and e.params ->> 'index' = ${place}.slot::text) then 'filled'
    when exists (select from bottle_pair p where p.bottle_id = ${place}.bottle_id and p.broken_at is null) then 'bound'
    else 'new' end`;
}

/** A bottle that was taken out of its slot. */
export type LeftBottle = {
  /** The stay that it ended. */
  placeId: string;
  slot: number;
  bottleId: number;
  bodyCode: string;
  capCode: string | null;
  unitId: number;
  state: string;
  since: Date;
};
