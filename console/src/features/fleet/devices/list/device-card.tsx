import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { memo } from "react";
import { Link } from "react-router";
import { Age } from "../../../../kit/age.tsx";
import { Quantity } from "../../../../kit/quantity.tsx";
import {
  attentionOf,
  devicePath,
  type FamilyFacts,
  numberOf,
  progressOf,
  staleAfterMs,
  workStateOf,
} from "../families/family-facts.ts";
import { ConnectionState, WorkStateOf } from "../header/connection-state.tsx";
import { useWords } from "../model/words.ts";
import { Bar } from "./device-cells.tsx";

/** A device on a phone: the same reading order as its row. The whole card opens the device. */
export const DeviceCard = memo(function DeviceCard({ row, facts }: { row: DeviceRow; facts: FamilyFacts }) {
  const { t } = useWords();
  const online = row.connection.state === "online";
  const progress = online ? progressOf(facts, row.latest) : null;
  const faulty = workStateOf(facts, row.latest)?.tone === "critical";
  return (
    <Link className="device-card" to={devicePath(facts, row)}>
      <span className="device-card-head">
        <strong className="code">{row.deviceName}</strong>
        <span>{row.nickname}</span>
      </span>
      <span className="device-card-states">
        <ConnectionState device={row} />
        {online && row.latest[facts.workState.identifier] !== undefined ? (
          <span className="device-rule" />
        ) : null}
        <WorkStateOf facts={facts} latest={row.latest} connection={row.connection} />
        {progress === null ? null : <span className="device-quiet">{progress.text}</span>}
        <span className="device-card-age">
          <Age at={row.lastValueAt} staleAfterMs={staleAfterMs(facts, row.latest)} />
        </span>
      </span>
      {progress === null ? null : (
        <Bar share={progress.done / progress.of} tone={faulty ? "critical" : "accent"} />
      )}
      <span className="device-card-facts">
        {facts.columns.map((column) => (
          <CardValue key={column.identifier} row={row} facts={facts} column={column} />
        ))}
        <span className="device-card-fact device-card-wide">
          <span>{t("list.point")}</span>
          <span className="device-card-text">{row.pointName ?? "—"}</span>
        </span>
      </span>
    </Link>
  );
});

function CardValue(props: { row: DeviceRow; facts: FamilyFacts; column: FamilyFacts["columns"][number] }) {
  const { row, facts, column } = props;
  const { t } = useWords();
  const heard = row.connection.state === "online" || column.keepStale;
  const attention = heard ? attentionOf(facts, row.latest, column.identifier) : null;
  return (
    <span className="device-card-fact">
      <span>{t(`list.values.${column.identifier}`)}</span>
      <strong className={attention === null ? undefined : `device-value-${attention}`}>
        <Quantity
          value={heard ? numberOf(row.latest[column.identifier]) : null}
          unit={column.unit}
          digits={column.digits}
          alarm={attention === "critical"}
        />
      </strong>
    </span>
  );
}
