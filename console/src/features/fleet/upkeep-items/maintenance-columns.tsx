import type { MaintenanceItem } from "@tracewater/contract/fleet/maintenance-items";
import { Check, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { DeleteMenu } from "../../../kit/row-menu.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { devicePlace } from "../../../pickers/alarm-labels.tsx";
import { useCounterName } from "./counters.ts";

/** What is open over the list. */
export type OpenMaintenance =
  | { kind: "form"; item: MaintenanceItem | null }
  | { kind: "detail" | "done" | "remove"; item: MaintenanceItem };

type Props = { item: MaintenanceItem; onOpen: (open: OpenMaintenance) => void };

const tones: Readonly<Record<MaintenanceItem["state"], Tone>> = {
  ok: "ok",
  soon: "warn",
  overdue: "critical",
};

export function useMaintenanceColumns(
  onOpen: Props["onOpen"],
  ofOneDevice: boolean,
): Column<MaintenanceItem>[] {
  const { t } = useTranslation("fleet-upkeep-items");
  const columns: Column<MaintenanceItem>[] = [
    {
      id: "name",
      label: t("column.name"),
      width: 200,
      flexible: true,
      required: true,
      cell: (row) => row.name,
    },
    { id: "device", label: t("column.device"), width: 170, cell: (row) => <DeviceLink item={row} /> },
    { id: "kind", label: t("column.kind"), width: 120, cell: (row) => t(`kind.${row.kind}`) },
    { id: "state", label: t("column.state"), width: 110, cell: (row) => <MaintenanceStateMark item={row} /> },
    {
      id: "dueOn",
      label: t("column.dueOn"),
      width: 120,
      cell: (row) => <span className="num">{row.dueOn ?? "—"}</span>,
    },
    {
      id: "counter",
      label: t("column.counter"),
      width: 210,
      flexible: true,
      cell: (row) => <Counter item={row} />,
    },
    { id: "unit", label: t("column.unit"), width: 150, hiddenAtFirst: true, cell: (row) => row.unitName },
    {
      id: "done",
      label: t("column.done"),
      width: 180,
      cell: (row) =>
        row.doneAt === null ? "—" : <span className="num">{`${formatDay(row.doneAt)} ${row.doneBy}`}</span>,
    },
    actionsColumn(t("column.actions"), 128, (row) => <Actions item={row} onOpen={onOpen} />),
  ];
  return ofOneDevice ? columns.filter(({ id }) => id !== "device" && id !== "unit") : columns;
}

function DeviceLink({ item }: { item: MaintenanceItem }) {
  return (
    <PathLink className="code" to={devicePlace(item, "upkeep")} onClick={(event) => event.stopPropagation()}>
      {item.deviceName}
    </PathLink>
  );
}

export function MaintenanceStateMark({ item }: { item: MaintenanceItem }) {
  const { t } = useTranslation("fleet-upkeep-items");
  return <State tone={tones[item.state]} label={t(`state.${item.state}`)} />;
}

/** "Pump hours 460 of 500 used". */
export function Counter({ item }: { item: MaintenanceItem }) {
  const { t } = useTranslation("fleet-upkeep-items");
  const name = useCounterName(item);
  if (item.counter === "" || item.counterLimit === null) return <>—</>;
  const now = item.counterNow === null ? "—" : formatNumber(item.counterNow);
  return (
    <>
      {name}{" "}
      <span className="num">
        {t(`counter.${item.counterMode}`, { now, limit: formatNumber(item.counterLimit) })}
      </span>
    </>
  );
}

function Actions({ item, onOpen }: Props) {
  const { t } = useTranslation("fleet-upkeep-items");
  const { name } = item;
  const button = (kind: "done" | "form", to: string, icon: ReactNode) => (
    <Allowed to={to}>
      <IconButton
        label={t(`row.${kind}`, { name })}
        onClick={(event) => {
          event.stopPropagation();
          onOpen({ kind, item });
        }}
      >
        {icon}
      </IconButton>
    </Allowed>
  );
  return (
    <span className="record-acts">
      {button("done", "upkeep:item:do", <Check />)}
      {button("form", "upkeep:item:edit", <Pencil />)}
      <Allowed to="upkeep:item:remove">
        <DeleteMenu
          name={name}
          label={t("row.remove", { name })}
          onDelete={() => onOpen({ kind: "remove", item })}
        />
      </Allowed>
    </span>
  );
}

export function PhoneItem({ item, onOpen }: Props) {
  const { t } = useTranslation("fleet-upkeep-items");
  return (
    <div className="upkeep-card">
      <span className="upkeep-line">
        <button type="button" className="upkeep-name" onClick={() => onOpen({ kind: "detail", item })}>
          {item.name}
        </button>
        <MaintenanceStateMark item={item} />
      </span>
      <span className="upkeep-quiet">
        {item.deviceName} · {t(`kind.${item.kind}`)} · {item.dueOn ?? <Counter item={item} />}
      </span>
      <span className="upkeep-line">
        <span />
        <Actions item={item} onOpen={onOpen} />
      </span>
    </div>
  );
}
