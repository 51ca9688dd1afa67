/*
 * What no message brings about: silence, absence, time that has passed. Each is one statement over all devices and
 * alarms, guarded by the index of open alarms, so that two sweeps at once change nothing twice.
 */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export function createAlarmSweepStore(db: Db) {
  return {
    ...createSilenceSweep(db),

    /** Rules that are gone or out of use leave no alarm behind; of others the time to clear may have come. */
    endByRule: (at: Date): Promise<number> =>
      end(
        db,
        sql`select a.id from alarm a left join alarm_rule r on r.id = a.rule_id
            where a.cleared_at is null and a.origin like 'rule/%' and (
              r.id is null or r.status = '1'
              or (r.clear_by = 'after' and greatest(a.last_at, a.open_since)
                < ${at}::timestamptz - make_interval(mins => r.clear_after_min)))`,
        at,
      ),

    /**
     * The latest value says that it is over, and nobody ended it: the node that knew of the alarm went away. What
     * lies between the two thresholds is left alone.
     */
    endNormal: (at: Date): Promise<number> =>
      end(
        db,
        sql`select a.id from alarm a join alarm_rule r on r.id = a.rule_id
              join metric m on m.identifier = r.identifier
              join telemetry_latest l on l.device_id = a.device_id and l.metric = m.id
            where a.cleared_at is null and r.source = 'property' and r.clear_by = 'auto' and l.value is not null
              and l.ts > a.last_at and case r.operator
                when 'gt' then l.value <= least(r.threshold, coalesce(r.clear_threshold, r.threshold))
                when 'ge' then l.value < r.threshold and l.value <= coalesce(r.clear_threshold, l.value)
                when 'lt' then l.value >= greatest(r.threshold, coalesce(r.clear_threshold, r.threshold))
                when 'le' then l.value > r.threshold and l.value >= coalesce(r.clear_threshold, l.value)
                when 'eq' then l.value <> r.threshold
                else l.value = r.threshold end`,
        at,
      ),

    /** One severity graver, once for each span of the rule, until somebody acknowledges it. */
    async escalate(at: Date): Promise<number> {
      const done = await sql`
        with risen as (
          update alarm a set escalations = a.escalations + 1, escalated_at = ${at}, node = '',
            severity = case a.severity when 'info' then 'warning' when 'warning' then 'major' else 'critical' end
          from alarm_rule r
          where r.id = a.rule_id and r.escalate_min is not null and a.cleared_at is null and a.state = 'active'
            and a.shelved_until is null and not a.in_maintenance and (a.severity <> 'critical' or a.escalations = 0)
            and coalesce(a.escalated_at, a.open_since) <= ${at}::timestamptz - make_interval(mins => r.escalate_min)
          returning a.id, a.severity)
        insert into alarm_step (alarm_id, kind, at, note, to_tell) select id, 'escalated', ${at}, severity, true from risen
      `.execute(db);
      return Number(done.numAffectedRows ?? 0n);
    },

    /** Shelved ones come back when their time is over, and those of a device whose maintenance is. */
    async comeBack(at: Date): Promise<number> {
      const done = await sql`
        with over as (delete from device_maintenance where until <= ${at} returning device_id),
        back as (
          update alarm set node = '',
            shelved_until = case when shelved_until > ${at} then shelved_until end,
            in_maintenance = in_maintenance and device_id not in (select device_id from over)
          where cleared_at is null and (shelved_until <= ${at}
            or (in_maintenance and device_id in (select device_id from over)))
          returning id, in_maintenance or shelved_until is not null as is_quiet)
        insert into alarm_step (alarm_id, kind, at, to_tell) select id, 'unshelved', ${at}, not is_quiet from back
      `.execute(db);
      return Number(done.numAffectedRows ?? 0n);
    },
  };
}

/** Devices that do not report, or are not connected. */
function createSilenceSweep(db: Db) {
  return {
    /** Connected for as long as that, and not a report. */
    raiseSilent: (at: Date): Promise<number> =>
      raise(
        db,
        sql`select f.rule_id, d.id as device_id, d.unit_id, greatest(s.since, ${lastReport}) as since
          from alarm_rule r join alarm_rule_device f on f.rule_id = r.id join device d on d.id = f.device_id
            join device_session s on s.device_id = d.id
          where r.status = '0' and r.source = 'silent' and d.status = '0'
            and s.since < ${at}::timestamptz - make_interval(secs => r.duration_s)
            and coalesce(${lastReport}, s.since) < ${at}::timestamptz - make_interval(secs => r.duration_s)
            and not exists (select from alarm a where a.device_id = d.id and a.origin = 'rule/' || r.id
              and a.cleared_at is null)
          limit 10000`,
        at,
      ),

    raiseOffline: (at: Date): Promise<number> =>
      raise(
        db,
        sql`select f.rule_id, d.id as device_id, d.unit_id, d.last_online_at as since
          from alarm_rule r join alarm_rule_device f on f.rule_id = r.id join device d on d.id = f.device_id
          where r.status = '0' and r.source = 'offline' and d.status = '0' and d.activated_at is not null
            and d.last_online_at < ${at}::timestamptz - make_interval(secs => r.duration_s)
            and not exists (select from device_session s where s.device_id = d.id)
            and not exists (select from alarm a where a.device_id = d.id and a.origin = 'rule/' || r.id
              and a.cleared_at is null)
          limit 10000`,
        at,
      ),

    /** Back again, or silent no more, or out of service; of silence: gone offline, which is another matter. */
    endSilence: (at: Date): Promise<number> =>
      end(
        db,
        sql`select a.id from alarm a join device d on d.id = a.device_id
              left join device_session s on s.device_id = d.id
            where a.cleared_at is null and (
              (a.source in ('silent', 'offline') and d.status = '1')
              or (a.source = 'offline' and s.device_id is not null)
              or (a.source = 'silent' and (s.device_id is null or ${lastReport} > a.raised_at)))`,
        at,
      ),
  };
}

const lastReport = sql`(select m.received_at from message_log m where m.device_id = d.id and m.direction = 1
  and m.kind in (1, 2) order by m.received_at desc limit 1)`;

/** Raises the rule's alarm on each device of `found(rule_id, device_id, unit_id, since)`. */
async function raise(db: Db, found: RawBuilder<unknown>, at: Date): Promise<number> {
  const done = await sql`
    with found as (${found}),
    added as (
      insert into alarm (origin, rule_id, device_id, unit_id, type_key, name, name_zh, source, identifier, operator,
        threshold, severity, began_at, raised_at, last_at, open_since, in_maintenance)
      select 'rule/' || r.id, r.id, f.device_id, f.unit_id, r.type_key, r.name, r.name_zh, r.source, r.identifier,
        r.operator, r.duration_s, r.severity, f.since, ${at}, ${at}, ${at},
        exists (select from device_maintenance m where m.device_id = f.device_id and m.until > ${at})
      from found f join alarm_rule r on r.id = f.rule_id
      on conflict (device_id, origin) where cleared_at is null do nothing
      returning id, raised_at, in_maintenance)
    insert into alarm_step (alarm_id, kind, at, to_tell) select id, 'raised', raised_at, not in_maintenance from added
  `.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Ends the open alarms of `found(id)`. */
async function end(db: Db, found: RawBuilder<unknown>, at: Date): Promise<number> {
  const done = await sql`
    with ended as (
      update alarm set state = 'cleared', cleared_at = greatest(${at}::timestamptz, raised_at), node = ''
      where cleared_at is null and id in (${found}) returning id, in_maintenance)
    insert into alarm_step (alarm_id, kind, at, to_tell) select id, 'cleared', ${at}, not in_maintenance from ended
  `.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}
