import type { AlarmRule } from "@tracewater/contract/fleet/alarm-rules";
import type { RuleSource } from "@tracewater/contract/fleet/alarm-sources";
import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** A rule in use with whom it is about; the sets are null where all that the type fits are meant. */
export type RuleInUse = {
  id: number;
  revision: string;
  typeKey: string;
  source: RuleSource;
  identifier: string;
  operator: AlarmRule["operator"];
  threshold: number | null;
  clearThreshold: number | null;
  durationS: number;
  clearBy: AlarmRule["clearBy"];
  clearEvent: string;
  unitIds: number[] | null;
  deviceIds: number[] | null;
};

/** What each node watches the readings with: the rules in use, and what is open or pending by them. */
export function createAlarmWatchStore(db: Db) {
  return {
    async listInUse(): Promise<RuleInUse[]> {
      const found = await sql<RuleInUse>`
        select r.id, md5(r::text) as revision, r.type_key, r.source, r.identifier, r.operator, r.threshold,
          r.clear_threshold, r.duration_s, r.clear_by, r.clear_event,
          case when r.unit_id is not null then array(
            with recursive branch as (
              select id from dept where id = r.unit_id
              union all select d.id from dept d join branch on d.parent_id = branch.id)
            select id from branch) end as unit_ids,
          case when r.tag <> '' or r.devices <> '' then array(
            select device_id from alarm_rule_device f where f.rule_id = r.id) end as device_ids
        from alarm_rule r where r.status = '0' order by r.id limit 5000`.execute(db);
      return found.rows;
    },

    /** What is open or about to become so, by rule; as microseconds. */
    async listWatches() {
      const found = await sql<{
        ruleId: number;
        deviceId: number;
        phase: "open" | "pending";
        since: number;
        lastAt: number;
      }>`
        select rule_id, device_id, 'open' as phase, extract(epoch from began_at)::float8 * 1e6 as since,
          extract(epoch from last_at)::float8 * 1e6 as last_at
        from alarm where cleared_at is null and rule_id is not null
        union all
        select rule_id, device_id, 'pending', extract(epoch from since)::float8 * 1e6,
          extract(epoch from last_at)::float8 * 1e6
        from alarm_watch limit 1000000`.execute(db);
      return found.rows;
    },
  };
}
