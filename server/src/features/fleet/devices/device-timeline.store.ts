import type { TimelineKind, TimelineTopic } from "@tracewater/contract/fleet/device-lifecycle";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";

export type TimelineRow = {
  id: string;
  at: Date;
  kind: TimelineKind;
  actor: string;
  facts: Record<string, unknown>;
};

export type SpanRow = { id: number; name: string; code: string | null; since: Date; until: Date | null };
export type UptimeDay = { day: string; ofMs: number; onlineMs: number; connects: number };

type TimelineFilter = { topic: TimelineTopic | undefined; span: TimeSpan };

/** Entries that are counted at most; a longer timeline is not counted further. */
const maxCounted = 10_000;
const maxSpans = 200;

const kindsOf: Record<TimelineTopic, readonly TimelineKind[]> = {
  connection: ["connected", "takenOver", "disconnected"],
  place: [
    "registered",
    "claimed",
    "moved",
    "pointBound",
    "pointUnbound",
    "replaced",
    "replacedOther",
    "retired",
    "restored",
  ],
  access: ["secretReset", "labelMade", "enabled", "disabled"],
  firmware: ["firmware", "upgradeFailed"],
  alarm: ["alarmRaised", "alarmCleared", "alert", "error"],
};

/** What is reported about a device afterwards. What was, belongs to the unit of its time: another's is not reported. */
export function createDeviceTimelineStore(db: Db) {
  /** The newest `max` entries: each source gives its own from its index, and they are merged. */
  function entries(scope: Scope, deviceId: number, { topic, span }: TimelineFilter, max: number) {
    const wanted = (kind: TimelineKind) => topic === undefined || kindsOf[topic].includes(kind);
    const kinds = topic === undefined ? Object.values(kindsOf).flat() : kindsOf[topic];
    const owned = ownedAt(scope, deviceId);
    const within = (moment: string) => isWithin(sql.ref(moment), span);
    const parts: RawBuilder<unknown>[] = [
      sql`(select 'r' || r.id as id, r.at, r.kind, r.actor, r.facts from device_record r
        where r.device_id = ${deviceId} and r.kind = any(${[...kinds]}::text[]) and ${within("r.at")}
          and ${inScope(scope, "r.unit_id")}
        order by r.at desc limit ${max})`,
    ];
    if (wanted("connected")) {
      parts.push(
        sql`(select 'c' || extract(epoch from c.since) as id, c.since as at, 'connected' as kind, '' as actor,
          '{}'::jsonb as facts from device_connection c where c.device_id = ${deviceId} and ${within("c.since")}
            and ${owned("c.since")}
          order by c.since desc limit ${max})`,
        sql`(select 'd' || extract(epoch from c.since) as id, c.until as at,
          case when c.taken_over then 'takenOver' else 'disconnected' end as kind, '' as actor,
          jsonb_build_object('onlineMs', round(extract(epoch from c.until - c.since) * 1000)) as facts
          from device_connection c where c.device_id = ${deviceId} and c.until is not null
            and ${endsWithin(deviceId, span)} and ${owned("c.until")}
          order by c.since desc limit ${max})`,
      );
    }
    if (wanted("alert")) {
      parts.push(sql`(select 'e' || e.id as id, e.ts as at, e.kind, '' as actor,
        jsonb_build_object('identifier', e.identifier, 'params', e.params) as facts from device_event e
        where e.device_id = ${deviceId} and e.kind in ('alert', 'error') and ${within("e.ts")}
          and ${inScope(scope, "e.unit_id")}
        order by e.ts desc limit ${max})`);
    }
    if (wanted("firmware")) {
      parts.push(
        sql`(select 'f' || v.module || extract(epoch from v.since) as id, v.since as at, 'firmware' as kind, '' as actor,
          jsonb_build_object('module', v.module, 'from', v.before, 'to', v.version) as facts
          from (select module, version, since, lag(version) over (partition by module order by since) as before
            from (select module, version, since from device_firmware where device_id = ${deviceId}
              union all select module, version, since from device_firmware_past where device_id = ${deviceId}) told) v
          where ${within("v.since")} and ${owned("v.since")} order by v.since desc limit ${max})`,
        sql`(select 'u' || u.id as id, u.finished_at as at, 'upgradeFailed' as kind, '' as actor,
          jsonb_build_object('module', u.module, 'to', f.version, 'reason', u.reason, 'message', u.message) as facts
          from firmware_upgrade u join firmware f on f.id = u.firmware_id
          where u.device_id = ${deviceId} and u.state in ('failed', 'timedOut') and ${within("u.finished_at")}
            and ${inScope(scope, "u.unit_id")}
          order by u.finished_at desc limit ${max})`,
      );
    }
    if (wanted("alarmRaised")) {
      const alarm = sql`jsonb_build_object('name', a.name, 'nameZh', a.name_zh, 'severity', a.severity) as facts
        from alarm a where a.device_id = ${deviceId} and ${inScope(scope, "a.unit_id")}`;
      parts.push(
        sql`(select 'a' || a.id as id, a.raised_at as at, 'alarmRaised' as kind, '' as actor, ${alarm}
          and ${within("a.raised_at")}
          order by a.raised_at desc limit ${max})`,
        sql`(select 'z' || a.id as id, a.cleared_at as at, 'alarmCleared' as kind, a.cleared_by as actor, ${alarm}
          and a.cleared_at is not null and ${within("a.cleared_at")} order by a.cleared_at desc limit ${max})`,
      );
    }
    return sql<TimelineRow>`select * from (${sql.join(parts, sql` union all `)}) told`;
  }

  return {
    /** Newest first. */
    async list(
      scope: Scope,
      deviceId: number,
      filter: TimelineFilter,
      page: { limit: number; offset: number },
    ): Promise<TimelineRow[]> {
      const { rows } = await sql<TimelineRow>`
        ${entries(scope, deviceId, filter, page.offset + page.limit)}
        order by at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return rows;
    },

    /** Exact to 10,000 of each kind of source; what lies beyond is not counted. */
    async count(scope: Scope, deviceId: number, filter: TimelineFilter): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (${entries(scope, deviceId, filter, maxCounted)}) counted`.execute(
        db,
      );
      return Math.min(rows[0]?.count ?? 0, maxCounted);
    },

    async listPointSpans(scope: Scope, deviceId: number): Promise<SpanRow[]> {
      return db
        .selectFrom("devicePoint as s")
        .innerJoin("samplingPoint as p", "p.id", "s.pointId")
        .select(["p.id", "p.name", "p.code", "s.since", "s.until"])
        .where("s.deviceId", "=", deviceId)
        .where(inScope(scope, "p.unit_id"))
        .orderBy("s.since", "desc")
        .limit(maxSpans)
        .execute();
    },

    async listUnitSpans(scope: Scope, deviceId: number): Promise<SpanRow[]> {
      return db
        .selectFrom("deviceUnit as s")
        .innerJoin("dept as u", "u.id", "s.unitId")
        .select(["u.id", "u.name", sql<null>`null`.as("code"), "s.since", "s.until"])
        .where("s.deviceId", "=", deviceId)
        .where(inScope(scope, "u.id"))
        .orderBy("s.since", "desc")
        .limit(maxSpans)
        .execute();
    },

    /** Of each of the last days, in this zone, how long it counts (from its first connection) and how long it was here. */
    async uptime(deviceId: number, asked: { days: number; now: Date; zone: string }): Promise<UptimeDay[]> {
      const { days, now, zone } = asked;
      const { rows } = await sql<UptimeDay>`
        with bounds as (
          select d::date as day, d at time zone ${zone} as opens, (d + interval '1 day') at time zone ${zone} as closes
          from generate_series(
            date_trunc('day', ${now}::timestamptz at time zone ${zone}) - make_interval(days => ${days - 1}::int),
            date_trunc('day', ${now}::timestamptz at time zone ${zone}), interval '1 day') d
        ), known as (
          select coalesce((select min(since) from device_connection where device_id = dev.id), dev.activated_at,
            'infinity') as since
          from device dev where dev.id = ${deviceId}
        ), counted as (
          select b.day, least(b.closes, ${now}::timestamptz) as closes,
            least(greatest(b.opens, k.since), b.closes, ${now}::timestamptz) as opens
          from bounds b, known k
        ), held as (
          select since, coalesce(until, ${now}::timestamptz) as until from device_connection
          where device_id = ${deviceId} and coalesce(until, 'infinity') > (select min(opens) from counted)
        )
        select to_char(c.day, 'YYYY-MM-DD') as day,
          greatest(0, extract(epoch from c.closes - c.opens) * 1000)::float8 as of_ms,
          coalesce((select sum(extract(epoch from least(h.until, c.closes) - greatest(h.since, c.opens)) * 1000)
            from held h where h.since < c.closes and h.until > c.opens), 0)::float8 as online_ms,
          (select count(*)::int from held h where h.since >= c.opens and h.since < c.closes) as connects
        from counted c order by c.day`.execute(db);
      return rows;
    },
  };
}

/**
 * Whether a connection ended in the period. Connections of a device follow each other, so none that began before the
 * last one before the period ends in it: the index by their beginning bounds what is read.
 */
function endsWithin(deviceId: number, span: TimeSpan): RawBuilder<boolean> {
  const ended = isWithin(sql`c.until`, span);
  const begun = isWithin(sql`c.since`, { endTime: span.endTime });
  if (span.beginTime === undefined) return sql<boolean>`${ended} and ${begun}`;
  return sql<boolean>`${ended} and ${begun} and c.since >= coalesce((select max(before.since) from device_connection before
    where before.device_id = ${deviceId} and before.since < ${new Date(span.beginTime)}), '-infinity')`;
}

/** Whether the device was in a unit of the scope at a moment. */
function ownedAt(scope: Scope, deviceId: number): (moment: string) => RawBuilder<boolean> {
  if (scope.kind === "all") return () => sql<boolean>`true`;
  return (moment) => sql<boolean>`exists (select 1 from device_unit u where u.device_id = ${deviceId}
    and ${inScope(scope, "u.unit_id")} and ${sql.ref(moment)} >= u.since
    and ${sql.ref(moment)} < coalesce(u.until, 'infinity'))`;
}
