import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { memo } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { WorkStateOf } from "../../../../device/connection-state.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import {
  attentionOf,
  devicePath,
  type FamilyConfig,
  familyPermission,
  type ListColumn,
  numberOf,
  progressOf,
  staleAfterMs,
} from "../../../../device/families/family-config.ts";
import { noValue } from "../../../../device/values.ts";
import { Age } from "../../../../kit/age.tsx";
import { formatNumber } from "../../../../kit/number.ts";
import { PathLink } from "../../../../kit/path-link.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";

// Cells are memoised: a live value gives one row a new identity, and only its cells are drawn again.
type Cell = { row: DeviceRow; familyConfig: FamilyConfig };

export const NameCell = memo(function NameCell({ row, familyConfig }: Cell) {
  return (
    <span className="device-name-cell">
      <PathLink className="code device-name" to={devicePath(familyConfig, row)}>
        {row.deviceName}
      </PathLink>
      <span className="device-name-nick" title={row.nickname}>
        {row.nickname}
      </span>
    </span>
  );
});

export const WorkCell = memo(function WorkCell({ row, familyConfig }: Cell) {
  const state = <WorkStateOf familyConfig={familyConfig} latest={row.latest} connection={row.connection} />;
  const progress = row.connection.state === "online" ? progressOf(familyConfig, row.latest) : null;
  const known =
    row.connection.state === "online" && row.latest[familyConfig.workState.identifier] !== undefined;
  if (!known) return <span className="device-quiet">{noValue}</span>;
  return (
    <span className="device-work-cell">
      {state}
      {progress === null ? null : (
        <span className="device-progress">
          <Bar share={progress.done / progress.of} tone="accent" />
          <span className="device-progress-count">{progress.text}</span>
        </span>
      )}
    </span>
  );
});

export const LastValueCell = memo(function LastValueCell({ row, familyConfig }: Cell) {
  return <Age at={row.lastValueAt} staleAfterMs={staleAfterMs(familyConfig, row.latest)} />;
});

export const ValueCell = memo(function ValueCell({
  row,
  familyConfig,
  column,
}: Cell & { column: ListColumn }) {
  const latest = row.latest[column.identifier];
  const isFresh = row.connection.state === "online" || column.keepStale;
  const value = isFresh ? numberOf(latest) : null;
  const attention = isFresh ? attentionOf(familyConfig, row.latest, column.identifier) : null;
  const className = `device-value${attention === null ? "" : ` device-value-${attention}`}`;
  return (
    <span className={className}>
      <Quantity value={value} digits={column.digits} alarm={attention === "critical"} />
      {column.bar ? <Bar share={value === null ? 0 : value / 100} tone={attention ?? "plain"} /> : null}
    </span>
  );
});

export const ActionsCell = memo(function ActionsCell({ row, familyConfig }: Cell) {
  const { t } = useDeviceTexts();
  return (
    <span className="device-row-actions">
      <PathLink to={devicePath(familyConfig, row)}>{t("list.open")}</PathLink>
      <Allowed to={familyPermission(familyConfig, "command")}>
        <PathLink to={devicePath(familyConfig, row, "server_down")}>{t("list.command")}</PathLink>
      </Allowed>
    </span>
  );
});

export function Bar(props: { share: number; tone: "accent" | "plain" | "warn" | "critical" }) {
  const share = Math.min(Math.max(props.share, 0), 1);
  return (
    <span className={`device-bar device-bar-${props.tone}`} aria-hidden="true">
      <span style={{ width: `${formatNumber(share * 100, 0)}%` }} />
    </span>
  );
}
