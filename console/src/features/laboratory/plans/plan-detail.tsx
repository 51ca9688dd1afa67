/** The page of a plan: its header, what is recorded of it, the preview of a day, and its samples. */
import { getPlan } from "@tracewater/contract/laboratory/plans";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useTypicalFlow } from "../../../charts/program-day/use-typical-flow.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { LinkButton } from "../../../kit/link-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";
import { PlanActions } from "./plan-actions.tsx";
import { PlanStateMark, usePlanLabels } from "./plan-labels.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { type PlanInFull, PlanRecord } from "./plan-record.tsx";
import { previewOf } from "./plan-values.ts";

const followMs = 5000;

/** A plan, how far it is, what a day of it comes to, and the samples that came of it. */
export function PlanDetail({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-plans");
  const { data, error, refetch } = useApi(getPlan, { params: { id } }, { handled: true, everyMs: followMs });
  const plan = data?.data;
  const { flow, range } = useTypicalFlow(plan?.deviceId ?? null, plan?.startsAt ?? null);
  if (error?.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && plan === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (plan === undefined) return <Loading lines={12} />;
  return (
    <div className="record-stack">
      <PlanHeader plan={plan} />
      <div className="plan-detail">
        <div className="record-stack">
          <Card title={t("recorded")} section="record">
            {plan.stateReason === "" ? null : (
              <p className="plan-notice">
                {t("closedBecause", { reason: plan.stateReason, who: plan.endedBy ?? "" })}
              </p>
            )}
            <PlanRecord plan={plan} />
          </Card>
          <Samples planId={plan.planId} count={plan.samplings} />
        </div>
        <Card
          title={t("preview.title")}
          section="preview"
          hint={t(flow === null ? "preview.design" : "preview.typical")}
        >
          <PlanPreview
            preview={previewOf(plan, flow, plan.designFlow)}
            range={range}
            startsAt={plan.startsAt}
            zone={plan.zone}
            bottleVolume={plan.bottleVolume}
            conflicts={plan.conflicts}
          />
        </Card>
      </div>
    </div>
  );
}

function PlanHeader({ plan }: { plan: PlanInFull }) {
  const { t } = useTranslation("laboratory-plans");
  const label = usePlanLabels();
  return (
    <RecordHeader
      icon={CalendarCheck}
      name={plan.planNo}
      about={plan.name}
      state={<PlanStateMark state={plan.state} variant="tag" />}
      meta={[
        <PathLink key="point" to={pointPath(plan.pointId)}>
          {plan.pointCode} {plan.pointName}
        </PathLink>,
        plan.deviceName === null ? (
          t("form.byHand")
        ) : (
          <span key="device" className="code">
            {plan.deviceName}
          </span>
        ),
        <span key="span" className="num">
          {formatMoment(plan.startsAt, plan.zone).slice(0, 10)} –{" "}
          {formatMoment(plan.endsAt, plan.zone).slice(0, 10)}
        </span>,
        label(`mode.${plan.mode}`),
        <PathLink key="back" to="/samplePoint/plan">
          {t("back")}
        </PathLink>,
      ]}
      tabs={[
        { key: "record", label: t("recorded") },
        { key: "preview", label: t("preview.title") },
        { key: "samples", label: t("samples.title"), count: plan.samplings },
      ]}
      actions={
        <>
          <LinkButton to={`/thread/plan/${plan.planId}`}>{t("thread")}</LinkButton>
          <PlanActions plan={plan} />
        </>
      }
    />
  );
}

const shownSamples = 20;

function Samples({ planId, count }: { planId: number; count: number }) {
  const { t } = useTranslation("laboratory-plans");
  const label = useSampleLabels();
  const query = { planId, pageNum: 1, pageSize: shownSamples };
  const { data } = useApi(listSamplings, { query }, { handled: true, everyMs: 30_000 });
  const rows = data?.rows ?? [];
  type Row = (typeof rows)[number];
  const number = (row: Row) => (
    <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
      {row.sampleNo}
    </PathLink>
  );
  return (
    <Card flush section="samples" title={t("samples.title")} hint={t("samples.count", { count })}>
      <DataTable
        id="plan_sampling"
        rows={rows}
        rowKey={(row) => String(row.samplingId)}
        empty={<EmptyState title={t("samples.none")} text={t("samples.noneText")} />}
        columns={[
          { id: "sampleNo", label: label("sampleNo"), width: 150, required: true, cell: number },
          {
            ...{ id: "state", label: label("state"), width: 110 },
            cell: (row) => <SampleStateMark state={row.state} />,
          },
          { id: "bottle", label: label("bodyCode"), width: 130, cell: (row) => row.bodyCode ?? "—" },
          {
            ...{ id: "began", label: label("began"), width: 170 },
            cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
          },
          {
            ...{ id: "volume", label: label("volume"), unit: "mL", width: 100, align: "right" as const },
            cell: (row) => <Quantity value={row.volume} />,
          },
        ]}
        cards={(row) => (
          <span className="record-line">
            {number(row)}
            <SampleStateMark state={row.state} />
          </span>
        )}
      />
    </Card>
  );
}
