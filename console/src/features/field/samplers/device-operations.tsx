import { personLabel } from "@tracewater/contract/system/person-label";
import "./samplers.css";
import { type DeviceOperation, listDeviceOperations } from "@tracewater/contract/field/samplers";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { commandTones } from "./records/command-tones.ts";

const noFilters = [] as const;

/** What was done to a device by APP users, or by everybody else. */
export function DeviceOperations({ device, by }: { device: DeviceDetail; by: "app" | "platform" }) {
  const { t } = useTranslation("field-samplers");
  const { filters, change } = useUrlFilters(noFilters);
  const input = { params: { id: device.id }, query: { pageNum: filters.page, pageSize: filters.size, by } };
  const found = useApi(listDeviceOperations, input, { keepPrevious: true, handled: true });
  return (
    <Card flush>
      <QueryRows
        found={found}
        id="device_operations"
        columns={useColumns()}
        rowKey={(row) => String(row.operId)}
        empty={<EmptyState title={t(`log.${by}.none`)} text={t(`log.${by}.noneText`)} />}
        cards={(row) => <OperationCard row={row} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </Card>
  );
}

function useColumns(): Column<DeviceOperation>[] {
  const { t } = useTranslation("field-samplers");
  return [
    {
      id: "at",
      label: t("log.at"),
      width: 170,
      cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
    },
    { id: "who", label: t("log.who"), width: 150, cell: (row) => whoOf(row) || "—" },
    { id: "title", label: t("log.what"), width: 190, required: true, cell: (row) => row.title },
    {
      ...{ id: "result", label: t("log.result"), width: 150 },
      cell: (row) => <Result row={row} />,
    },
    { id: "reply", label: t("log.reply"), width: 320, cell: (row) => <Reply row={row} /> },
    {
      id: "ip",
      label: t("log.address"),
      width: 130,
      cell: (row) => <span className="code">{row.operIp}</span>,
    },
  ];
}

function Result({ row }: { row: DeviceOperation }) {
  const { t } = useTranslation("field-samplers");
  return row.status === "0" ? (
    <State tone="ok" label={t("log.done")} />
  ) : (
    <State tone="warn" label={row.errorMsg || t("log.refused")} />
  );
}

function Reply({ row }: { row: DeviceOperation }) {
  const { t } = useTranslation("field-samplers");
  if (row.command === null) return "—";
  const { identifier, state, message, reply } = row.command;
  const data = reply !== null && JSON.stringify(reply) !== "{}" ? JSON.stringify(reply) : "";
  const said = message !== null && message !== "success" ? message : "";
  return (
    <span className="sampler-reply">
      <State tone={commandTones[state] ?? "info"} label={`${identifier} · ${t(`log.command.${state}`)}`} />
      <span className="sampler-small">{[said, data].filter(Boolean).join(" ")}</span>
    </span>
  );
}

function OperationCard({ row }: { row: DeviceOperation }) {
  return (
    <div className="sampler-card">
      <span className="sampler-card-line">
        <strong>{row.title}</strong>
        <span className="num sampler-small">{formatMoment(row.at)}</span>
      </span>
      <span className="sampler-card-line sampler-small">
        <span>{whoOf(row)}</span>
        <Result row={row} />
      </span>
      {row.command === null ? null : <Reply row={row} />}
    </div>
  );
}

function whoOf({ nickName, operName }: { nickName: string; operName: string }): string {
  return personLabel({ nickName, userName: operName });
}
