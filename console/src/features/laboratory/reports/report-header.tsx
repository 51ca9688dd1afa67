import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { getReportPdf, getReportSheet, type Report } from "@tracewater/contract/laboratory/reports";
import Button from "antd/es/button";
import Select from "antd/es/select";
import { FileSpreadsheet, FileText, Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ReportStateMark } from "./report-columns.tsx";

/** Which report of which point and span, the analyte that the page shows, and its files. */
export function ReportHeader(props: {
  report: Report;
  analyte: AnalyteName | undefined;
  onAnalyte: (analyte: AnalyteName) => void;
}) {
  const { report, analyte, onAnalyte } = props;
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const one = report.figures?.analytes.find((row) => row.analyte === analyte);
  const coverage = one?.coverage ?? null;
  const options = (report.figures?.analytes ?? []).map((row) => ({
    value: row.analyte,
    label: label(`analyte.${row.analyte}`),
  }));
  const params = { id: report.reportId };
  const save = (call: typeof getReportPdf) => void saveFile(call, { params }).catch(() => undefined);
  return (
    <RecordHeader
      icon={FileText}
      name={t("numbered", { id: report.reportId })}
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
      actions={
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
          <PathLink className="ant-btn ant-btn-default report-trace" to={`/thread/report/${report.reportId}`}>
            <Waypoints size={15} /> {t("thread")}
          </PathLink>
          {report.state === "done" ? (
            <Allowed to="laboratory:report:export">
              <Button icon={<FileSpreadsheet size={15} />} onClick={() => save(getReportSheet)}>
                {t("act.xlsx")}
              </Button>
              <Button type="primary" icon={<FileText size={15} />} onClick={() => save(getReportPdf)}>
                {t("act.pdf")}
              </Button>
            </Allowed>
          ) : null}
        </>
      }
    />
  );
}
