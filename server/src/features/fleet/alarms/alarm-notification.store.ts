import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** Makes deliveries of the steps that somebody has still to be notified of. */
export function createAlarmNotificationStore(db: Db) {
  return {
    /**
     * One statement, so that a step is reported or has still to be: anyone who the rule names by mail, the next ones
     * too when it is escalated, and each webhook that wants alarms of that severity. Each of them becomes a step of
     * the alarm, which follows its delivery from then on and has in its note of which step it reports. Gives how many
     * steps were taken.
     */
    async notifyDue(at: Date, limit: number): Promise<number> {
      const done = await sql<{ count: number }>`
        with steps as (
          update alarm_step set to_tell = false where id in (
            select id from alarm_step where to_tell order by id limit ${limit} for update skip locked)
          returning id, alarm_id, kind, at),
        told as (
          select s.id as step_id, s.kind, s.at as step_at, a.*, coalesce(d.device_name, p.name) as device_name,
            coalesce(d.nickname, '') as nickname, u.name as unit_name,
            case s.kind when 'escalated' then concat_ws(',', nullif(r.emails, ''), nullif(r.escalate_emails, ''))
              else coalesce(r.emails, '') end as emails
          from steps s join alarm a on a.id = s.alarm_id left join device d on d.id = a.device_id
            left join display p on p.id = a.display_id
            join dept u on u.id = a.unit_id left join alarm_rule r on r.id = a.rule_id
          where a.shelved_until is null),
        letters as materialized (
          select *, nextval(pg_get_serial_sequence('delivery', 'id')) as delivery_id
          from (select distinct on (t.step_id, to_whom) t.*, to_whom
            from told t cross join lateral unnest(string_to_array(t.emails, ',')) to_whom where to_whom <> '') each_one),
        mails as (
          insert into delivery (id, alarm_id, address, topic, subject, body, next_at, created_at)
          overriding system value select t.delivery_id, t.id, t.to_whom, 'alarm',
            format('[%s] %s: %s (%s)', upper(t.severity), t.name, t.kind, t.device_name),
            concat_ws(E'\n', concat_ws(' / ', t.name, nullif(t.name_zh, '')), '',
              case when t.display_id is null then 'Device / 设备: ' else 'Display / 显示屏: ' end || concat_ws(' ', t.device_name, nullif(t.nickname, '')),
              'Unit / 单位: ' || t.unit_name,
              'Severity / 级别: ' || t.severity,
              'State / 状态: ' || t.kind,
              'Time / 时间: ' || to_char(t.step_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
              'Value / 数值: ' || t.value || coalesce(' (' || t.identifier || ')', '')),
            ${at}, ${at}
          from letters t
          returning id, alarm_id, webhook_id, address),
        posts as materialized (
          select t.*, w.id as webhook_id, nextval(pg_get_serial_sequence('delivery', 'id')) as delivery_id
          from told t join webhook w on w.status = '0' and 'alarm' = any(w.topics)
            and array_position(array['info', 'warning', 'major', 'critical'], t.severity)
              >= array_position(array['info', 'warning', 'major', 'critical'], w.min_severity)),
        hooks as (
          insert into delivery (id, alarm_id, webhook_id, topic, body, next_at, created_at)
          overriding system value select t.delivery_id, t.id, t.webhook_id, 'alarm', jsonb_build_object('type', 'alarm.' || t.kind, 'id', 'alarm/' || t.id || '/' || t.step_id,
              'at', floor(extract(epoch from t.step_at) * 1000), 'alarmId', t.id, 'name', t.name, 'nameZh', t.name_zh,
              'severity', t.severity, 'state', t.state, 'deviceName', t.device_name, 'typeKey', t.type_key,
              'unit', t.unit_name, 'source', t.source, 'identifier', t.identifier, 'value', t.value,
              'threshold', t.threshold, 'params', t.params,
              'raisedAt', floor(extract(epoch from t.raised_at) * 1000))::text, ${at}, ${at}
          from posts t
          returning id, alarm_id, webhook_id, address),
        noted as (
          insert into alarm_step (alarm_id, kind, at, note, way, recipient, outcome, delivery_id)
          select o.alarm_id, 'told', ${at}, about.kind, case when o.webhook_id is null then 'mail' else 'webhook' end,
            coalesce(w.name, o.address), 'waiting', o.id
          from (select * from mails union all select * from hooks) o left join webhook w on w.id = o.webhook_id
            join (select delivery_id, kind from letters union all select delivery_id, kind from posts) about
              on about.delivery_id = o.id
          order by o.id)
        select (select count(*) from steps)::int as count`.execute(db);
      return done.rows[0]?.count ?? 0;
    },
  };
}
