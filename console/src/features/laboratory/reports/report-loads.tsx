import { type Load, listLoads } from "@tracewater/contract/laboratory/loads";
import { reportWords } from "@tracewater/contract/laboratory/report-words";
import type { Report, ReportFigures } from "@tracewater/contract/laboratory/reports";
import { Waypoints } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { rounded } from "../../../charts/day-bars.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";

/** Every load of a report with its result, flow, population and what has to be said beside it. */
export function ReportLoads(props: { report: Report; figures: ReportFigures; runId: number }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const [{ page, size }, setPage] = useState({ page: 1, size: 20 });
  const { from, until } = props.report;
  const { skipped } = props.figures;
  const query = { runId: props.runId, from, until, isAsc: "asc" as const, pageNum: page, pageSize: size };
  const found = useApi(listLoads, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns();
  return (
    <Card flush title={t("loads")}>
      <FoundRows
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
              <li key={`${one.sampledOn} ${one.analyte}`}>
                <span className="num">{one.sampledOn}</span> {word(`analyte.${one.analyte}`)}:{" "}
                {word(`reason.${one.reason}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function useColumns(): Column<Load>[] {
  const word = useResourceWords({ words: reportWords });
  const right = { align: "right" as const };
  return [
    {
      ...{ id: "sampledOn", label: word("sampledOn"), width: 112, required: true },
      cell: (row) => <span className="num">{row.sampledOn}</span>,
    },
    {
      ...{ id: "analyte", label: word("analyte"), width: 140, required: true },
      cell: (row) => word(`analyte.${row.analyte}`),
    },
    {
      ...{ id: "result", label: word("result"), width: 110 },
      cell: (row) => (
        <PathLink className="code" to={`/waterAssay/detail?id=${row.assayId}`}>
          {row.bodyCode}
        </PathLink>
      ),
    },
    { id: "flag", label: word("flag"), width: 104, cell: (row) => word(`flag.${row.flag}`) },
    {
      ...{ id: "concentration", label: word("concentration"), unit: "μg/L", width: 164, ...right },
      cell: (row) => <Concentration row={row} />,
    },
    {
      ...{ id: "flow", label: word("flow"), unit: "m³/d", width: 90, ...right },
      cell: (row) => (
        <span title={row.flowMethod === "design" ? word("flowDesign") : word(`method.${row.flowMethod}`)}>
          <Quantity value={Number(row.flow)} />
        </span>
      ),
    },
    {
      ...{ id: "population", label: word("population"), width: 96, ...right },
      cell: (row) => <Quantity value={row.population} />,
    },
    {
      ...{ id: "load", label: word("load"), unit: "mg/d", width: 92, ...right },
      cell: (row) => <Quantity value={rounded(Number(row.load))} />,
    },
    {
      ...{ id: "per1000", label: word("per1000"), unit: "mg/d", width: 200, ...right },
      cell: (row) => <Per1000 row={row} />,
    },
    {
      ...{ id: "note", label: word("notes"), width: 260 },
      cell: (row) => {
        const notes = row.warnings.map((warning) => word(`warning.${warning}`)).join(" ");
        return <span title={notes}>{notes}</span>;
      },
    },
    {
      ...{ id: "thread", label: word("result"), width: 56, headless: true, required: true },
      ...{ fixed: "right" as const, align: "right" as const },
      cell: (row) => <ThreadLink row={row} />,
    },
  ];
}

function ThreadLink({ row }: { row: Load }) {
  const { t } = useTranslation("laboratory-reports");
  return (
    <PathLink to={`/thread/load/${row.loadId}`} aria-label={t("thread")} title={t("thread")}>
      <Waypoints size={16} />
    </PathLink>
  );
}

/** What was found, all digits; below the LOQ its limit, and what stands in for it. */
function Concentration({ row }: { row: Load }) {
  if (row.substituted === "0") return <Quantity value={row.concentration} />;
  return (
    <span>
      <Quantity value={null} flag={`< ${row.loq ?? "LOQ"}`} />{" "}
      <span className="report-quiet">({row.concentration})</span>
    </span>
  );
}

function Per1000({ row }: { row: Load }) {
  const value = row.per1000 === null ? null : Number(row.per1000);
  const u = value === null || row.expanded === null ? null : (value * row.expanded) / 100;
  return (
    <Quantity value={value === null ? null : rounded(value)} uncertainty={u === null ? null : rounded(u)} />
  );
}

function LoadCard({ row }: { row: Load }) {
  const word = useResourceWords({ words: reportWords });
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{word(`analyte.${row.analyte}`)}</strong>
        <span className="num">{row.sampledOn}</span>
      </span>
      <span className="record-line">
        <span className="report-quiet">{word("per1000")}</span>
        <Per1000 row={row} />
      </span>
      <span className="record-line report-quiet">
        <Concentration row={row} />
        <ThreadLink row={row} />
      </span>
    </div>
  );
}
