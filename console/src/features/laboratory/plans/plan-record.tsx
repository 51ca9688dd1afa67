import type { ReplyOf } from "@tracewater/contract/call";
import type { getPlan } from "@tracewater/contract/laboratory/plans";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { ProgrammedMark, usePlanLabels } from "./plan-labels.tsx";

export type PlanInFull = ReplyOf<typeof getPlan>["data"];

/** What is recorded of a plan: its settings, and who created, approved and programmed it. */
export function PlanRecord({ plan }: { plan: PlanInFull }) {
  const { t } = useTranslation("laboratory-plans");
  const label = usePlanLabels();
  const nameOfAnalyte = useAnalyteName();
  const { zone } = plan;
  const all = (list: readonly string[]) => list.join(t("and"));
  const facts: [string, ReactNode][] = [
    [label("point"), `${plan.pointCode} ${plan.pointName}`],
    [label("unit"), plan.unitName],
    [label("device"), plan.deviceName ?? t("form.byHand")],
    [label("purpose"), label(`purpose.${plan.purpose}`)],
    [label("startsAt"), formatMoment(plan.startsAt, zone).slice(0, 16)],
    [label("endsAt"), formatMoment(plan.endsAt, zone).slice(0, 16)],
    [label("zone"), zone],
    [
      label("days"),
      plan.days.length === 7 ? t("everyDay") : all(plan.days.map((day) => label(`days.${day}`))),
    ],
    [label("mode"), label(`mode.${plan.mode}`)],
    plan.mode === "vtcv"
      ? [label("pulse"), <Quantity key="pulse" value={plan.pulse} unit="m³" />]
      : [label("intervalMin"), <Quantity key="interval" value={plan.intervalMin} unit="min" />],
    [label("aliquot"), <Quantity key="aliquot" value={plan.aliquot} unit="mL" />],
    [label("bottles"), t("bottlesOf", { count: plan.bottles, volume: plan.bottleVolume })],
    [label("preservative"), label(`preservative.${plan.preservative}`)],
    [label("holdingHours"), <Quantity key="holding" value={plan.holdingHours} unit="h" />],
    [label("createdBy"), momentAndPerson(plan.createdAt, plan.createdBy)],
    [label("approvedBy"), momentAndPerson(plan.approvedAt, plan.approvedBy)],
    [label("programmed"), <Programmed key="programmed" plan={plan} />],
    [label("note"), plan.note],
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
          <dt>{label("analytes")}</dt>
          <dd>{all(plan.analytes.map((one) => nameOfAnalyte(one)))}</dd>
        </div>
      </dl>
    </>
  );
}

function Programmed({ plan }: { plan: PlanInFull }) {
  const { programmed } = plan;
  return (
    <span className="plan-programmed">
      <ProgrammedMark plan={plan} />
      {programmed === null ? null : (
        <span className="record-quiet">
          {momentAndPerson(programmed.finishedAt ?? programmed.at, programmed.by)}
        </span>
      )}
      {programmed?.state === "failed" && programmed.message !== null ? (
        <span className="record-quiet">{programmed.message}</span>
      ) : null}
    </span>
  );
}

function momentAndPerson(at: number | null, who: string | null): string | null {
  return at === null ? null : `${formatMoment(at)} · ${who ?? ""}`;
}
