import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { memo } from "react";
import { Link } from "react-router";
import { ConnectionState, WorkStateOf } from "../../../../device/connection-state.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import {
  attentionOf,
  devicePath,
  type FamilyConfig,
  numberOf,
  progressOf,
  staleAfterMs,
  workStateOf,
} from "../../../../device/families/family-config.ts";
import { Age } from "../../../../kit/age.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";
import { Bar } from "./device-cells.tsx";

/** A device on a phone: the same reading order as its row. The whole card opens the device. */
export const DeviceCard = memo(function DeviceCard({
  row,
  familyConfig,
}: {
  row: DeviceRow;
  familyConfig: FamilyConfig;
}) {
  const { t } = useDeviceTexts();
  const online = row.connection.state === "online";
  const progress = online ? progressOf(familyConfig, row.latest) : null;
  const faulty = workStateOf(familyConfig, row.latest)?.tone === "critical";
  return (
    <Link className="device-card" to={devicePath(familyConfig, row)}>
      <span className="device-card-head">
        <strong className="code">{row.deviceName}</strong>
        <span>{row.nickname}</span>
      </span>
      <span className="device-card-states">
        <ConnectionState device={row} />
        {online && row.latest[familyConfig.workState.identifier] !== undefined ? (
          <span className="device-rule" />
        ) : null}
        <WorkStateOf familyConfig={familyConfig} latest={row.latest} connection={row.connection} />
        {progress === null ? null : <span className="device-quiet">{progress.text}</span>}
        <span className="device-card-age">
          <Age at={row.lastValueAt} staleAfterMs={staleAfterMs(familyConfig, row.latest)} />
        </span>
      </span>
      {progress === null ? null : (
        <Bar share={progress.done / progress.of} tone={faulty ? "critical" : "accent"} />
      )}
      <span className="device-card-facts">
        {familyConfig.columns.map((column) => (
          <CardValue key={column.identifier} row={row} familyConfig={familyConfig} column={column} />
        ))}
        <span className="device-card-fact device-card-wide">
          <span>{t("list.point")}</span>
          <span className="device-card-text">{row.pointName ?? "—"}</span>
        </span>
      </span>
    </Link>
  );
});

function CardValue(props: {
  row: DeviceRow;
  familyConfig: FamilyConfig;
  column: FamilyConfig["columns"][number];
}) {
  const { row, familyConfig, column } = props;
  const { t } = useDeviceTexts();
  const isFresh = row.connection.state === "online" || column.keepStale;
  const attention = isFresh ? attentionOf(familyConfig, row.latest, column.identifier) : null;
  return (
    <span className="device-card-fact">
      <span>{t(`list.values.${column.identifier}`)}</span>
      <strong className={attention === null ? undefined : `device-value-${attention}`}>
        <Quantity
          value={isFresh ? numberOf(row.latest[column.identifier]) : null}
          unit={column.unit}
          digits={column.digits}
          alarm={attention === "critical"}
        />
      </strong>
    </span>
  );
}
