import { type DetectionDetail, getDetection } from "@tracewater/contract/laboratory/detections";
import Button from "antd/es/button";
import { FileCheck2, Gavel } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { ControlMark, DetectionStateMark } from "./detection-marks.tsx";
import { FollowedCard } from "./followed-card.tsx";
import { RunCard } from "./run-card.tsx";
import { useDetectionLabels } from "./use-detection-labels.ts";
import { ValuesCard } from "./values-card.tsx";

const latestMs = 9_999_999_999_999;

/** Whether a number of an address can be the time of a run. */
export const isRunTime = (time: number) => Number.isInteger(time) && time > 0 && time <= latestMs;

/** One run: what was found, the controls before it, the instrument meanwhile, and what became of it. */
export function DetectionView({ deviceName, time }: { deviceName: string; time: number }) {
  const { t } = useTranslation("laboratory-detections");
  const isTime = isRunTime(time) && deviceName !== "";
  const input = { params: { deviceName, time: isTime ? time : 1 } };
  const { data, error, refetch } = useApi(getDetection, input, { handled: true, enabled: isTime });
  if (!isTime || error?.code === 404 || error?.code === 400)
    return <EmptyState title={t("missing")} text={t("missingText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return (
    <div className="record-stack">
      <HeadCard run={data.data} />
      <ValuesCard run={data.data} />
      <FollowedCard run={data.data} />
      <RunCard run={data.data} />
    </div>
  );
}

function HeadCard({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  return (
    <Card
      title={<span className="num">{formatMoment(run.measuredAt)}</span>}
      hint={run.deviceName}
      extra={<Steps run={run} />}
    >
      <p className="detection-line">
        <DetectionStateMark state={run.state} isTag />
      </p>
      {run.state === "withheld" ? <p className="detection-line record-quiet">{t("withheldText")}</p> : null}
      <Facts run={run} />
    </Card>
  );
}

function Facts({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const label = useDetectionLabels();
  const { controls, decision } = run;
  const at = (ms: number | null) => (ms === null ? null : <span className="num"> {formatMoment(ms)}</span>);
  const percent = (value: number | null) => (value === null ? "—" : `${formatNumber(value, 1)} %`);
  const { calibration } = controls;
  const facts = [
    [
      label("sampleNo"),
      <span key="sample" className="code">
        {run.sampleNo || "—"}
      </span>,
    ],
    [label("startedAt"), formatMoment(run.startedAt)],
    [label("method"), run.method || "—"],
    [label("quantified"), run.quantified],
    [label("recovery"), percent(run.recovery)],
    [
      t("lastQc"),
      <span key="qc">
        <ControlMark outcome={run.qc} />
        {at(controls.qcAt)} {controls.qcRecovery === null ? "" : `(${percent(controls.qcRecovery)})`}
      </span>,
    ],
    [
      t("lastBlank"),
      <span key="blank">
        <ControlMark outcome={run.blank} />
        {at(controls.blankAt)}
      </span>,
    ],
    [
      t("lastCalibration"),
      calibration === null ? (
        "—"
      ) : (
        <span key="calibration">
          <ControlMark outcome={calibration.outcome} />
          {at(calibration.at)} {calibration.r2 === null ? "" : `R² ${calibration.r2}`}
        </span>
      ),
    ],
    [label("point"), <PointLink key="point" run={run} />],
    [label("organisation"), run.unitName],
    ...(decision === null
      ? []
      : [[t("decision"), `${decision.by}, ${formatMoment(decision.at)}: ${decision.reason}`] as const]),
  ] as const;
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PointLink({ run }: { run: DetectionDetail }) {
  return run.pointId === null ? "—" : (run.pointName ?? "—");
}

/** What is to be done with the run next. */
function Steps({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const [open, setOpen] = useState<"decide" | "apply" | null>(null);
  const close = () => setOpen(null);
  const canApply = run.state === "ready" || run.state === "released";
  return (
    <Allowed to="laboratory:detection:edit">
      {run.state === "withheld" ? (
        <Button icon={<Gavel size={15} />} onClick={() => setOpen("decide")}>
          {t("decide.open")}
        </Button>
      ) : null}
      {canApply ? (
        <Button type="primary" icon={<FileCheck2 size={15} />} onClick={() => setOpen("apply")}>
          {t("apply.open")}
        </Button>
      ) : null}
      {open === "decide" ? <DecisionDialog detectionId={run.detectionId} onClose={close} /> : null}
      {open === "apply" ? <ApplyDialog run={run} onClose={close} /> : null}
    </Allowed>
  );
}
