import "./samplers.css";
import { type Command, listCommands } from "@tracewater/contract/fleet/commands";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
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
      cell: (row) => <span className="code">{row.identifier}</span>,
    },
    { id: "state", label: t("log.result"), width: 140, required: true, cell: (row) => <Ending row={row} /> },
    { id: "reply", label: t("log.reply"), width: 320, cell: (row) => row.message ?? "—" },
  ];
  return (
    <Card flush>
      <FoundRows
        found={found}
        id="statistics_commands"
        columns={columns}
        rowKey={(row) => row.id}
        empty={<Blank title={t("log.none")} text={t("log.noneText")} />}
        cards={(row) => (
          <div className="sampler-card">
            <span className="sampler-card-line">
              <span className="code">{row.identifier}</span>
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
