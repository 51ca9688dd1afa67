import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import {
  cancelReport,
  getReportPdf,
  getReportSheet,
  listReports,
  type ReportRow,
  type ReportState,
} from "@tracewater/contract/laboratory/reports";
import { locales, textIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import Progress from "antd/es/progress";
import { FileSpreadsheet, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useLocale } from "../../../kit/use-localized.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

const tones: Record<ReportState, Tone> = {
  running: "info",
  done: "ok",
  cancelled: "off",
  failed: "critical",
};

export function useReportColumns(): Column<ReportRow>[] {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  return [
    {
      ...{ id: "reportId", label: label("number"), width: 100, required: true },
      cell: (row) => <NumberLink row={row} />,
    },
    {
      ...{ id: "pointName", label: label("pointName"), width: 170, flexible: true, required: true },
      cell: (row) => <span title={row.pointCode}>{row.pointName}</span>,
    },
    {
      ...{ id: "span", label: label("span"), width: 190 },
      cell: (row) => (
        <span className="num">
          {row.from} – {row.until}
        </span>
      ),
    },
    {
      ...{ id: "analytes", label: label("analytes"), width: 150, flexible: true },
      cell: (row) => <Analytes row={row} />,
    },
    {
      ...{ id: "substitution", label: label("substitution"), width: 150, hiddenAtFirst: true },
      cell: (row) => label(`substitution.${row.substitution}`),
    },
    { ...{ id: "state", label: label("state"), width: 130 }, cell: (row) => <ReportStateMark row={row} /> },
    {
      ...{ id: "madeAt", label: label("reportedAt"), width: 160 },
      cell: (row) => <span className="num">{row.madeAt}</span>,
    },
    {
      ...{ id: "madeBy", label: label("reportedBy"), width: 130 },
      cell: (row) => (row.isScheduled ? `${row.madeBy}, ${label("scheduled")}` : row.madeBy),
    },
    actionsColumn(t("actions"), 96, (row) => <RowEnd row={row} />),
  ];
}

function NumberLink({ row }: { row: ReportRow }) {
  const { t } = useTranslation("laboratory-reports");
  return (
    <PathLink to={`/report/samplePointDetail?id=${row.reportId}`}>
      <span className="num" title={t("act.open", { id: row.reportId })}>
        {row.reportId}
      </span>
    </PathLink>
  );
}

function Analytes({ row }: { row: ReportRow }) {
  const { t } = useTranslation("laboratory-reports");
  const locale = useLocale();
  const label = useResourceLabels({ labels: reportLabels });
  const names = row.analytes.map((one) => label(`analyte.${one}`));
  const all = names.join(locales[locale].comma);
  const count = textIn({ en: names.length - 2, zh: names.length }, locale);
  return (
    <span title={all}>
      {names.length <= 3 ? all : t("more", { first: names.slice(0, 2).join(", "), count })}
    </span>
  );
}

/** How far it is, or how it ended; why it failed is in its title. */
export function ReportStateMark({ row }: { row: ReportRow }) {
  const label = useResourceLabels({ labels: reportLabels });
  if (row.state === "running") return <Progress percent={row.progress} size="small" />;
  const title = row.reason === "" ? undefined : row.reason;
  return <State tone={tones[row.state]} label={label(`state.${row.state}`)} title={title} />;
}

function RowEnd({ row }: { row: ReportRow }) {
  const { t } = useTranslation("laboratory-reports");
  if (row.state === "running") return <CancelButton id={row.reportId} />;
  if (row.state !== "done") return null;
  const params = { id: row.reportId };
  return (
    <Allowed to="laboratory:report:export">
      <span className="report-buttons">
        <IconButton
          label={t("act.pdf")}
          onClick={() => void saveFile(getReportPdf, { params }).catch(() => undefined)}
        >
          <FileText />
        </IconButton>
        <IconButton
          label={t("act.xlsx")}
          onClick={() => void saveFile(getReportSheet, { params }).catch(() => undefined)}
        >
          <FileSpreadsheet />
        </IconButton>
      </span>
    </Allowed>
  );
}

export function CancelButton({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-reports");
  const cancel = useApiMutation(cancelReport);
  return (
    <Allowed to="laboratory:report:add">
      <Button
        size="small"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ params: { id } }, { onSettled: () => void invalidate(listReports) })}
      >
        {t("act.cancel")}
      </Button>
    </Allowed>
  );
}

/** A report on a phone. */
export function ReportCard({ row }: { row: ReportRow }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>
          <NumberLink row={row} /> {row.pointName}
        </strong>
        <ReportStateMark row={row} />
      </span>
      <span className="record-line report-quiet">
        <span className="num">
          {row.from} – {row.until}
        </span>
        <RowEnd row={row} />
      </span>
      <span className="report-quiet">
        <Analytes row={row} />
      </span>
    </div>
  );
}
