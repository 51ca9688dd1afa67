import type { Alarm } from "@tracewater/contract/fleet/alarms";
import { Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Age } from "../../../kit/age.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { devicePlace, SeverityTag, useAlarmLabels, useNameOf } from "../../../pickers/alarm-labels.tsx";
import { Cause } from "./cause.tsx";

export function useAlarmColumns(): Column<Alarm>[] {
  const { t } = useTranslation("fleet-alarms");
  const label = useAlarmLabels();
  const nameOf = useNameOf();
  return [
    {
      id: "severity",
      label: label("severity"),
      width: 110,
      sortKey: "severity",
      required: true,
      cell: (row) => <SeverityTag severity={row.severity} />,
    },
    {
      ...{ id: "name", label: t("column.name"), width: 190, flexible: true, required: true },
      cell: (row) => nameOf(row),
    },
    { id: "device", label: t("column.device"), width: 110, cell: (row) => <DeviceLink alarm={row} /> },
    {
      id: "cause",
      label: t("column.cause"),
      width: 300,
      flexible: true,
      cell: (row) => (
        <span className="alarm-cause">
          <Cause alarm={row} />
        </span>
      ),
    },
    { id: "state", label: t("column.state"), width: 124, cell: (row) => <AlarmStateMark alarm={row} /> },
    { ...momentColumn("raisedAt", t("column.raised")), sortKey: "raisedAt" },
    {
      id: "occurrences",
      label: t("column.occurrences"),
      width: 76,
      align: "right",
      cell: (row) => <span className="num">{row.occurrences}</span>,
    },
    { id: "unit", label: t("column.unit"), width: 150, hiddenAtFirst: true, cell: (row) => row.unitName },
    { ...momentColumn("clearedAt", t("column.cleared")), hiddenAtFirst: true },
    {
      id: "acknowledgedBy",
      label: t("column.acknowledgedBy"),
      width: 130,
      hiddenAtFirst: true,
      cell: (row) => row.acknowledgedBy || "—",
    },
    { ...momentColumn("lastAt", t("column.last")), sortKey: "lastAt", hiddenAtFirst: true },
  ];
}

function momentColumn(id: "raisedAt" | "clearedAt" | "lastAt", label: string): Column<Alarm> {
  return { id, label, width: 168, cell: (row) => <span className="num">{formatMoment(row[id])}</span> };
}

/** A display has no page of its own: its list is searched for it. */
export function DeviceLink({ alarm }: { alarm: Alarm }) {
  const { deviceId, typeKey, deviceName } = alarm;
  const place =
    deviceId === null || typeKey === null
      ? `/maintenance/display?keyword=${encodeURIComponent(deviceName)}`
      : devicePlace({ deviceId, typeKey, deviceName }, "alarms");
  return (
    <PathLink className="code" to={place} onClick={(event) => event.stopPropagation()}>
      {alarm.deviceName}
    </PathLink>
  );
}

/** Active, acknowledged or cleared; shelved and in maintenance are before that. */
export function AlarmStateMark({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation("fleet-alarms");
  const isShelved = alarm.shelvedUntil !== null;
  const state = isShelved ? "shelved" : alarm.state;
  const tone =
    state === "active" ? "critical" : state === "acknowledged" ? "warn" : state === "shelved" ? "off" : "ok";
  return (
    <span className="alarm-state">
      <State tone={tone} shape={state === "active" ? "disc" : undefined} label={t(`state.${state}`)} />
      {alarm.inMaintenance ? (
        <Wrench size={14} className="alarm-wrench" aria-label={t("inMaintenance")}>
          <title>{t("inMaintenance")}</title>
        </Wrench>
      ) : null}
    </span>
  );
}

export function AlarmCard({ alarm, onOpen }: { alarm: Alarm; onOpen: () => void }) {
  const nameOf = useNameOf();
  return (
    <button type="button" className="alarm-card" onClick={onOpen}>
      <span className="alarm-card-line">
        <SeverityTag severity={alarm.severity} />
        <Age at={alarm.raisedAt} />
      </span>
      <strong>{nameOf(alarm)}</strong>
      <span className="alarm-card-line alarm-quiet">
        <span>{alarm.nickname === "" ? alarm.deviceName : alarm.nickname}</span>
        <AlarmStateMark alarm={alarm} />
      </span>
    </button>
  );
}
