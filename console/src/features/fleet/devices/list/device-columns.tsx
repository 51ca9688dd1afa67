import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { useMemo } from "react";
import type { Column } from "../../../../kit/data-table/column.ts";
import { formatMoment } from "../../../../kit/moment.ts";
import type { FamilyFacts } from "../families/family-facts.ts";
import { ConnectionState } from "../header/connection-state.tsx";
import { useWords } from "../model/words.ts";
import { ActionsCell, LastValueCell, NameCell, ValueCell, WorkCell } from "./device-cells.tsx";

/** The columns of a family's list: those of every device, and the family's own latest values. */
export function useDeviceColumns(facts: FamilyFacts): Column<DeviceRow>[] {
  const { t } = useWords();
  return useMemo(
    () => [
      {
        id: "device",
        label: t("list.device"),
        width: 232,
        required: true,
        sortKey: "deviceName",
        cell: (row) => <NameCell row={row} facts={facts} />,
      },
      { id: "state", label: t("list.state"), width: 122, cell: (row) => <ConnectionState device={row} /> },
      {
        id: "work",
        label: t("list.work"),
        width: 192,
        cell: (row) => <WorkCell row={row} facts={facts} />,
      },
      {
        id: "point",
        label: t("list.point"),
        width: 144,
        cell: (row) => <span title={row.pointName ?? ""}>{row.pointName ?? "—"}</span>,
      },
      {
        id: "tags",
        label: t("list.tags"),
        width: 150,
        hiddenAtFirst: true,
        cell: (row) => <span title={row.tags.join(", ")}>{row.tags.join(", ") || "—"}</span>,
      },
      { id: "unit", label: t("list.unit"), width: 170, hiddenAtFirst: true, cell: (row) => row.unitName },
      {
        id: "lastValue",
        label: t("list.lastValue"),
        width: 108,
        align: "right",
        sortKey: "lastValueAt",
        cell: (row) => <LastValueCell row={row} facts={facts} />,
      },
      ...facts.columns.map(
        (column): Column<DeviceRow> => ({
          id: column.identifier,
          label: t(`list.values.${column.identifier}`),
          unit: column.unit,
          width: column.width ?? (column.bar ? 112 : 78),
          align: "right",
          cell: (row) => <ValueCell row={row} facts={facts} column={column} />,
        }),
      ),
      {
        id: "since",
        label: t("list.since"),
        width: 170,
        hiddenAtFirst: true,
        cell: (row) => formatMoment(row.connection.state === "online" ? row.connection.since : lastSeen(row)),
      },
      {
        id: "actions",
        label: t("list.actions"),
        width: 150,
        headless: true,
        required: true,
        fixed: "right",
        align: "right",
        cell: (row) => <ActionsCell row={row} facts={facts} />,
      },
    ],
    [facts, t],
  );
}

function lastSeen(row: DeviceRow): number | null {
  return row.connection.state === "offline" ? row.connection.lastSeen : null;
}
