import type { CustodyKind } from "@tracewater/contract/laboratory/custody";
import type { Thread } from "@tracewater/contract/laboratory/thread";

export const stationKinds = [
  "plan",
  "strokes",
  "bottle",
  "seal",
  "delivery",
  "receipt",
  "assay",
  "load",
  "report",
] as const;
export type StationKind = (typeof stationKinds)[number];

/** A place on the way of the water: when it was reached first, by whom, and where to look closer. */
export type Station = {
  kind: StationKind;
  count: number;
  /** What it is called where there is one; null where there are none or several. */
  name: string | null;
  at: number | null;
  who: string | null;
  to: string | null;
};

/** The way of the water that a thread tells, from the plan to the report; what was not reached has no time. */
export function stationsOf(thread: Thread): Station[] {
  const { plans, samples, bottles, deliveries, assays, loads, reports, events } = thread;
  const auto = samples.filter((one) => one.origin === "auto" && one.deviceName !== null);
  const sealed = samples.filter((one) => one.sealNo !== null);
  const received = deliveries.filter((one) => one.receivedAt !== null);
  const [stroke] = auto;
  const [plan] = plans;
  const [delivery] = deliveries;
  const [assay] = assays;
  const [load] = loads;
  const [report] = reports;
  const [bottle] = bottles;
  const station = (
    kind: StationKind,
    count: number,
    known: Partial<Omit<Station, "kind" | "count">>,
  ): Station => ({ kind, count, name: null, at: null, who: null, to: null, ...known });
  const first = (kind: CustodyKind) => events.find((event) => event.kind === kind);
  const begin = samples.length === 0 ? null : Math.min(...samples.map((one) => one.began));
  return [
    station("plan", plans.length, {
      name: plans.length === 1 ? (plan?.planNo ?? null) : null,
      at: plan?.approvedAt ?? plan?.createdAt ?? null,
      who: plan?.approvedBy ?? plan?.createdBy ?? null,
      to: plan === undefined ? null : `/samplePoint/plan?id=${plan.planId}`,
    }),
    station("strokes", sum(auto.map((one) => one.aliquotsTaken ?? 0)), {
      ...(stroke === undefined
        ? {}
        : {
            at: begin,
            who: stroke.deviceName,
            to: `/samplingAuto/detail?time=${stroke.began}&deviceName=${encodeURIComponent(stroke.deviceName ?? "")}`,
          }),
    }),
    station("bottle", bottles.length, {
      name: bottles.length === 1 ? (bottle?.bodyCode ?? null) : null,
      at: first("collect")?.at ?? null,
      who: first("collect")?.to ?? null,
      to: bottles.length === 1 && bottle !== undefined ? `/thread/bottle/${bottle.bottleId}` : null,
    }),
    station("seal", sealed.length, {
      name: sealed.length === 1 ? (sealed[0]?.sealNo ?? null) : null,
      at: first("seal")?.at ?? null,
      who: first("seal")?.actor ?? null,
    }),
    station("delivery", deliveries.length, {
      name: deliveries.length === 1 ? (delivery?.deliveryNo ?? null) : null,
      at: delivery?.handedAt ?? null,
      who: delivery?.courier ?? null,
      to: delivery === undefined ? null : `/laboratory/delivery?id=${delivery.deliveryId}`,
    }),
    station("receipt", received.length, {
      name: received[0]?.toUnitName ?? null,
      at: received[0]?.receivedAt ?? null,
      who: received[0]?.receivedBy ?? null,
      to: received[0] === undefined ? null : `/laboratory/delivery?id=${received[0].deliveryId}`,
    }),
    station("assay", assays.length, {
      at: assays.length === 0 ? null : Math.min(...assays.map((one) => one.enteredAt)),
      who: assay?.analyst ?? null,
      to: assays.length === 1 && assay !== undefined ? `/waterAssay/detail?id=${assay.assayId}` : null,
    }),
    station("load", loads.length, {
      at: loads.length === 0 ? null : Math.min(...loads.map((one) => one.madeAt)),
      who: load?.madeBy ?? null,
      to: loads.length === 1 && load !== undefined ? `/thread/load/${load.loadId}` : null,
    }),
    station("report", reports.length, {
      name: reports.length === 1 && report !== undefined ? `${report.pointCode} ${report.from}` : null,
      at: reports.length === 0 ? null : Math.min(...reports.map((one) => one.madeAt)),
      who: report?.madeBy ?? null,
      to: reports.length === 1 && report !== undefined ? reportPath(report.reportId) : null,
    }),
  ];
}

export function reportPath(id: number): string {
  return `/report/samplePointDetail?id=${id}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}
