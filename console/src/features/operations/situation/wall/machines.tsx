import type { FamilyState, LatestSampling, OpenAlarm } from "@tracewater/contract/operations/situation";
import { useTranslation } from "react-i18next";
import { formatDay, formatMinute } from "../../../../kit/moment.ts";
import { formatNumber } from "../../../../kit/number.ts";
import { useNow } from "../../../../kit/ticking.ts";
import { useNameOf } from "../../../../pickers/alarm-labels.tsx";
import { useFamilyNames } from "../../../../pickers/family-names.ts";
import { SeverityMark } from "./marks.tsx";
import { squaresOf } from "./numbers.ts";
import { Reason, Section } from "./section.tsx";
import type { Machines } from "./use-wall-data.ts";

/** So many squares lie in the two rows of a family. */
const room = 64;

/** Each family as squares: connected, alarm, standing apart, offline. */
export function FleetSection({ machines }: { machines: Machines }) {
  const { t } = useTranslation("operations-situation");
  const all = machines.fleet.reduce((sum, one) => sum + totalOf(one), 0);
  return (
    <Section
      title={t("wall.fleet")}
      note={
        <>
          <i className="wall-square wall-square-online" /> {t("wall.online")}{" "}
          <i className="wall-square wall-square-alarm" /> {t("wall.alarm")}{" "}
          <i className="wall-square wall-square-off" /> {t("wall.offline")}
        </>
      }
      basis={t("wall.devicesAsOf", { count: all, time: formatMinute(machines.asOf) })}
    >
      {machines.fleet.length === 0 ? (
        <Reason text={t("wall.noDevices")} />
      ) : (
        <ul className="wall-rows">
          {machines.fleet.map((state) => (
            <Family key={state.typeKey} state={state} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Family({ state }: { state: FamilyState }) {
  const { t } = useTranslation("operations-situation");
  const name = useFamilyNames().many(state.typeKey);
  const { squares, each } = squaresOf(state, room);
  return (
    <li className="wall-family">
      <span className="wall-name">{name}</span>
      <span className="wall-figure">
        {formatNumber(state.online)} <small>/ {formatNumber(totalOf(state))}</small>
      </span>
      <span className="wall-squares" aria-hidden="true">
        {squares.map((kind, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: squares are told apart by their place alone
          <i key={at} className={`wall-square wall-square-${kind}`} />
        ))}
        {each > 1 ? <small>{t("wall.each", { count: each })}</small> : null}
      </span>
    </li>
  );
}

function totalOf({ online, offline, notActivated, disabled }: FamilyState): number {
  return online + offline + notActivated + disabled;
}

/** Open alarms, the gravest first. */
export function AlarmSection(props: { machines: Machines; rows: number; fresh: number }) {
  const { t } = useTranslation("operations-situation");
  const { alarms } = props.machines;
  return (
    <Section
      title={t("wall.alarms")}
      note={
        alarms === null
          ? null
          : t("wall.alarmsNote", { open: formatNumber(alarms.open), fresh: formatNumber(props.fresh) })
      }
    >
      {alarms === null ? (
        <Reason text={t("wall.notAllowed")} />
      ) : alarms.rows.length === 0 ? (
        <Reason text={t("wall.noAlarms")} />
      ) : (
        <ul className="wall-rows">
          {alarms.rows.slice(0, props.rows).map((alarm) => (
            <AlarmRow key={alarm.alarmId} alarm={alarm} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AlarmRow({ alarm }: { alarm: OpenAlarm }) {
  const { t } = useTranslation("operations-situation");
  const nameOf = useNameOf();
  return (
    <li className={`wall-alarm wall-alarm-${alarm.severity}`}>
      <SeverityMark severity={alarm.severity} />
      <span className="wall-name">{nameOf(alarm)}</span>
      <AlarmTime at={alarm.raisedAt} />
      <span className="wall-second">
        {alarm.pointName ?? (alarm.nickname || alarm.deviceName)}
        {alarm.isAcknowledged ? ` · ${t("wall.acknowledged")}` : ""}
      </span>
    </li>
  );
}

/** The clock today, the day before. */
export function AlarmTime({ at }: { at: number }) {
  const today = formatDay(useNow(60_000));
  const day = formatDay(at);
  return <time className="wall-time">{day === today ? formatMinute(at) : day.slice(5)}</time>;
}

export function SamplingSection({ machines, rows }: { machines: Machines; rows: number }) {
  const { t } = useTranslation("operations-situation");
  const { samplings } = machines;
  return (
    <Section
      title={t("wall.samplings")}
      note={samplings === null ? null : t("wall.overdue", { count: samplings.overdue })}
    >
      {samplings === null ? (
        <Reason text={t("wall.notAllowed")} />
      ) : samplings.rows.length === 0 ? (
        <Reason text={t("wall.noSamplings")} />
      ) : (
        <ul className="wall-rows">
          {samplings.rows.slice(0, rows).map((sampling) => (
            <SamplingRow key={sampling.samplingId} sampling={sampling} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SamplingRow({ sampling }: { sampling: LatestSampling }) {
  const { t } = useTranslation("operations-situation");
  const parts = [
    ...(sampling.slot === null ? [] : [t("wall.bottle", { slot: sampling.slot })]),
    ...(sampling.volume === null ? [] : [t("wall.volume", { volume: formatNumber(sampling.volume) })]),
  ];
  return (
    <li className="wall-sampling">
      <AlarmTime at={sampling.ended} />
      <span className="wall-name">{sampling.pointName ?? sampling.sampleNo}</span>
      <span className="wall-second">{parts.length === 0 ? sampling.sampleNo : parts.join(" · ")}</span>
    </li>
  );
}
