import "./quality.css";
import {
  type Batch,
  type ControlChart,
  listAssayBatches,
  listControlCharts,
} from "@tracewater/contract/laboratory/batches";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { BatchDialog } from "./batch-dialog.tsx";
import { ChartDrawer } from "./chart-drawer.tsx";
import { BatchRowCard, ChartRowCard, useBatchColumns, useChartColumns } from "./quality-columns.tsx";

/** Measuring batches with what their quality control says, and the control charts over them. */
export default function QualityPage() {
  return (
    <PermittedPage to="laboratory:batch:list">
      <Quality />
    </PermittedPage>
  );
}

function Quality() {
  const { t } = useTranslation("laboratory-quality");
  const { filters, change } = useUrlFilters(["keyword", "view"] as const);
  const { keyword, view } = filters.values;
  const shown = view === "charts" ? "charts" : "batches";
  const [typed, setTyped] = useState(keyword);
  const search = (next: string) => change({ values: { keyword: next, view } });
  const part = {
    keyword,
    page: filters.page,
    size: filters.size,
    onPage: (page: number, size: number) => change({ page, size }),
  };
  return (
    <PageFrame fill title={t("title")} hint={t("hint")}>
      <SearchForm
        onSubmit={() => search(typed)}
        onReset={() => {
          setTyped("");
          search("");
        }}
      >
        <Segmented
          aria-label={t("view")}
          value={shown}
          onChange={(next) => change({ values: { keyword, view: next } })}
          options={(["batches", "charts"] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        <KeywordField label={t(`keyword.${shown}`)} value={typed} onChange={setTyped} />
      </SearchForm>
      {shown === "charts" ? <Charts {...part} /> : <Batches {...part} />}
    </PageFrame>
  );
}

type Part = { keyword: string; page: number; size: number; onPage: (page: number, size: number) => void };

function Batches({ keyword, page, size, onPage }: Part) {
  const { t } = useTranslation("laboratory-quality");
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const query = { ...(keyword === "" ? {} : { keyword }), pageNum: page, pageSize: size };
  const found = useApi(listAssayBatches, { query }, { keepPrevious: true, handled: true });
  const columns = useBatchColumns();
  return (
    <Card flush fill className="quality-rows">
      <TableToolbar
        tableId="batch"
        columns={columns}
        selectedCount={0}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <Allowed to="laboratory:batch:edit">
          <Button type="primary" icon={<Plus size={16} />} onClick={() => setIsAdding(true)}>
            {t("act.add")}
          </Button>
        </Allowed>
      </TableToolbar>
      <FoundRows<Batch>
        found={found}
        id="batch"
        columns={columns}
        rowKey={(row) => String(row.batchId)}
        empty={<Blank title={t("none.batches")} text={t("none.batchesText")} />}
        cards={(row) => <BatchRowCard row={row} />}
        isFiltered={keyword !== ""}
        page={page}
        size={size}
        onPage={onPage}
      />
      {isAdding ? (
        <BatchDialog
          onClose={() => setIsAdding(false)}
          onAdded={(id) => void navigate(`/laboratory/batch?id=${id}`)}
        />
      ) : null}
    </Card>
  );
}

function Charts({ keyword, page, size, onPage }: Part) {
  const { t } = useTranslation("laboratory-quality");
  const [chart, setChart] = useState<ControlChart | null>(null);
  const query = { ...(keyword === "" ? {} : { keyword }), pageNum: page, pageSize: size };
  const found = useApi(listControlCharts, { query }, { keepPrevious: true, handled: true });
  const columns = useChartColumns(setChart);
  return (
    <Card flush fill className="quality-rows">
      <TableToolbar
        tableId="control_chart"
        columns={columns}
        selectedCount={0}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      />
      <FoundRows<ControlChart>
        found={found}
        id="control_chart"
        columns={columns}
        rowKey={(row) => [row.unitId, row.analyte, row.method, row.instrument, row.material].join(" ")}
        empty={<Blank title={t("none.charts")} text={t("none.chartsText")} />}
        cards={(row) => <ChartRowCard row={row} onShow={setChart} />}
        isFiltered={keyword !== ""}
        page={page}
        size={size}
        onPage={onPage}
      />
      {chart === null ? null : <ChartDrawer chart={chart} onClose={() => setChart(null)} />}
    </Card>
  );
}
