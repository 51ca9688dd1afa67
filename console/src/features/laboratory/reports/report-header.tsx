import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { getReportPdf, getReportSheet, type Report } from "@tracewater/contract/laboratory/reports";
import Button from "antd/es/button";
import Select from "antd/es/select";
import { FileSpreadsheet, FileText, Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../api/file-calls.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { LinkButton } from "../../../kit/link-button.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ReportStateMark } from "./report-columns.tsx";

type Props = {
  report: Report;
  analyte: AnalyteName | undefined;
  onAnalyte: (analyte: AnalyteName) => void;
};

/** Which report of which point and span, the analyte that the page shows, and its files. */
export function ReportHeader(props: Props) {
  const { report, analyte } = props;
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const one = report.figures?.analytes.find((row) => row.analyte === analyte);
  const coverage = one?.coverage ?? null;
  return (
    <RecordHeader
      icon={FileText}
      name={t("numbered", { id: report.reportId })}
      isNameTranslated
      title={report.pointName}
      about={analyte === undefined ? undefined : label(`analyte.${analyte}`)}
      state={<ReportStateMark row={report} />}
      meta={[
        t("numbered", { id: report.reportId }),
        <span key="span" className="num">
          {report.from} – {report.until}
        </span>,
        coverage === null ? null : t("ofDays", { sampled: coverage.sampled, days: coverage.days }),
        <PathLink key="point" className="code" to={pointPath(report.pointId)}>
          {report.pointCode}
        </PathLink>,
        report.unitName,
      ]}
      tabs={[
        ...(one === undefined
          ? []
          : [
              { key: "trend", label: t("trend") },
              { key: "cities", label: t("cities") },
              { key: "figures", label: t("figures") },
            ]),
        ...(report.state === "done" ? [{ key: "files", label: t("files") }] : []),
        { key: "parameters", label: t("parameters") },
        ...(one === undefined ? [] : [{ key: "loads", label: t("loads") }]),
      ]}
      actions={<ReportActions {...props} />}
    />
  );
}

/** The choice of the analyte, the way to the thread, and the report's files. */
function ReportActions({ report, analyte, onAnalyte }: Props) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const options = (report.figures?.analytes ?? []).map((row) => ({
    value: row.analyte,
    label: label(`analyte.${row.analyte}`),
  }));
  const session = useSession();
  const mayExport = report.state === "done" && hasPermission("laboratory:report:export", session);
  const params = { id: report.reportId };
  const save = (call: typeof getReportPdf) => void saveFile(call, { params }).catch(() => undefined);
  return (
    <>
      {options.length < 2 ? null : (
        <Select
          aria-label={label("analyte")}
          className="report-analyte"
          value={analyte ?? null}
          options={options}
          onChange={(value) => {
            const chosen = analyteName.safeParse(value).data;
            if (chosen !== undefined) onAnalyte(chosen);
          }}
        />
      )}
      <LinkButton to={`/thread/report/${report.reportId}`} icon={<Waypoints size={15} />}>
        {t("thread")}
      </LinkButton>
      {mayExport ? (
        <Button type="primary" icon={<FileText size={15} />} onClick={() => save(getReportPdf)}>
          {t("act.pdf")}
        </Button>
      ) : null}
      <RecordMenu
        items={[
          mayExport
            ? {
                ...{ key: "xlsx", label: t("act.xlsx"), icon: <FileSpreadsheet size={15} /> },
                onClick: () => save(getReportSheet),
              }
            : null,
        ]}
      />
    </>
  );
}
