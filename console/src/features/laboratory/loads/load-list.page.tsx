/** The list of loads: its search, its exports, and of one analyte or category at one point its trend. */
import "./loads.css";
import { getEudaCollection, getOdmCollection } from "@tracewater/contract/laboratory/load-collections";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { type Load, listLoads, loadExport } from "@tracewater/contract/laboratory/loads";
import Button from "antd/es/button";
import { Calculator } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { ComputeDialog } from "./compute-dialog.tsx";
import { LoadCard, useLoadColumns } from "./load-columns.tsx";
import { LoadDrawer } from "./load-drawer.tsx";
import { filterNames, type LoadFilters, LoadSearch } from "./load-search.tsx";
import { TrendCard } from "./trend-card.tsx";

/** What passed the sampling points day by day; of one analyte at one point the trend as well. */
export default function LoadListPage() {
  return (
    <PermittedPage to="laboratory:load:list">
      <LoadList />
    </PermittedPage>
  );
}

function LoadList() {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [shown, setShown] = useState<Load | null>(null);
  const [isComputing, setIsComputing] = useState(false);
  const { pointId, analyte, category, from, until } = filters.values;
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listLoads, { query }, { keepPrevious: true, handled: true });
  const columns = useLoadColumns(setShown);
  const isTrend = pointId !== "" && (analyte !== "") !== (category !== "");
  return (
    <PageFrame fill={!isTrend} title={label("title")} hint={t("hint")}>
      <LoadSearch values={filters.values} change={(values) => change({ values })} />
      {isTrend ? <TrendCard asked={{ pointId, analyte, category, from, until }} onShow={setShown} /> : null}
      <Card flush fill={!isTrend} className="load-rows">
        <TableToolbar
          tableId="load"
          columns={columns}
          selectedCount={0}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <LoadActions asked={asked} onCompute={() => setIsComputing(true)} />
        </TableToolbar>
        <QueryRows
          found={found}
          id="load"
          columns={columns}
          rowKey={(row) => String(row.loadId)}
          empty={<EmptyState title={t(isFiltered ? "none.found" : "none.title")} text={t("none.text")} />}
          cards={(row) => <LoadCard row={row} onShow={setShown} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {shown === null ? null : <LoadDrawer load={shown} onClose={() => setShown(null)} />}
      {isComputing ? (
        <ComputeDialog
          pointId={pointId === "" ? null : Number(pointId)}
          onClose={() => setIsComputing(false)}
        />
      ) : null}
    </PageFrame>
  );
}

function LoadActions({ asked, onCompute }: { asked: Partial<LoadFilters>; onCompute: () => void }) {
  const { t } = useTranslation("laboratory-loads");
  return (
    <>
      <Allowed to="laboratory:load:edit">
        <Button type="primary" icon={<Calculator size={16} />} onClick={onCompute}>
          {t("act.compute")}
        </Button>
      </Allowed>
      <ExportButton to="laboratory:load:export" call={loadExport.calls.export} input={{ query: asked }} />
      <CollectionExports asked={asked} />
    </>
  );
}

/** Exports in the layouts of EUDA and PHES-ODM, which are of a span of days. */
function CollectionExports({ asked }: { asked: Partial<LoadFilters> }) {
  const { pointId, from, until } = asked;
  if (from === undefined || until === undefined) return null;
  const input = { query: { from, until, ...(pointId === undefined ? {} : { pointId }) } };
  return (
    <>
      <ExportButton to="laboratory:load:export" call={getEudaCollection} input={input} label="EUDA" />
      <ExportButton to="laboratory:load:export" call={getOdmCollection} input={input} label="PHES-ODM" />
    </>
  );
}
