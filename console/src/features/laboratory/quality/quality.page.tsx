import "./quality.css";
import {
  type AnalyticalBatch,
  type ChartKind,
  type ControlChart,
  chartKind,
  listAssayBatches,
  listControlCharts,
} from "@tracewater/contract/laboratory/analytical-batches";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { ChoiceField, KeywordField } from "../../../kit/search-fields.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { useSearchFields } from "../../../kit/use-search-fields.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { AnalyticalBatchDialog } from "./analytical-batch-dialog.tsx";
import { ChartDrawer } from "./chart-drawer.tsx";
import { ProficiencyList } from "./proficiency-list.tsx";
import {
  AnalyticalBatchRowCard,
  ChartRowCard,
  useAnalyticalBatchColumns,
  useChartColumns,
} from "./quality-columns.tsx";

/** Measuring batches with what their quality control says, the control charts over them, and proficiency tests. */
export default function QualityPage() {
  return (
    <PermittedPage to="laboratory:batch:list">
      <Quality />
    </PermittedPage>
  );
}

function Quality() {
  const { t } = useTranslation("laboratory-quality");
  const { filters, change } = useUrlFilters(["keyword", "view", "kind"] as const);
  const { keyword, view } = filters.values;
  const shown = views.find((one) => one === view) ?? "batches";
  const kind = chartKind.safeParse(filters.values.kind).data ?? "control";
  const { form, field } = useSearchFields({ values: { keyword }, change: (values) => change({ values }) });
  const part = {
    keyword,
    page: filters.page,
    size: filters.size,
    onPage: (page: number, size: number) => change({ page, size }),
  };
  return (
    <PageFrame fill title={t("title")} hint={t("hint")}>
      <SearchForm {...form}>
        <Segmented
          className="quality-views"
          aria-label={t("view")}
          value={shown}
          onChange={(next) => change({ values: { keyword: "", view: next } })}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        <KeywordField label={t(`keyword.${shown}`)} {...field("keyword")} />
        {shown === "charts" ? (
          <ChoiceField
            label={t("chartKind")}
            value={kind}
            options={chartKind.options.map((value) => ({ value, label: t(`chartKinds.${value}`) }))}
            onChange={(next) => change({ values: { kind: next } })}
          />
        ) : null}
      </SearchForm>
      {shown === "charts" ? <Charts {...part} kind={kind} /> : null}
      {shown === "batches" ? <AnalyticalBatches {...part} /> : null}
      {shown === "proficiency" ? <ProficiencyList {...part} /> : null}
    </PageFrame>
  );
}

const views = ["batches", "charts", "proficiency"] as const;

type Part = { keyword: string; page: number; size: number; onPage: (page: number, size: number) => void };

function AnalyticalBatches({ keyword, page, size, onPage }: Part) {
  const { t } = useTranslation("laboratory-quality");
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const query = { ...(keyword === "" ? {} : { keyword }), pageNum: page, pageSize: size };
  const found = useApi(listAssayBatches, { query }, { keepPrevious: true, handled: true });
  const columns = useAnalyticalBatchColumns();
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
      <QueryRows<AnalyticalBatch>
        found={found}
        id="batch"
        columns={columns}
        rowKey={(row) => String(row.batchId)}
        empty={
          <EmptyList
            title={t("none.batches")}
            text={t("none.batchesText")}
            add={keyword === "" ? { to: "laboratory:batch:edit", onClick: () => setIsAdding(true) } : null}
          />
        }
        cards={(row) => <AnalyticalBatchRowCard row={row} />}
        isFiltered={keyword !== ""}
        page={page}
        size={size}
        onPage={onPage}
      />
      {isAdding ? (
        <AnalyticalBatchDialog
          onClose={() => setIsAdding(false)}
          onAdded={(id) => void navigate(`/laboratory/batch?id=${id}`)}
        />
      ) : null}
    </Card>
  );
}

function Charts({ kind, keyword, page, size, onPage }: Part & { kind: ChartKind }) {
  const { t } = useTranslation("laboratory-quality");
  const [chart, setChart] = useState<ControlChart | null>(null);
  const query = { kind, ...(keyword === "" ? {} : { keyword }), pageNum: page, pageSize: size };
  const found = useApi(listControlCharts, { query }, { keepPrevious: true, handled: true });
  const columns = useChartColumns(setChart, kind);
  return (
    <Card flush fill className="quality-rows">
      <TableToolbar
        tableId="control_chart"
        columns={columns}
        selectedCount={0}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      />
      <QueryRows<ControlChart>
        found={found}
        id="control_chart"
        columns={columns}
        rowKey={(row) =>
          [row.kind, row.unitId, row.analyte, row.method, row.instrument, row.material].join(" ")
        }
        empty={<EmptyState title={t("none.charts")} text={t("none.chartsText")} />}
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
