import "./jobs.css";
import "../../../resource/resource.css";
import { exportJobLogs, type JobLogRow, type JobState, listJobLogs } from "@tracewater/contract/system/jobs";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { RunState } from "./last-run.tsx";

const states = ["running", "done", "failed", "interrupted"] as const;
const runs = ["work", "all"] as const;
type Runs = (typeof runs)[number];

/**
 * What became of every firing. Most find nothing to do, and are hidden at first; the log of one job shows whether it
 * ran, and hides none.
 */
export default function JobLogPage() {
  return (
    <PermittedPage to="monitor:jobLog:list">
      <JobLog />
    </PermittedPage>
  );
}

function JobLog() {
  const { t } = useTranslation("system-jobs");
  const { filters, change } = useUrlFilters(["target", "state", "runs"]);
  const { page, size } = filters;
  const { target } = filters.values;
  const state = states.find((one) => one === filters.values.state);
  const shown = runs.find((one) => one === filters.values.runs) ?? (target === "" ? "work" : "all");
  const showRuns = (to: Runs) => change({ values: { runs: to } });
  const filter = {
    ...(target === "" ? {} : { invokeTarget: target }),
    ...(state ? { state } : {}),
    ...(shown === "work" ? { idle: "0" as const } : {}),
  };
  const query = { ...filter, pageNum: page, pageSize: size };
  const found = useApi(listJobLogs, { query }, { keepPrevious: true, handled: true, everyMs: 15_000 });
  const [open, setOpen] = useState<JobLogRow | null>(null);
  const columns = useColumns(setOpen);
  return (
    <PageFrame fill>
      <Card flush fill className="resource-card">
        <TableToolbar
          tableId="jobLog"
          columns={columns}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <RunsFilter shown={shown} onChange={showRuns} />
          <StateFilter state={state} onChange={(to) => change({ values: { state: to ?? "" } })} />
          {target === "" ? null : (
            <Button onClick={() => change({ values: { target: "" } })}>{t("allTasks", { target })}</Button>
          )}
          <ExportButton to="monitor:jobLog:export" call={exportJobLogs} input={{ query: filter }} />
        </TableToolbar>
        <QueryRows
          found={found}
          id="jobLog"
          columns={columns}
          rowKey={(row) => String(row.jobLogId)}
          empty={shown === "work" ? <NoWork onShow={() => showRuns("all")} /> : <NoRuns />}
          cards={(row) => <LogCard row={row} onOpen={setOpen} />}
          page={page}
          size={size}
          onPage={(to, sized) => change({ page: to, size: sized })}
        />
      </Card>
      {open === null ? null : <LogDrawer row={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

function RunsFilter({ shown, onChange }: { shown: Runs; onChange: (shown: Runs) => void }) {
  const { t } = useTranslation("system-jobs");
  return (
    <Select<Runs>
      className="job-runs-filter"
      aria-label={t("log.runs")}
      value={shown}
      options={runs.map((value) => ({ value, label: t(`log.shown.${value}`) }))}
      onChange={onChange}
    />
  );
}

function NoWork({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation("system-jobs");
  return (
    <EmptyState
      title={t("noLog.work")}
      text={t("noLog.workText")}
      action={<Button onClick={onShow}>{t("noLog.showAll")}</Button>}
    />
  );
}

function NoRuns() {
  const { t } = useTranslation("system-jobs");
  return <EmptyState title={t("noLog.title")} text={t("noLog.text")} />;
}

function StateFilter(props: {
  state: JobState | undefined;
  onChange: (state: JobState | undefined) => void;
}) {
  const { t } = useTranslation("system-jobs");
  const words = useDictionary("sys_job_result");
  return (
    <Select
      className="job-state-filter"
      aria-label={t("log.state")}
      value={props.state ?? ""}
      options={[
        { value: "", label: t("log.all") },
        ...states.map((value) => ({ value, label: words.labelOf(value) })),
      ]}
      onChange={(value) => props.onChange(states.find((one) => one === value))}
    />
  );
}

function useColumns(onOpen: (row: JobLogRow) => void): Column<JobLogRow>[] {
  const { t } = useTranslation("system-jobs");
  return [
    {
      id: "jobName",
      label: t("log.task"),
      width: 190,
      required: true,
      cell: (row) => (
        <button type="button" className="job-link" onClick={() => onOpen(row)}>
          {row.jobName}
        </button>
      ),
    },
    { id: "state", label: t("log.state"), width: 120, cell: (row) => <RunState state={row.state} /> },
    {
      id: "jobMessage",
      label: t("log.message"),
      width: 330,
      cell: (row) => (
        <span className={row.idle === "1" ? "job-quiet" : undefined} title={row.jobMessage}>
          {row.jobMessage}
        </span>
      ),
    },
    { id: "startTime", label: t("log.started"), width: 170, cell: (row) => row.startTime },
    {
      id: "durationMs",
      label: t("log.duration"),
      unit: "ms",
      width: 110,
      align: "right",
      cell: (row) => <Quantity value={row.durationMs} digits={0} />,
    },
    {
      id: "askedBy",
      label: t("log.askedBy"),
      width: 120,
      cell: (row) => (row.askedBy === "" ? t("log.schedule") : row.askedBy),
    },
    {
      id: "tickTime",
      label: t("log.tick"),
      width: 170,
      hiddenAtFirst: true,
      cell: (row) => row.tickTime ?? "—",
    },
    {
      id: "node",
      label: t("log.node"),
      width: 150,
      hiddenAtFirst: true,
      cell: (row) => <span className="code">{row.node}</span>,
    },
  ];
}

function LogCard({ row, onOpen }: { row: JobLogRow; onOpen: (row: JobLogRow) => void }) {
  return (
    <button type="button" className="job-log-card" onClick={() => onOpen(row)}>
      <strong>{row.jobName}</strong>
      <RunState state={row.state} />
      <span className="job-quiet">{row.startTime}</span>
      <span>{row.jobMessage}</span>
    </button>
  );
}

function LogDrawer({ row, onClose }: { row: JobLogRow; onClose: () => void }) {
  const { t } = useTranslation("system-jobs");
  const facts = [
    [t("log.started"), row.startTime],
    [t("log.ended"), row.stopTime ?? "—"],
    [t("log.tick"), row.tickTime ?? "—"],
    [t("log.askedBy"), row.askedBy === "" ? t("log.schedule") : row.askedBy],
    [t("log.node"), row.node],
  ] as const;
  return (
    <Drawer open size={480} title={row.jobName} onClose={onClose}>
      <RunState state={row.state} />
      <p>{row.jobMessage}</p>
      {row.exceptionInfo === "" ? null : <pre className="job-error">{row.exceptionInfo}</pre>}
      <dl className="job-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
