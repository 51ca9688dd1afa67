/** What a delivery holds: its samples, what was found in them, and the log of its temperature. */
import { getDelivery } from "@tracewater/contract/field/sampler-bottles";
import { sql } from "kysely";
import { z } from "zod";
import { inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { selectSamplings } from "../samplings/sampling.service.ts";
import { eitherInScope } from "./sample-delivery.store.ts";

const maxResults = 5000;
const deliveredAssay = getDelivery.reply.shape.data.unwrap().shape.assays.element;

export function createDeliveryContentStore(db: Db) {
  return {
    /** What a draft holds: sealed samples that are in no other one. Gives how many of them could be taken. */
    async pack(trx: Trx, id: number, samplingIds: readonly number[]): Promise<number> {
      await sql`update water_sampling set delivery_id = null where delivery_id = ${id}`.execute(trx);
      await trx.deleteFrom("deliverySample").where("deliveryId", "=", id).execute();
      const packed = await sql`
        with taken as (
          update water_sampling set delivery_id = ${id}
          where id = any(${[...samplingIds]}::int[]) and state = 'sealed' and delivery_id is null returning id)
        insert into delivery_sample (delivery_id, sampling_id) select ${id}, id from taken returning sampling_id`.execute(
        trx,
      );
      return packed.rows.length;
    },

    /** With it its samples are on their way to the other unit's laboratory. */
    async sendSamples(trx: Trx, id: number, labUnitId: number): Promise<void> {
      await sql`
        with sent as (update water_sampling set state = 'inTransit', lab_unit_id = ${labUnitId}
          where delivery_id = ${id} and state = 'sealed' returning bottle_id)
        update bottle set state = 'inTransit' from sent where bottle.id = sent.bottle_id`.execute(trx);
    },

    async receiveSamples(
      trx: Trx,
      id: number,
      checked: readonly {
        samplingId: number;
        condition: string;
        conditionNote: string;
        state: "received" | "rejected";
        reason: string;
      }[],
    ): Promise<void> {
      const rows = JSON.stringify(
        checked.map((one) => ({
          sampling_id: one.samplingId,
          ...{ condition: one.condition, note: one.conditionNote, state: one.state, reason: one.reason },
        })),
      );
      const given = sql`jsonb_to_recordset(${rows}::jsonb)
        as c(sampling_id int, condition text, note text, state text, reason text)`;
      await sql`update delivery_sample ds set condition = c.condition, note = c.note from ${given}
        where ds.delivery_id = ${id} and ds.sampling_id = c.sampling_id`.execute(trx);
      // A bottle that was rejected was received all the same: it is at the laboratory and has to be cleaned.
      await sql`
        with moved as (update water_sampling s set state = c.state, state_reason = c.reason from ${given}
          where s.id = c.sampling_id and s.delivery_id = ${id} returning s.bottle_id)
        update bottle set state = 'received' from moved where bottle.id = moved.bottle_id`.execute(trx);
    },

    async listSamples(id: number) {
      return selectSamplings(db)
        .innerJoin("deliverySample as packed", "packed.samplingId", "s.id")
        .select(["packed.condition", "packed.note as conditionNote"])
        .where("packed.deliveryId", "=", id)
        .orderBy("s.sampleNo")
        .limit(1000)
        .execute();
    },

    /** What was found in the samples of a delivery, of the days on which they were taken. */
    async listAssays(scope: Scope, deliveryNo: string, zone: string) {
      const { rows } = await sql`
        select a.id as assay_id, s.sample_no, b.body_code, to_char(a.sampled_on, 'YYYY-MM-DD') as sampled_on, a.analyte,
          a.value, a.flag, a.lod, a.loq, a.uncertainty, a.phase, a.source, a.state, a.analyst, a.reviewer
        from sample_delivery d join delivery_sample packed on packed.delivery_id = d.id
          join water_sampling s on s.id = packed.sampling_id join bottle b on b.id = s.bottle_id
          join assay a on a.bottle_id = s.bottle_id and a.sampled_on
            between (s.began at time zone ${zone})::date and (s.ended at time zone ${zone})::date
        where d.delivery_no = ${deliveryNo} and ${eitherInScope(scope)} and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")}
        order by s.sample_no, a.analyte, a.id limit ${maxResults}`.execute(db);
      return z.array(deliveredAssay).parse(rows);
    },

    async listTemperatures(id: number): Promise<{ at: number; celsius: number; by: string }[]> {
      const rows = await db
        .selectFrom("deliveryTemperature")
        .select(["at", "celsius", "loggedBy"])
        .where("deliveryId", "=", id)
        .orderBy("at")
        .limit(5000)
        .execute();
      return rows.map(({ at, celsius, loggedBy }) => ({ at: at.getTime(), celsius, by: loggedBy }));
    },

    async addTemperatures(
      trx: Trx,
      id: number,
      readings: readonly { at: number; celsius: number }[],
      by: string,
    ): Promise<number> {
      const added = await sql`
        insert into delivery_temperature (delivery_id, at, celsius, logged_by)
        select ${id}::int, to_timestamp(at / 1000), celsius, ${by}::text
        from unnest(${readings.map((one) => one.at)}::float8[], ${readings.map((one) => one.celsius)}::float8[])
          as r(at, celsius)
        on conflict do nothing returning 1`.execute(trx);
      return added.rows.length;
    },
  };
}
