import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { RuleBody } from "./alarm-rule.store.ts";

/** A device that a rule is about. */
export type RuleDevice = { deviceId: number; deviceName: string };

/** What a rule, stored or not, is tried on: the devices that it would be about, and what they reported. */
export function createAlarmTrialStore(db: Db) {
  return {
    /** Devices in the scope that a rule, stored or not, would be about. */
    async listDevices(scope: Scope, rule: RuleBody, limit: number): Promise<RuleDevice[]> {
      const found = await sql<RuleDevice>`
        select d.id as device_id, d.device_name ${fitting(scope, rule)} order by d.id limit ${limit}`.execute(
        db,
      );
      return found.rows;
    },

    async countDevices(scope: Scope, rule: RuleBody): Promise<number> {
      const found = await sql<{
        count: number;
      }>`select count(*)::int as count ${fitting(scope, rule)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** One property of one device over a span, in the order of its clock; as microseconds. */
    async listValues(deviceId: number, identifier: string, span: { begin: Date; end: Date }, limit: number) {
      const found = await sql<{ at: number; value: number }>`
        select extract(epoch from t.ts)::float8 * 1e6 as at, t.value
        from telemetry t join metric m on m.id = t.metric
        where t.device_id = ${deviceId} and m.identifier = ${identifier} and t.value is not null
          and t.ts >= ${span.begin} and t.ts <= ${span.end} order by t.ts limit ${limit}`.execute(db);
      return found.rows;
    },

    async listEventTimes(
      deviceId: number,
      identifiers: readonly string[],
      span: { begin: Date; end: Date },
      limit: number,
    ) {
      const found = await sql<{ at: number; identifier: string }>`
        select extract(epoch from ts)::float8 * 1e6 as at, identifier from device_event
        where device_id = ${deviceId} and identifier = any(${[...identifiers]}::text[])
          and ts >= ${span.begin} and ts <= ${span.end} order by ts limit ${limit}`.execute(db);
      return found.rows;
    },
  };
}

function fitting(scope: Scope, rule: RuleBody): RawBuilder<unknown> {
  const unit =
    rule.unitId === null
      ? sql`true`
      : sql`d.unit_id in (with recursive branch as (
          select id from dept where id = ${rule.unitId}
          union all select c.id from dept c join branch on c.parent_id = branch.id) select id from branch)`;
  return sql`from device d join product p on p.id = d.product_id
    where p.type_key = ${rule.typeKey} and ${inScope(scope, "d.unit_id")} and ${unit}
      and (${rule.tag} = '' or ${rule.tag} = any(d.tags))
      and (${rule.devices} = '' or d.device_name = any(string_to_array(${rule.devices}, ',')))`;
}
