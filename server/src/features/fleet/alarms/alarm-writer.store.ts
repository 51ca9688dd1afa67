/*
 * The SQL that goes with a batch of readings, in its transaction. Each statement serves many devices, guards itself
 * against memory that is behind the database, and leaves the step in the alarm's history with the change.
 */
import type { About } from "../fleet-events.ts";
import type { Statements } from "../uplink.ts";

export type ChangeKind = "pending" | "cancel" | "restart" | "raise" | "repeat" | "clear";

/** Times are microseconds. */
export type Change = {
  kind: ChangeKind;
  about: About;
  ruleId: number;
  metric: number | null;
  value: number | null;
  params: Record<string, unknown> | null;
  since: number;
  at: number;
  received: number;
  /** The newest of this rule's device in the batch: where the database knows a newer one, the change is late. */
  newest: number;
};

/** By `rule/device`: what the database did not take, and why. */
export type Refused = ReadonlyMap<string, "stale" | "gone">;

export async function writeChanges(
  db: Statements,
  rounds: readonly (readonly Change[])[],
  node: string,
): Promise<Refused> {
  const refused = new Map<string, "stale" | "gone">();
  for (const round of rounds) {
    for (const kind of ["cancel", "clear", "pending", "restart", "raise", "repeat"] as const) {
      const changes = round.filter((one) => one.kind === kind);
      if (changes.length === 0) continue;
      const records = JSON.stringify(changes.map(toRecord));
      const isNotified = kind === "raise" || kind === "clear";
      const done = await db.query(statements[kind], isNotified ? [records, node] : [records]);
      if (kind === "cancel" || kind === "repeat") continue;
      for (const fate of done.rows as { rule: number; device: number; fate: "stale" | "gone" | "done" }[]) {
        if (fate.fate !== "done") refused.set(`${fate.rule}/${fate.device}`, fate.fate);
      }
    }
  }
  return refused;
}

function toRecord({ about, ruleId, metric, value, params, since, at, received, newest }: Change) {
  const { deviceId, unitId } = about;
  return { rule: ruleId, device: deviceId, unit: unitId, metric, value, params, since, at, received, newest };
}

/**
 * The changes as rows, and of each whether the database knows of a newer value (of a property) or has counted this very
 * event, or a later one.
 */
const given = `
  x as (
    select rule, device, unit, metric, value, params, to_timestamp(since / 1e6) as since, to_timestamp(at / 1e6) as at,
      to_timestamp(newest / 1e6) as newest, to_timestamp(received / 1e6) as received
    from jsonb_to_recordset($1::jsonb) as x(rule int, device int, unit int, metric int, value float8, params jsonb,
      since numeric, at numeric, newest numeric, received numeric)),
  looked as (
    select x.*, exists (select from telemetry_latest l
        where l.device_id = x.device and l.metric = x.metric and l.ts > x.newest) as is_late
    from x)`;

const raise = `
  with ${given},
  known as (
    select l.*, r.id as rule_id, r.name, r.name_zh, r.type_key, r.source, r.identifier, r.operator, r.threshold, r.severity,
      r.flap_min, 'rule/' || r.id as origin,
      -- An event that was counted already, or one before it.
      exists (select from alarm a where l.metric is null and a.device_id = l.device and a.origin = 'rule/' || r.id
        and a.last_at >= l.at) as is_counted,
      exists (select from device_maintenance m where m.device_id = l.device and m.until > l.received) as in_maintenance
    from looked l left join alarm_rule r on r.id = l.rule and r.status = '0'),
  fresh as (select * from known where rule_id is not null and not is_late and not is_counted),
  again as (
    update alarm a set state = 'active', cleared_at = null, cleared_by = '', acknowledged_at = null,
      acknowledged_by = '', flaps = a.flaps + 1, occurrences = a.occurrences + 1, last_at = f.at, value = f.value,
      params = f.params, open_since = f.received, escalated_at = null, node = $2
    from fresh f
    where a.cleared_at > f.at - make_interval(mins => f.flap_min)
      and a.cleared_at < f.at + make_interval(mins => f.flap_min) and a.id =
      (select max(b.id) from alarm b where b.device_id = f.device and b.origin = f.origin)
    returning a.*),
  added as (
    insert into alarm (origin, rule_id, device_id, unit_id, type_key, name, name_zh, source, identifier, operator, threshold,
      value, params, severity, began_at, raised_at, last_at, open_since, in_maintenance, node)
    select f.origin, f.rule_id, f.device, f.unit, f.type_key, f.name, f.name_zh, f.source, f.identifier, f.operator, f.threshold,
      f.value, f.params, f.severity, f.since, f.at, f.at, f.received, f.in_maintenance, $2
    from fresh f where not exists (select from again a where a.device_id = f.device and a.origin = f.origin)
    on conflict (device_id, origin) where cleared_at is null do nothing
    returning *),
  dropped as (delete from alarm_watch w using fresh f where w.rule_id = f.rule and w.device_id = f.device),
  steps as (
    insert into alarm_step (alarm_id, kind, at, to_tell)
    select id, 'raised', raised_at, not in_maintenance from added
    union all select id, 'reopened', last_at, false from again)
  select k.rule, k.device,
    case when k.rule_id is null then 'gone' when k.is_late or k.is_counted then 'stale' else 'done' end as fate
  from known k`;

const clear = `
  with ${given},
  ended as (
    update alarm a set state = 'cleared', cleared_at = greatest(l.at, a.raised_at), last_at = greatest(l.at, a.last_at),
      node = $2
    from looked l
    where a.device_id = l.device and a.origin = 'rule/' || l.rule and a.cleared_at is null and not l.is_late
    returning a.*),
  steps as (insert into alarm_step (alarm_id, kind, at, to_tell)
    select id, 'cleared', cleared_at, not in_maintenance from ended)
  select l.rule, l.device, case when l.is_late then 'stale' else 'done' end as fate from looked l`;

const pending = `
  with ${given},
  kept as (
    insert into alarm_watch (rule_id, device_id, since, last_at)
    select l.rule, l.device, l.since, l.at from looked l join alarm_rule r on r.id = l.rule where not l.is_late
    on conflict (rule_id, device_id) do update set since = excluded.since, last_at = excluded.last_at)
  select rule, device, case when is_late then 'stale' else 'done' end as fate from looked`;

/** A late value inside of a span that seemed whole: the span begins after it. */
const restart = `
  with ${given},
  kept as (
    update alarm_watch w set since = x.since from x where w.rule_id = x.rule and w.device_id = x.device)
  select rule, device, 'done' as fate from x`;

const cancel = `
  with ${given}
  delete from alarm_watch w using x where w.rule_id = x.rule and w.device_id = x.device`;

const repeat = `
  with ${given}
  update alarm a set occurrences = a.occurrences + 1, last_at = x.at, params = x.params
  from x where a.device_id = x.device and a.origin = 'rule/' || x.rule and a.cleared_at is null and a.last_at < x.at`;

const statements: Record<ChangeKind, string> = { pending, cancel, restart, raise, repeat, clear };
