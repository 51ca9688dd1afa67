import type { ReplyOf } from "@tracewater/contract/call";
import { getPlan } from "@tracewater/contract/laboratory/plans";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useTypicalFlow } from "../../../charts/program-day/use-typical-flow.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { SampleStateMark, useSampleWords } from "../../../pickers/sample-words.tsx";
import { PlanActions } from "./plan-actions.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { previewOf } from "./plan-values.ts";
import { PlanStateMark, ProgrammedMark, usePlanWords } from "./plan-words.tsx";

type PlanInFull = ReplyOf<typeof getPlan>["data"];

const followMs = 5000;

/** A plan, how far it is, what a day of it comes to, and the samples that came of it. */
export function PlanDetail({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-plans");
  const { data, error, refetch } = useApi(getPlan, { params: { id } }, { handled: true, everyMs: followMs });
  const plan = data?.data;
  const flow = useTypicalFlow(plan?.deviceId ?? null);
  if (error?.code === 404) return <Blank title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && plan === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (plan === undefined) return <Loading lines={12} />;
  return (
    <div className="plan-detail">
      <div className="record-stack">
        <Card
          title={
            <>
              <span className="code">{plan.planNo}</span> {plan.name}
            </>
          }
          hint={<PlanStateMark state={plan.state} variant="tag" />}
          extra={
            <span className="plan-links">
              <PathLink to={`/thread/plan/${plan.planId}`}>{t("thread")}</PathLink>
              <PathLink to="/samplePoint/plan">{t("back")}</PathLink>
            </span>
          }
        >
          {plan.stateReason === "" ? null : (
            <p className="plan-notice">
              {t("closedBecause", { reason: plan.stateReason, who: plan.endedBy ?? "" })}
            </p>
          )}
          <PlanActions plan={plan} />
          <Facts plan={plan} />
        </Card>
        <Samples planId={plan.planId} count={plan.samplings} />
      </div>
      <Card title={t("preview.title")} hint={t(flow === null ? "preview.design" : "preview.typical")}>
        <PlanPreview
          preview={previewOf(plan, flow, plan.designFlow)}
          bottleVolume={plan.bottleVolume}
          conflicts={plan.conflicts}
        />
      </Card>
    </div>
  );
}

function Facts({ plan }: { plan: PlanInFull }) {
  const { t } = useTranslation("laboratory-plans");
  const word = usePlanWords();
  const nameOfAnalyte = useAnalyteName();
  const { programmed, zone } = plan;
  const all = (list: readonly string[]) => list.join(t("and"));
  const when = (at: number | null, who: string | null) =>
    at === null ? null : `${formatMoment(at)} · ${who ?? ""}`;
  const facts: [string, ReactNode][] = [
    [word("point"), `${plan.pointCode} ${plan.pointName}`],
    [word("unit"), plan.unitName],
    [word("device"), plan.deviceName ?? t("form.byHand")],
    [word("purpose"), word(`purpose.${plan.purpose}`)],
    [word("startsAt"), formatMoment(plan.startsAt, zone).slice(0, 16)],
    [word("endsAt"), formatMoment(plan.endsAt, zone).slice(0, 16)],
    [word("zone"), zone],
    [word("days"), plan.days.length === 7 ? t("everyDay") : all(plan.days.map((day) => word(`days.${day}`)))],
    [word("mode"), word(`mode.${plan.mode}`)],
    plan.mode === "vtcv"
      ? [word("pulse"), <Quantity key="pulse" value={plan.pulse} unit="m³" />]
      : [word("intervalMin"), <Quantity key="interval" value={plan.intervalMin} unit="min" />],
    [word("aliquot"), <Quantity key="aliquot" value={plan.aliquot} unit="mL" />],
    [word("bottles"), t("bottlesOf", { count: plan.bottles, volume: plan.bottleVolume })],
    [word("preservative"), word(`preservative.${plan.preservative}`)],
    [word("holdingHours"), <Quantity key="holding" value={plan.holdingHours} unit="h" />],
    [word("createdBy"), when(plan.createdAt, plan.createdBy)],
    [word("approvedBy"), when(plan.approvedAt, plan.approvedBy)],
    [
      word("programmed"),
      <span key="programmed" className="plan-programmed">
        <ProgrammedMark plan={plan} />
        {programmed === null ? null : (
          <span className="record-quiet">{when(programmed.finishedAt ?? programmed.at, programmed.by)}</span>
        )}
        {programmed?.state === "failed" && programmed.message !== null ? (
          <span className="record-quiet">{programmed.message}</span>
        ) : null}
      </span>,
    ],
    [word("note"), plan.note],
  ];
  return (
    <>
      <dl className="plan-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === "" ? "—" : value}</dd>
          </div>
        ))}
      </dl>
      <dl className="plan-facts plan-facts-wide">
        <div>
          <dt>{word("analytes")}</dt>
          <dd>{all(plan.analytes.map((one) => nameOfAnalyte(one)))}</dd>
        </div>
      </dl>
    </>
  );
}

const shownSamples = 20;

function Samples({ planId, count }: { planId: number; count: number }) {
  const { t } = useTranslation("laboratory-plans");
  const word = useSampleWords();
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
    <Card flush title={t("samples.title")} hint={t("samples.count", { count })}>
      <DataTable
        id="plan_sampling"
        rows={rows}
        rowKey={(row) => String(row.samplingId)}
        empty={<Blank title={t("samples.none")} text={t("samples.noneText")} />}
        columns={[
          { id: "sampleNo", label: word("sampleNo"), width: 150, required: true, cell: number },
          {
            ...{ id: "state", label: word("state"), width: 110 },
            cell: (row) => <SampleStateMark state={row.state} />,
          },
          { id: "bottle", label: word("bodyCode"), width: 130, cell: (row) => row.bodyCode ?? "—" },
          {
            ...{ id: "began", label: word("began"), width: 170 },
            cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
          },
          {
            ...{ id: "volume", label: word("volume"), unit: "mL", width: 100, align: "right" as const },
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
