import "./reports.css";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { listReports } from "@tracewater/contract/laboratory/reports";
import Button from "antd/es/button";
import { CalendarClock, FilePlus2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { ReportCard, useReportColumns } from "./report-columns.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { filterNames, ReportSearch } from "./report-search.tsx";
import { ScheduleDrawer } from "./schedule-drawer.tsx";

const soonMs = 1000;

/** Reports of sampling points, those that are being made among them. */
export default function ReportListPage() {
  return (
    <PermittedPage to="laboratory:report:list">
      <ReportList />
    </PermittedPage>
  );
}

function ReportList() {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const { filters, change, isFiltered } = useUrlFilters(filterNames);
  const [open, setOpen] = useState<"dialog" | "schedules" | null>(null);
  const [newFor, clearNew] = useNewFor();
  const close = () => {
    setOpen(null);
    clearNew();
  };
  const [isRunning, setIsRunning] = useState(false);
  const asked = Object.fromEntries(Object.entries(filters.values).filter(([, value]) => value !== ""));
  const query = { ...asked, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(
    listReports,
    { query },
    { keepPrevious: true, handled: true, ...(isRunning ? { everyMs: soonMs } : {}) },
  );
  const runs = found.data?.rows.some((row) => row.state === "running") ?? false;
  if (runs !== isRunning) setIsRunning(runs);
  const columns = useReportColumns();
  return (
    <PageFrame fill title={label("title")} hint={t("hint")}>
      <ReportSearch values={filters.values} change={(values) => change({ values })} />
      <Card flush fill className="report-rows">
        <TableToolbar
          tableId="report"
          columns={columns}
          selectedCount={0}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching && !isRunning}
        >
          <Allowed to="laboratory:report:add">
            <Button type="primary" icon={<FilePlus2 size={16} />} onClick={() => setOpen("dialog")}>
              {t("act.make")}
            </Button>
          </Allowed>
          <Button icon={<CalendarClock size={15} />} onClick={() => setOpen("schedules")}>
            {t("act.schedules")}
          </Button>
        </TableToolbar>
        <QueryRows
          found={found}
          id="report"
          columns={columns}
          rowKey={(row) => String(row.reportId)}
          empty={<NoReports isFiltered={isFiltered} onMake={() => setOpen("dialog")} />}
          cards={(row) => <ReportCard row={row} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {open === "dialog" || newFor !== undefined ? (
        <ReportDialog presetPoint={newFor} onClose={close} />
      ) : null}
      {open === "schedules" ? <ScheduleDrawer onClose={() => setOpen(null)} /> : null}
    </PageFrame>
  );
}

/** The point whose page led here to make a report of it. */
function useNewFor(): [pointId: number | undefined, clear: () => void] {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get("newFor"));
  const pointId = Number.isInteger(asked) && asked > 0 ? asked : undefined;
  const clear = () => {
    if (pointId === undefined) return;
    const next = new URLSearchParams(search);
    next.delete("newFor");
    setSearch(next, { replace: true });
  };
  return [pointId, clear];
}

function NoReports({ isFiltered, onMake }: { isFiltered: boolean; onMake: () => void }) {
  const { t } = useTranslation("laboratory-reports");
  return (
    <EmptyList
      title={t(isFiltered ? "none.found" : "none.title")}
      text={t("none.text")}
      add={isFiltered ? null : { to: "laboratory:report:add", label: t("none.first"), onClick: onMake }}
    />
  );
}
