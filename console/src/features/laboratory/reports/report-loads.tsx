import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import type { Report, ReportValues } from "@tracewater/contract/laboratory/reports";
import { Waypoints } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Measured, measuredValue } from "../../../charts/measured.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { ColumnsButton } from "../../../kit/data-table/columns-button.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";

/** Every load of a report with its result, flow, population and what has to be said next to it. */
export function ReportLoads(props: { report: Report; figures: ReportValues; runId: number }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const [{ page, size }, setPage] = useState({ page: 1, size: 20 });
  const { from, until } = props.report;
  const { skipped } = props.figures;
  const query = { runId: props.runId, from, until, isAsc: "asc" as const, pageNum: page, pageSize: size };
  const found = useApi(listLoads, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns();
  return (
    <Card
      flush
      title={t("loads")}
      section="loads"
      extra={<ColumnsButton tableId="report_load" columns={columns} />}
    >
      <QueryRows
        found={found}
        id="report_load"
        columns={columns}
        rowKey={(row) => String(row.loadId)}
        empty={null}
        cards={(row) => <LoadCard row={row} />}
        page={page}
        size={size}
        onPage={(page, size) => setPage({ page, size })}
      />
      {skipped.length === 0 ? null : (
        <details className="report-notes">
          <summary>{t("skipped", { count: skipped.length })}</summary>
          <ul>
            {skipped.map((one) => (
              <li key={`${one.sampledOn} ${one.analyte} ${one.sample} ${one.reason}`}>
                <span className="num">{one.sampledOn}</span> {label(`analyte.${one.analyte}`)}
                {one.sample === "" ? null : <span className="code"> {one.sample}</span>}:{" "}
                {label(`reason.${one.reason}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function useColumns(): Column<Load>[] {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const right = { align: "right" as const };
  return [
    ...useResultColumns(),
    {
      ...{ id: "concentration", label: t("concentration"), unit: "μg/L", width: 141, ...right },
      cell: (row) => <Concentration row={row} />,
    },
    {
      ...{ id: "flow", label: label("flow"), unit: "m³/d", width: 81, ...right },
      cell: (row) => (
        <span title={row.flowMethod === "design" ? label("flowDesign") : label(`method.${row.flowMethod}`)}>
          <Quantity value={Number(row.flow)} />
        </span>
      ),
    },
    {
      ...{ id: "population", label: label("population"), width: 96, ...right, hiddenAtFirst: true },
      cell: (row) => <Quantity value={row.population} digits={0} />,
    },
    {
      ...{ id: "load", label: label("load"), unit: "mg/d", width: 85, ...right },
      cell: (row) => <Mass row={row} />,
    },
    {
      ...{ id: "per1000", label: t("loadPer1000"), unit: "mg/d", width: 140, ...right },
      cell: (row) => <Per1000 row={row} />,
    },
    {
      ...{ id: "note", label: label("notes"), width: 243 },
      cell: (row) => {
        const notes = row.warnings.map((warning) => label(`warning.${warning}`)).join(" ");
        return <span title={notes}>{notes}</span>;
      },
    },
    {
      ...{ id: "thread", label: label("result"), width: 56, headless: true, required: true },
      ...{ fixed: "right" as const, align: "right" as const },
      cell: (row) => <TraceLink row={row} />,
    },
  ];
}

/** Of which sample and result a load is. */
function useResultColumns(): Column<Load>[] {
  const label = useResourceLabels({ labels: reportLabels });
  return [
    {
      ...{ id: "sampledOn", label: label("sampledOn"), width: 106, required: true },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "analyte", label: label("analyte"), width: 149, required: true },
      cell: (row) => label(`analyte.${row.analyte}`),
    },
    {
      ...{ id: "result", label: label("result"), width: 104 },
      cell: (row) => (
        <PathLink className="code" to={`/waterAssay/detail?id=${row.assayId}`}>
          {row.bodyCode}
        </PathLink>
      ),
    },
    {
      ...{ id: "sampleKind", label: label("sampleKind"), width: 130, hiddenAtFirst: true },
      cell: (row) => (row.sampleKind === null ? "—" : label(`kind.${row.sampleKind}`)),
    },
    {
      ...{ id: "flag", label: label("flag"), width: 104, hiddenAtFirst: true },
      cell: (row) => label(`flag.${row.flag}`),
    },
  ];
}

function TraceLink({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-reports");
  return (
    <PathLink to={`/thread/load/${row.loadId}`} aria-label={t("thread")} title={t("thread")}>
      <Waypoints size={16} />
    </PathLink>
  );
}

/** What was found, all digits; below the LOQ its limit, and what substitutes for it. */
function Concentration({ row }: { row: Load }) {
  if (row.substituted === "0") return <Quantity value={row.concentration} />;
  return (
    <span>
      <Quantity value={null} flag={`< ${row.loq ?? "LOQ"}`} />{" "}
      <span className="report-quiet">({row.concentration})</span>
    </span>
  );
}

/** Of what was not quantified its load at the LOQ, never a zero. */
function Mass({ row }: { row: Load }) {
  const below =
    row.substituted === "1" ? `< ${measuredValue(Number(row.loq) * Number(row.flow), null)}` : null;
  return <Quantity value={measuredValue(row.load, row.expanded)} flag={below} />;
}

function Per1000({ row }: { row: Load }) {
  const value = row.per1000 === null ? null : Number(row.per1000);
  if (row.substituted === "1" && value !== null) return <Quantity value={null} flag="< LOQ" />;
  return <Measured value={value} expanded={row.expanded} />;
}

function LoadCard({ row }: { row: Load }) {
  const label = useResourceLabels({ labels: reportLabels });
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{label(`analyte.${row.analyte}`)}</strong>
        <span className="num">{row.sampledOn}</span>
      </span>
      <span className="record-line">
        <span className="report-quiet">{label("per1000")}</span>
        <Per1000 row={row} />
      </span>
      <span className="record-line report-quiet">
        <Concentration row={row} />
        <TraceLink row={row} />
      </span>
    </div>
  );
}
