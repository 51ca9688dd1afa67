import type { DeviceRow } from "@tracewater/contract/fleet/devices";
import { useMemo } from "react";
import { ConnectionState } from "../../../../device/connection-state.tsx";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { actionsColumn, type Column } from "../../../../kit/data-table/column.ts";
import { formatMoment } from "../../../../kit/moment.ts";
import { ActionsCell, LastValueCell, NameCell, ValueCell, WorkCell } from "./device-cells.tsx";

/** The columns of a family's list: those of every device, and the family's own latest values. */
export function useDeviceColumns(familyConfig: FamilyConfig): Column<DeviceRow>[] {
  const { t } = useDeviceTexts();
  return useMemo(
    () => [
      ...stateColumns(familyConfig, t),
      ...placeColumns(t),
      ...valueColumns(familyConfig, t),
      actionsColumn(t("list.actions"), 150, (row) => <ActionsCell row={row} familyConfig={familyConfig} />),
    ],
    [familyConfig, t],
  );
}

/** Which device it is, whether it is connected and what it does. */
function stateColumns(familyConfig: FamilyConfig, t: DeviceTexts["t"]): Column<DeviceRow>[] {
  return [
    {
      id: "device",
      label: t("list.device"),
      width: 232,
      flexible: true,
      required: true,
      sortKey: "deviceName",
      cell: (row) => <NameCell row={row} familyConfig={familyConfig} />,
    },
    { id: "state", label: t("list.state"), width: 122, cell: (row) => <ConnectionState device={row} /> },
    {
      id: "work",
      label: t("list.work"),
      width: 192,
      cell: (row) => <WorkCell row={row} familyConfig={familyConfig} />,
    },
  ];
}

/** Where the device is and whose it is. */
function placeColumns(t: DeviceTexts["t"]): Column<DeviceRow>[] {
  return [
    {
      id: "point",
      label: t("list.point"),
      width: 144,
      flexible: true,
      cell: (row) => <span title={row.pointName ?? ""}>{row.pointName ?? "—"}</span>,
    },
    {
      id: "tags",
      label: t("list.tags"),
      width: 150,
      flexible: true,
      hiddenAtFirst: true,
      cell: (row) => <span title={row.tags.join(", ")}>{row.tags.join(", ") || "—"}</span>,
    },
    { id: "unit", label: t("list.unit"), width: 170, hiddenAtFirst: true, cell: (row) => row.unitName },
  ];
}

/** What the device has reported, and since when it is connected or away. */
function valueColumns(familyConfig: FamilyConfig, t: DeviceTexts["t"]): Column<DeviceRow>[] {
  return [
    {
      id: "lastValue",
      label: t("list.lastValue"),
      width: 124,
      align: "right",
      sortKey: "lastValueAt",
      cell: (row) => <LastValueCell row={row} familyConfig={familyConfig} />,
    },
    ...familyConfig.columns.map(
      (column): Column<DeviceRow> => ({
        id: column.identifier,
        label: t(`list.values.${column.identifier}`),
        unit: column.unit,
        width: column.width ?? (column.bar ? 112 : 78),
        align: "right",
        cell: (row) => <ValueCell row={row} familyConfig={familyConfig} column={column} />,
      }),
    ),
    {
      id: "since",
      label: t("list.since"),
      width: 170,
      hiddenAtFirst: true,
      cell: (row) => formatMoment(row.connection.state === "online" ? row.connection.since : lastSeen(row)),
    },
  ];
}

function lastSeen(row: DeviceRow): number | null {
  return row.connection.state === "offline" ? row.connection.lastSeen : null;
}
