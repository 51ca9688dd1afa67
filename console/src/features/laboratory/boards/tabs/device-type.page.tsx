import "../../../../resource/record.css";
import "../boards.css";
import { type BoardLot, boardLots } from "@tracewater/contract/laboratory/boards";
import Button from "antd/es/button";
import { ListChecks } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { useApi } from "../../../../api/use-api.ts";
import { QuickCommand } from "../../../../device/command-form/quick-command.tsx";
import { useOpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import type { Column } from "../../../../kit/data-table/column.ts";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { PathLink } from "../../../../kit/path-link.tsx";
import { State } from "../../../../kit/state.tsx";
import { useUrlFilters } from "../../../../kit/use-url-filters.ts";
import { useResourceLabels } from "../../../../resource/page-resource.ts";
import { PermittedPage } from "../../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../../resource/query-rows.tsx";
import { lotPath } from "../lot-path.ts";

/** What this detector has loaded, and the lots that it may pull. */
export default function DeviceTypePage() {
  return (
    <PermittedPage to="laboratory:boardLot:list">
      <DeviceLots />
    </PermittedPage>
  );
}

const expiryTones = { valid: "ok", soon: "warn", expired: "critical" } as const;

function DeviceLots() {
  const { t } = useTranslation("laboratory-boards");
  const open = useOpenDevice();
  const { latest } = open.device;
  const [isPulling, setIsPulling] = useState(false);
  const { filters, change } = useUrlFilters([]);
  const query = { status: "0" as const, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(boardLots.calls.list, { query }, { keepPrevious: true, handled: true });
  const columns = useLotColumns();
  const facts = [
    [t("device.lots"), latest["lots"]?.value],
    [t("device.version"), latest["lotsVersion"]?.value],
    [t("device.lastLot"), latest["lastBoardLot"]?.value],
  ] as const;
  return (
    <div className="board-stack">
      <Card
        title={t("device.loaded")}
        extra={
          <Allowed to="device:handheld:command">
            <Button type="primary" icon={<ListChecks size={15} />} onClick={() => setIsPulling(true)}>
              {t("device.pull")}
            </Button>
          </Allowed>
        }
      >
        <dl className="record-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value === undefined || value === null ? "—" : String(value)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card flush className="record-rows" title={t("device.available")} hint={t("device.availableHint")}>
        <QueryRows<BoardLot>
          found={found}
          id="device_board_lot"
          columns={columns}
          rowKey={(lot) => String(lot.lotId)}
          empty={<EmptyState title={t("none.lots")} text={t("none.lotsText")} />}
          cards={(lot) => (
            <div className="record-card">
              <PathLink className="code" to={lotPath(lot.label, lot.lotId)}>
                {lot.lotNo}
              </PathLink>
              <span className="record-quiet">
                {lot.typeName} · {lot.expiresOn}
              </span>
            </div>
          )}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {isPulling ? <QuickCommand open={open} service="pullLots" onClose={() => setIsPulling(false)} /> : null}
    </div>
  );
}

function useLotColumns(): Column<BoardLot>[] {
  const text = useResourceLabels(boardLots);
  return [
    {
      ...{ id: "lotNo", label: text("lotNo"), width: 130, required: true },
      cell: (lot) => (
        <PathLink className="code" to={lotPath(lot.label, lot.lotId)}>
          {lot.lotNo}
        </PathLink>
      ),
    },
    { id: "type", label: text("typeName"), width: 220, cell: (lot) => lot.typeName },
    { id: "label", label: text("label"), width: 130, cell: (lot) => text(`label.${lot.label}`) },
    { id: "analyte", label: text("analyte"), width: 160, cell: (lot) => text(`analyte.${lot.analyte}`) },
    { id: "cutOff", label: text("cutOff"), width: 120, cell: (lot) => `${lot.cutOff} ${lot.cutOffUnit}` },
    {
      ...{ id: "expiry", label: text("expires"), width: 220 },
      cell: (lot) => (
        <span className="record-line">
          <span className="num">{lot.expiresOn}</span>
          <State tone={expiryTones[lot.expiry]} label={text(`expiry.${lot.expiry}`)} />
        </span>
      ),
    },
  ];
}
