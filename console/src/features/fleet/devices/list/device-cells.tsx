import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { memo } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { Age } from "../../../../kit/age.tsx";
import { formatNumber } from "../../../../kit/number.ts";
import { PathLink } from "../../../../kit/path-link.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";
import {
  attentionOf,
  devicePath,
  type FamilyFacts,
  familyPermission,
  type ListColumn,
  numberOf,
  progressOf,
  staleAfterMs,
} from "../families/family-facts.ts";
import { WorkStateOf } from "../header/connection-state.tsx";
import { noValue } from "../model/values.ts";
import { useWords } from "../model/words.ts";

// Cells are memoised: a live value gives one row a new identity, and only its cells are drawn again.
type Cell = { row: DeviceRow; facts: FamilyFacts };

export const NameCell = memo(function NameCell({ row, facts }: Cell) {
  return (
    <span className="device-name-cell">
      <PathLink className="code device-name" to={devicePath(facts, row)}>
        {row.deviceName}
      </PathLink>
      <span className="device-name-nick" title={row.nickname}>
        {row.nickname}
      </span>
    </span>
  );
});

export const WorkCell = memo(function WorkCell({ row, facts }: Cell) {
  const state = <WorkStateOf facts={facts} latest={row.latest} connection={row.connection} />;
  const progress = row.connection.state === "online" ? progressOf(facts, row.latest) : null;
  const known = row.connection.state === "online" && row.latest[facts.workState.identifier] !== undefined;
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

export const LastValueCell = memo(function LastValueCell({ row, facts }: Cell) {
  return <Age at={row.lastValueAt} staleAfterMs={staleAfterMs(facts, row.latest)} />;
});

export const ValueCell = memo(function ValueCell({ row, facts, column }: Cell & { column: ListColumn }) {
  const latest = row.latest[column.identifier];
  const heard = row.connection.state === "online" || column.keepStale;
  const value = heard ? numberOf(latest) : null;
  const attention = heard ? attentionOf(facts, row.latest, column.identifier) : null;
  const className = `device-value${attention === null ? "" : ` device-value-${attention}`}`;
  return (
    <span className={className}>
      <Quantity value={value} digits={column.digits} alarm={attention === "critical"} />
      {column.bar ? <Bar share={value === null ? 0 : value / 100} tone={attention ?? "plain"} /> : null}
    </span>
  );
});

export const ActionsCell = memo(function ActionsCell({ row, facts }: Cell) {
  const { t } = useWords();
  return (
    <span className="device-row-actions">
      <PathLink to={devicePath(facts, row)}>{t("list.open")}</PathLink>
      <Allowed to={familyPermission(facts, "command")}>
        <PathLink to={devicePath(facts, row, "server_down")}>{t("list.command")}</PathLink>
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
