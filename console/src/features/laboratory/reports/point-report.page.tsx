import "./reports.css";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import {
  getReport,
  type Report,
  type ReportAnalyte,
  type ReportValues,
} from "@tracewater/contract/laboratory/reports";
import Progress from "antd/es/progress";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { GoToList } from "../../../kit/go-to-list.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State } from "../../../kit/state.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AnalytesCard } from "./report-analytes.tsx";
import { CitiesCard } from "./report-cities.tsx";
import { CancelButton } from "./report-columns.tsx";
import { ReportFiles } from "./report-files.tsx";
import { ReportHeader } from "./report-header.tsx";
import { ReportKeys } from "./report-keys.tsx";
import { ReportLoads } from "./report-loads.tsx";
import { MeansCard } from "./report-means.tsx";
import { ReportParameters } from "./report-parameters.tsx";
import { TrendCard, useReportDays, WeekCard } from "./report-trend.tsx";
import { WeeksCard } from "./report-weeks.tsx";

const largestId = 2_147_483_647;
const soonMs = 1000;

/** A report of a sampling point on the screen, as it is in its files. */
export default function PointReportPage() {
  const [search] = useSearchParams();
  const given = search.get("id") ?? "";
  const id = Number(given);
  const { t } = useTranslation("laboratory-reports");
  if (given === "") return <GoToList to="/report/report" />;
  return (
    <PermittedPage to="laboratory:report:query">
      {Number.isInteger(id) && id > 0 && id <= largestId ? (
        <Found key={id} id={id} />
      ) : (
        <PageFrame>
          <EmptyState title={t("missing")} text={t("missingText")} />
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
        <EmptyState title={t("missing")} text={t("missingText")} />
      ) : (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}

function Shown({ report }: { report: Report }) {
  const { t } = useTranslation("laboratory-reports");
  const { figures, runId, state } = report;
  const [wanted, setWanted] = useState<AnalyteName | undefined>(undefined);
  const one = figures?.analytes.find((row) => row.analyte === wanted) ?? figures?.analytes[0];
  return (
    <PageFrame>
      <ReportHeader report={report} analyte={one?.analyte} onAnalyte={setWanted} />
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
      {figures === null || runId === null || one === undefined ? null : (
        <Figures {...{ report, figures, runId, one }} onChoose={setWanted} />
      )}
      {state === "done" ? <ReportFiles report={report} /> : null}
      <ReportParameters report={report} />
      {figures === null || runId === null ? null : (
        <ReportLoads report={report} figures={figures} runId={runId} />
      )}
    </PageFrame>
  );
}

/** The figure, its trend, its comparison; what they were made of is behind them. */
function Figures(props: {
  report: Report;
  figures: ReportValues;
  runId: number;
  one: ReportAnalyte;
  onChoose: (analyte: AnalyteName) => void;
}) {
  const { report, figures, runId, one } = props;
  const days = useReportDays(report, runId, one);
  return (
    <>
      <ReportKeys one={one} />
      <div className="report-first">
        <TrendCard report={report} one={one} days={days} />
        <AnalytesCard figures={figures} chosen={one.analyte} onChoose={props.onChoose} />
      </div>
      <div className="report-second">
        <CitiesCard report={report} one={one} />
        <div className="record-stack">
          {one.isMeanBelow ? null : <WeekCard report={report} one={one} days={days} />}
          <WeeksCard one={one} />
        </div>
      </div>
      <MeansCard figures={figures} />
    </>
  );
}
