import "./samplers.css";
import { type Command, listCommands } from "@tracewater/contract/fleet/commands";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { commandText } from "../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { useProduct } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { commandTones } from "./records/command-tones.ts";
import { NamedDevice } from "./records/named-device.tsx";

const noFilters = [] as const;

/** What was sent to one device, by its name alone. */
export default function StatisticsCommandsPage() {
  return <NamedDevice>{(device) => <Commands device={device} />}</NamedDevice>;
}

function Commands({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("field-samplers");
  const { filters, change } = useUrlFilters(noFilters);
  const query = { deviceId: device.id, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listCommands, { query }, { keepPrevious: true, handled: true });
  const texts = useDeviceTexts();
  const model = useProduct(device.productId).data?.data.model;
  const nameOf = (row: Command) =>
    model === undefined ? row.identifier : commandText(row, model, texts).title;
  const columns: Column<Command>[] = [
    {
      id: "at",
      label: t("log.at"),
      width: 170,
      cell: (row) => <span className="num">{formatMoment(row.queuedAt)}</span>,
    },
    { id: "who", label: t("log.who"), width: 150, cell: (row) => row.actor },
    {
      id: "what",
      label: t("log.what"),
      width: 190,
      cell: (row) => <span title={row.identifier}>{nameOf(row)}</span>,
    },
    { id: "state", label: t("log.result"), width: 140, required: true, cell: (row) => <Ending row={row} /> },
    { id: "reply", label: t("log.reply"), width: 320, cell: (row) => row.message ?? "—" },
  ];
  return (
    <Card flush>
      <QueryRows
        found={found}
        id="statistics_commands"
        columns={columns}
        rowKey={(row) => row.id}
        empty={<EmptyState title={t("log.platform.none")} text={t("log.platform.noneText")} />}
        cards={(row) => (
          <div className="sampler-card">
            <span className="sampler-card-line">
              <span>{nameOf(row)}</span>
              <Ending row={row} />
            </span>
            <span className="num sampler-small">{formatMoment(row.queuedAt)}</span>
          </div>
        )}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </Card>
  );
}

function Ending({ row }: { row: Command }) {
  const { t } = useTranslation("field-samplers");
  return <State tone={commandTones[row.state] ?? "info"} label={t(`log.command.${row.state}`)} />;
}
