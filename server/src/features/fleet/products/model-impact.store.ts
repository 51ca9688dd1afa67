import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** What of a product's devices an identifier touches; `stored` is counted up to a bound. */
export type Impact = { identifier: string; devices: number; stored: number };
export type Range = { identifier: string; min: number | null; max: number | null };

/** Whom a change of a thing model touches. Its asker changes the product for every unit, so all devices count. */
export function createModelImpactStore(db: Db) {
  return {
    async ofProperties(productId: number, identifiers: readonly string[], max: number): Promise<Impact[]> {
      const found = await sql<Impact>`
        select m.identifier,
          (select count(*)::int from telemetry_latest l join device d on d.id = l.device_id
            where l.metric = m.id and d.product_id = ${productId}) as devices,
          (select count(*)::int from (select from device d join telemetry t on t.device_id = d.id and t.metric = m.id
            where d.product_id = ${productId} limit ${max}) few) as stored
        from metric m where m.identifier = any(${[...identifiers]}::text[]) limit ${identifiers.length}`.execute(
        db,
      );
      return found.rows;
    },

    async ofEvents(productId: number, identifiers: readonly string[], max: number): Promise<Impact[]> {
      const found = await sql<Impact>`
        select i.identifier, count(distinct few.device_id)::int as devices, count(few.device_id)::int as stored
        from unnest(${[...identifiers]}::text[]) as i(identifier) left join lateral (
          select e.device_id from device_event e join device d on d.id = e.device_id
          where d.product_id = ${productId} and e.identifier = i.identifier limit ${max}) few on true
        group by i.identifier`.execute(db);
      return found.rows;
    },

    /** Commands that still wait for a device or its reply. */
    async ofServices(productId: number, identifiers: readonly string[], max: number): Promise<Impact[]> {
      const found = await sql<Impact>`
        select i.identifier, count(distinct few.device_id)::int as devices, count(few.device_id)::int as stored
        from unnest(${[...identifiers]}::text[]) as i(identifier) left join lateral (
          select c.device_id from command c join device d on d.id = c.device_id
          where d.product_id = ${productId} and c.kind = 'service' and c.identifier = i.identifier
            and c.state in ('queued', 'sent', 'acknowledged') limit ${max}) few on true
        group by i.identifier`.execute(db);
      return found.rows;
    },

    /** Devices whose latest number lies outside of a range. */
    async outside(productId: number, ranges: readonly Range[]): Promise<Map<string, number>> {
      const found = await sql<{ identifier: string; devices: number }>`
        select r.identifier, count(*)::int as devices
        from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r(identifier text, min float8, max float8)
          join metric m on m.identifier = r.identifier join telemetry_latest l on l.metric = m.id
          join device d on d.id = l.device_id and d.product_id = ${productId}
        where l.value < r.min or l.value > r.max
        group by r.identifier limit ${Math.max(1, ranges.length)}`.execute(db);
      return new Map(found.rows.map((row) => [row.identifier, row.devices]));
    },

    async countDevices(productId: number): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from device where product_id = ${productId}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },
  };
}
