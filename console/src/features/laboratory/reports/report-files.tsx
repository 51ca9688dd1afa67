import { type Report, remakeReport } from "@tracewater/contract/laboratory/reports";
import Button from "antd/es/button";
import { FileSpreadsheet, FileText, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { State } from "../../../kit/state.tsx";

/** The files of a report with their digests, and whether the same comes out when it is made again. */
export function ReportFiles({ report }: { report: Report }) {
  const { t } = useTranslation("laboratory-reports");
  const again = useApiMutation(remakeReport);
  const params = { id: report.reportId };
  const files = [
    { name: t("act.pdf"), icon: <FileText size={15} />, digest: report.pdf },
    { name: t("act.xlsx"), icon: <FileSpreadsheet size={15} />, digest: report.xlsx },
  ];
  return (
    <Card
      title={t("files")}
      section="files"
      extra={
        <span className="report-buttons">
          <Button
            icon={<RefreshCw size={15} />}
            loading={again.isPending}
            onClick={() => again.mutate({ params })}
          >
            {t("act.again")}
          </Button>
        </span>
      }
    >
      <dl className="report-facts">
        {files.map(({ name, icon, digest }) =>
          digest === null ? null : (
            <div key={name}>
              <dt>
                {icon} {name}
              </dt>
              <dd>
                <span className="report-quiet">{t("digest")}</span>
                <br />
                <code className="report-digest">{digest.sha256}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
      {again.data === undefined ? null : <Compared {...again.data.data} report={report} />}
    </Card>
  );
}

function Compared(props: {
  isSame: boolean;
  changedLoads: number;
  hasSameFigures: boolean;
  pdf: string;
  xlsx: string;
  report: Report;
}) {
  const { t } = useTranslation("laboratory-reports");
  const { isSame, changedLoads, hasSameFigures, pdf, xlsx, report } = props;
  const isSameFile = pdf === report.pdf?.sha256 && xlsx === report.xlsx?.sha256;
  return (
    <div role="status">
      <State tone={isSame ? "ok" : "critical"} label={t(isSame ? "again.same" : "again.notSame")} />
      {isSame ? null : (
        <ul className="report-notes">
          {changedLoads === 0 ? null : <li>{t("again.loads", { count: changedLoads })}</li>}
          {hasSameFigures ? null : <li>{t("again.figures")}</li>}
          {isSameFile ? null : <li className="report-digest">{t("again.files", { pdf, xlsx })}</li>}
        </ul>
      )}
    </div>
  );
}
