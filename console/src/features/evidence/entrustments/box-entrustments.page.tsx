import "../../../resource/record.css";
import { listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { EntrustmentCard, useEntrustmentColumns } from "./entrustment-columns.tsx";

/** The entrustments whose items lie or lay in this box. */
export default function BoxEntrustmentsPage() {
  return (
    <PermittedPage to="evidence:entrustment:list">
      <Rows />
    </PermittedPage>
  );
}

function Rows() {
  const { t } = useTranslation("evidence-entrustments");
  const { device_name: deviceName = "" } = useParams();
  const { filters, change } = useUrlFilters([]);
  const query = { deviceName, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listEntrustments, { query }, { keepPrevious: true, handled: true });
  const columns = useEntrustmentColumns().map(({ sortKey: _unsorted, ...column }) => column);
  return (
    <Card flush className="record-rows" title={t("box.title")} hint={t("box.hint")}>
      <QueryRows
        found={found}
        id="box_entrustment"
        columns={columns}
        rowKey={(row) => String(row.entrustmentId)}
        empty={<EmptyState title={t("box.none")} text={t("box.noneText")} />}
        cards={(row) => <EntrustmentCard row={row} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </Card>
  );
}
