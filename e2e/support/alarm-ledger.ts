import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import type { ApiClient } from "./api-client.ts";
import type { DatabaseView } from "./database-view.ts";
import { waitUntil } from "./wait-until.ts";

/** Above this the water is said to be too alkaline; devices of `reporting-device.ts` cross it again and again. */
const alarmAbove = 8;

/** A rule on what every device reports; whatever crosses it is an alarm of its own. */
export async function addCrossingRule(api: ApiClient): Promise<void> {
  const body = {
    name: "Alkaline",
    typeKey: "waterSample" as const,
    source: "property" as const,
    identifier: "ph",
    operator: "gt" as const,
    threshold: alarmAbove,
    severity: "major" as const,
    flapMin: 0,
    emails: "duty@example.org",
  };
  await api.call(alarmRules.calls.add, { body });
}

/** `wrong` are devices whose alarms are not those that follow from what is stored of them. */
export type AlarmBalance = { alarms: number; wrong: number; stepsWrong: number; notifiedWrong: number };

/**
 * Holds the alarms of the rule against the readings in the database: as many as values rose above it, open where the
 * last value is above, each raised once, cleared once, and a mail made once for each of both.
 */
async function balanceAlarms(view: DatabaseView): Promise<AlarmBalance> {
  const [found] = await view.rows<AlarmBalance>(
    `with values as (
       select t.device_id, t.ts, t.value > $1 as high,
         lag(t.value > $1, 1, false) over (partition by t.device_id order by t.ts) as before
       from telemetry t join metric m on m.id = t.metric where m.identifier = 'ph'),
     wanted as (
       select device_id, count(*) filter (where high and not before) as raised,
         (array_agg(high order by ts desc))[1] as is_open
       from values group by device_id),
     own as (select * from alarm where name = 'Alkaline'),
     kept as (select device_id, count(*) as raised, bool_or(cleared_at is null) as is_open from own group by device_id),
     steps as (
       select o.id, count(s.id) filter (where s.kind = 'raised') as raised,
         count(s.id) filter (where s.kind = 'cleared') as cleared,
         count(s.id) filter (where s.kind = 'told') as told, o.cleared_at is not null as is_over
       from own o left join alarm_step s on s.alarm_id = o.id group by o.id, o.cleared_at)
     select (select count(*)::int from own) as alarms,
       (select count(*)::int from wanted w left join kept k using (device_id)
         where w.raised <> coalesce(k.raised, 0) or w.is_open <> coalesce(k.is_open, false)) as wrong,
       (select count(*)::int from steps where raised <> 1 or cleared <> is_over::int) as "stepsWrong",
       (select count(*)::int from steps where told <> raised + cleared) as "notifiedWrong"`,
    [alarmAbove],
  );
  if (found === undefined) throw new Error("the store told nothing of alarms");
  return found;
}

/** The alarms, once everybody has been reported who has to be: the last of them a moment after their readings. */
export async function settledAlarms(view: DatabaseView): Promise<AlarmBalance> {
  let found = await balanceAlarms(view);
  const isNotified = async () => {
    found = await balanceAlarms(view);
    return found.notifiedWrong === 0;
  };
  // What is not reported by then is for the caller to judge.
  await waitUntil("everybody was told", isNotified, { everyMs: 200, withinMs: 75_000 }).catch(
    () => undefined,
  );
  return found;
}
export const noAlarmWrong = { wrong: 0, stepsWrong: 0, notifiedWrong: 0 } as const;
export const noOrderWrong = { lost: 0, untrue: 0, doneTwice: 0 } as const;
