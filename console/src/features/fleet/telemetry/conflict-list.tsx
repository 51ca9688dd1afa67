import { listConflicts } from "@tracewater/contract/fleet/telemetry";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import type { ChartProperty } from "../../../charts/use-panels.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { useTelemetryTexts } from "./telemetry-texts.ts";

type Row = { identifier: string; at: number; kept: unknown; other: unknown; otherReceivedAt: number };

const maxShown = 100;

/** Says that other values came for the same moments, where some did, and lists both of each. */
export function ConflictList(props: {
  deviceId: number;
  properties: readonly ChartProperty[];
  begin: number;
  end: number;
}) {
  const t = useTelemetryTexts();
  const [open, setOpen] = useState(false);
  const { deviceId, begin, end } = props;
  const query = { deviceId, beginTime: begin, endTime: end, pageSize: maxShown };
  const { data } = useApi(listConflicts, { query }, { silent: true, staleMs: 60_000, keepPrevious: true });
  if (data === undefined || data.total === 0) return null;
  const titleOf = (row: Row) =>
    props.properties.find((one) => one.identifier === row.identifier)?.title ?? row.identifier;
  const columns: Column<Row>[] = [
    { id: "at", label: t("conflict.at"), width: 170, required: true, cell: (row) => formatMoment(row.at) },
    { id: "property", label: t("conflict.property"), width: 150, cell: titleOf },
    { id: "kept", label: t("conflict.kept"), width: 110, align: "right", cell: (row) => printed(row.kept) },
    {
      id: "other",
      label: t("conflict.other"),
      width: 110,
      align: "right",
      cell: (row) => printed(row.other),
    },
    { id: "came", label: t("conflict.came"), width: 170, cell: (row) => formatMoment(row.otherReceivedAt) },
  ];
  return (
    <>
      <Button
        type="text"
        className="series-conflicts"
        icon={<TriangleAlert size={16} />}
        onClick={() => setOpen(true)}
      >
        {t("conflict.some", { count: data.total })}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} size={780} title={t("conflict.title")}>
        <p className="device-quiet">{t("conflict.text")}</p>
        <DataTable
          id="reading-conflicts"
          columns={columns}
          rows={data.rows}
          rowKey={(row) => `${row.identifier} ${row.at} ${row.otherReceivedAt} ${JSON.stringify(row.other)}`}
        />
        {data.total > maxShown ? (
          <p className="device-quiet">{t("conflict.more", { count: maxShown })}</p>
        ) : null}
      </Drawer>
    </>
  );
}

function printed(value: unknown): string {
  return typeof value === "number" ? formatNumber(value) : (JSON.stringify(value) ?? "—");
}
