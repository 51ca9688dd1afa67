import "./reports.css";
import { reportWords } from "@tracewater/contract/laboratory/report-words";
import { getReport, type Report } from "@tracewater/contract/laboratory/reports";
import Progress from "antd/es/progress";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceWords } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { CancelButton, ReportStateMark } from "./report-columns.tsx";
import { ReportFigures } from "./report-figures.tsx";
import { ReportFiles } from "./report-files.tsx";
import { ReportLoads } from "./report-loads.tsx";
import { ReportParameters } from "./report-parameters.tsx";

const largestId = 2_147_483_647;
const soonMs = 1000;

/** A report of a sampling point on the screen, as it stands in its files. */
export default function PointReportPage() {
  const [search] = useSearchParams();
  const id = Number(search.get("id"));
  const { t } = useTranslation("laboratory-reports");
  return (
    <PermittedPage to="laboratory:report:query">
      {Number.isInteger(id) && id > 0 && id <= largestId ? (
        <Found key={id} id={id} />
      ) : (
        <PageFrame>
          <Blank title={t("missing")} text={t("missingText")} />
        </PageFrame>
      )}
    </PermittedPage>
  );
}

function Found({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-reports");
  const [isRunning, setIsRunning] = useState(false);
  const { data, error, refetch } = useApi(
    getReport,
    { params: { id } },
    { handled: true, ...(isRunning ? { everyMs: soonMs } : {}) },
  );
  const runs = data?.data.state === "running";
  if (runs !== isRunning) setIsRunning(runs);
  if (data !== undefined) return <Shown report={data.data} />;
  return (
    <PageFrame>
      {error === null ? (
        <Loading lines={12} />
      ) : error.code === 404 ? (
        <Blank title={t("missing")} text={t("missingText")} />
      ) : (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}

function Shown({ report }: { report: Report }) {
  const { t } = useTranslation("laboratory-reports");
  const word = useResourceWords({ words: reportWords });
  const { figures, runId, state } = report;
  return (
    <PageFrame
      title={`${word("report")}: ${report.pointName}`}
      hint={`${report.from} – ${report.until} · ${word("number")} ${report.reportId}`}
      extra={<ReportStateMark row={report} />}
    >
      {state === "running" ? (
        <Card
          extra={<CancelButton id={report.reportId} />}
          title={t("running", { progress: report.progress })}
        >
          <Progress percent={report.progress} showInfo={false} />
        </Card>
      ) : null}
      {report.reason === "" ? null : (
        <Card>
          <p className="report-fault" role="status">
            {report.reason}
          </p>
        </Card>
      )}
      {report.stale === 0 ? null : (
        <Card>
          <State tone="warn" label={t("stale", { count: report.stale })} />
        </Card>
      )}
      {state === "done" ? <ReportFiles report={report} /> : null}
      <ReportParameters report={report} />
      {figures === null || runId === null ? null : (
        <>
          <ReportFigures report={report} figures={figures} runId={runId} />
          <ReportLoads report={report} figures={figures} runId={runId} />
        </>
      )}
    </PageFrame>
  );
}
