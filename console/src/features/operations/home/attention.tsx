import "./home.css";
import { type Alarm, listAlarms } from "@tracewater/contract/fleet/alarms";
import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { listDevices } from "@tracewater/contract/fleet/devices";
import { families } from "@tracewater/contract/fleet/families";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatClock, formatDay, formatMoment } from "../../../kit/moment.ts";
import { StateMark, type Tone } from "../../../kit/state.tsx";
import { useNow } from "../../../kit/ticking.ts";
import { toneOfSeverity, useAlarmNews, useNameOf } from "../../../pickers/alarm-labels.tsx";
import { useFamilyNames } from "../../../pickers/family-names.ts";
import type { FamilyCount } from "./fleet-state.ts";

/** So many devices are named one by one; the rest is a number. */
const maxNamed = 10;

/** Sentences about what is not as it should be, each with its subject, its age and the one thing to do about it. */
export function Attention({ counts }: { counts: readonly FamilyCount[] }) {
  const { t } = useTranslation("operations-home");
  const samplers = counts.find(({ typeKey }) => typeKey === "waterSample");
  const silent = useSilentSamplers((samplers?.offline ?? 0) > 0);
  const rest = (samplers?.offline ?? 0) - silent.length;
  const others = counts.filter((count) => count.typeKey !== "waterSample" && count.offline > 0);
  const unborn = counts.filter((count) => count.notActivated > 0);
  const alarms = useOpenAlarms();
  const isCalm = alarms.total + silent.length + Math.max(0, rest) + others.length + unborn.length === 0;
  return (
    <Card title={t("attention")} ruled flush>
      {isCalm ? (
        <EmptyState
          icon={<CircleCheck size={32} strokeWidth={1.3} />}
          title={t("calm.title")}
          text={t("calm.text")}
        />
      ) : (
        <ul className="attention">
          {alarms.rows.map((alarm) => (
            <AlarmRow key={alarm.alarmId} alarm={alarm} />
          ))}
          {alarms.total > alarms.rows.length ? (
            <MoreAlarmsRow count={alarms.total - alarms.rows.length} />
          ) : null}
          {silent.map((device) => (
            <SilentRow key={device.id} device={device} />
          ))}
          {rest > 0 && samplers ? (
            <CountRow count={samplers} state="offline" of={rest} more={silent.length > 0} />
          ) : null}
          {others.map((count) => (
            <CountRow key={count.typeKey} count={count} state="offline" of={count.offline} />
          ))}
          {unborn.map((count) => (
            <CountRow key={count.typeKey} count={count} state="notActivated" of={count.notActivated} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function useSilentSamplers(wanted: boolean): DeviceRow[] {
  const list = useApi(
    listDevices,
    { params: { family: "waterSample" }, query: { state: "offline", pageNum: 1, pageSize: maxNamed } },
    { enabled: wanted && hasPermission("device:sampler:list"), everyMs: 60_000, handled: true },
  );
  return wanted ? (list.data?.rows ?? []) : [];
}

/** So many open alarms are named one by one, the gravest first. */
const maxAlarms = 5;

function useOpenAlarms(): { rows: readonly Alarm[]; total: number } {
  const session = useSession();
  const found = useApi(
    listAlarms,
    { query: { state: "open", pageNum: 1, pageSize: maxAlarms } },
    { enabled: hasPermission("alarm:log:list", session), everyMs: 60_000, silent: true },
  );
  useAlarmNews(() => void invalidate(listAlarms));
  return { rows: found.data?.rows ?? [], total: found.data?.total ?? 0 };
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation("operations-home");
  const nameOf = useNameOf();
  return (
    <Row
      tone={toneOfSeverity[alarm.severity]}
      text={nameOf(alarm)}
      subject={
        <>
          <strong className="code">{alarm.deviceName}</strong> {alarm.nickname}
        </>
      }
      age={<Age at={alarm.raisedAt} bare />}
      verb={
        <Link to={`/maintenance/LogService?alarm=${alarm.alarmId}`}>
          {t(alarm.state === "active" ? "verb.acknowledge" : "verb.look")}
        </Link>
      }
    />
  );
}

function MoreAlarmsRow({ count }: { count: number }) {
  const { t } = useTranslation("operations-home");
  return (
    <Row
      tone="warn"
      text={t("moreAlarms", { count })}
      subject=""
      age={null}
      verb={<Link to="/maintenance/LogService?state=open">{t("verb.look")}</Link>}
    />
  );
}

function SilentRow({ device }: { device: DeviceRow }) {
  const { t } = useTranslation("operations-home");
  const now = useNow(60_000);
  const lastSeen = device.connection.state === "offline" ? device.connection.lastSeen : null;
  return (
    <Row
      tone="off"
      text={lastSeen === null ? t("silent") : t("silentSince", { time: shortMoment(lastSeen, now) })}
      subject={
        <>
          <strong className="code">{device.deviceName}</strong> {device.nickname}
        </>
      }
      age={<Age at={lastSeen} bare />}
      verb={<Link to={`/device/admin/${device.id}/device_info/${device.deviceName}`}>{t("verb.look")}</Link>}
    />
  );
}

/** Today the clock is enough. */
function shortMoment(at: number, now: number): string {
  return formatDay(at) === formatDay(now) ? formatClock(at) : formatMoment(at);
}

function CountRow(props: {
  count: FamilyCount;
  state: "offline" | "notActivated";
  of: number;
  more?: boolean;
}) {
  const { t } = useTranslation("operations-home");
  const { count, state } = props;
  const verb = state === "offline" ? t("verb.look") : t("verb.connect");
  return (
    <Row
      tone="off"
      shape={state === "notActivated" ? "dash" : undefined}
      text={t(props.more ? "wish.more" : `wish.${state}`, { count: props.of })}
      subject={useFamilyNames().many(count.typeKey)}
      age={null}
      verb={<Link to={`${families[count.typeKey].listPath}?state=${state}`}>{verb}</Link>}
    />
  );
}

function Row(props: {
  tone: Tone;
  shape?: "dash" | undefined;
  text: string;
  subject: ReactNode;
  age: ReactNode;
  verb: ReactNode;
}) {
  return (
    <li>
      <StateMark tone={props.tone} shape={props.shape} />
      <span>{props.text}</span>
      <span className="attention-subject">{props.subject}</span>
      <span className="attention-age">{props.age}</span>
      <span className="attention-verb">{props.verb}</span>
    </li>
  );
}
