/** The stations of the water on its way from the sampling plan to the report, and the legs between them. */
import type { CustodyKind } from "@tracewater/contract/laboratory/custody";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import type { CustodyGap } from "./custody-gaps.ts";

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
/** The way to a station from the one reached before it. */
export type Leg = {
  /** Null where one of the two has no time, or the times are not in this order. */
  ms: number | null;
  gaps: CustodyGap[];
};

/** The station that an event which ends a gap belongs to. */
const stationOfKind: Partial<Record<CustodyKind, StationKind>> = {
  seal: "seal",
  handover: "delivery",
  transport: "receipt",
  receive: "receipt",
};

/** The legs to each station; the first has none. */
export function legsOf(stations: readonly Station[], gaps: readonly CustodyGap[]): (Leg | null)[] {
  let before: Station | null = null;
  return stations.map((station, at) => {
    const last: Station | null = before;
    if (station.at !== null) before = station;
    if (at === 0) return null;
    const ms = last?.at == null || station.at === null ? null : station.at - last.at;
    return {
      ms: ms === null || ms < 0 ? null : ms,
      gaps: gaps.filter((gap) => stationOfKind[gap.before.kind] === station.kind),
    };
  });
}

export type StationKind = (typeof stationKinds)[number];

/**
 * A place on the way of the water: when it was reached first and last, by whom, and where to look closer. Of several
 * things at one station only what they share is said: the person or device of one of them is not that of all.
 */
export type Station = {
  kind: StationKind;
  count: number;
  /** What it is called where there is one; null where there are none or several. */
  name: string | null;
  at: number | null;
  /** The last time, where it is another one. */
  until: number | null;
  who: string | null;
  to: string | null;
};

/** The way of the water that a thread reports, from the plan to the report; what was not reached has no time. */
export function stationsOf(traceability: Traceability): Station[] {
  return [
    ...samplingStations(traceability),
    ...deliveryStations(traceability.deliveries),
    ...laboratoryStations(traceability),
  ];
}

/** From the plan to the sealed bottle. */
function samplingStations({ plans, samples, bottles, events }: Traceability): Station[] {
  // A void sample took no water of its own: another one may have it.
  const auto = samples.filter(
    (one) => one.origin === "auto" && one.deviceName !== null && one.state !== "void",
  );
  const sealed = samples.filter((one) => one.sealNo !== null);
  const of = (kind: CustodyKind) => events.filter((event) => event.kind === kind);
  return [
    station("plan", plans, {
      name: (one) => one.planNo,
      at: (one) => one.approvedAt ?? one.createdAt,
      who: (one) => one.approvedBy ?? one.createdBy,
      to: (one) => `/samplePoint/plan?id=${one.planId}`,
    }),
    {
      ...station("strokes", auto, {
        at: (one) => one.began,
        who: (one) => one.deviceName,
        to: (one) =>
          `/samplingAuto/detail?time=${one.began}&deviceName=${encodeURIComponent(one.deviceName ?? "")}`,
      }),
      count: sum(auto.map((one) => one.aliquotsTaken ?? 0)),
    },
    {
      ...station("bottle", bottles, {
        name: (one) => one.bodyCode,
        to: (one) => `/thread/bottle/${one.bottleId}`,
      }),
      ...happened(of("collect"), (event) => event.to),
    },
    {
      ...station("seal", sealed, { name: (one) => one.sealNo }),
      ...happened(of("seal"), (event) => event.actor),
    },
  ];
}

function deliveryStations(deliveries: Traceability["deliveries"]): Station[] {
  const received = deliveries.filter((one) => one.receivedAt !== null);
  return [
    station("delivery", deliveries, {
      name: (one) => one.deliveryNo,
      at: (one) => one.handedAt,
      who: (one) => one.courier,
      to: deliveryPath,
    }),
    station("receipt", received, {
      name: (one) => one.toUnitName,
      at: (one) => one.receivedAt,
      who: (one) => one.receivedBy,
      to: deliveryPath,
    }),
  ];
}

function laboratoryStations({ assays, loads, reports }: Traceability): Station[] {
  return [
    station("assay", assays, {
      at: (one) => one.enteredAt,
      who: (one) => one.analyst,
      to: (one) => `/waterAssay/detail?id=${one.assayId}`,
    }),
    station("load", loads, {
      at: (one) => one.madeAt,
      who: (one) => one.madeBy,
      to: (one) => `/thread/load/${one.loadId}`,
    }),
    station("report", reports, {
      name: (one) => `${one.pointCode} ${one.from}`,
      at: (one) => one.madeAt,
      who: (one) => one.madeBy,
      to: (one) => reportPath(one.reportId),
    }),
  ];
}

export function reportPath(id: number): string {
  return `/report/samplePointDetail?id=${id}`;
}

function station<T>(
  kind: StationKind,
  reached: readonly T[],
  known: {
    name?: (one: T) => string | null;
    at?: (one: T) => number | null;
    who?: (one: T) => string | null;
    to?: (one: T) => string;
  },
): Station {
  const [only] = reached.length === 1 ? reached : [];
  const times = reached.flatMap((one) => known.at?.(one) ?? []);
  return {
    kind,
    count: reached.length,
    name: only === undefined ? null : (known.name?.(only) ?? null),
    ...ends(times),
    who: shared(reached.map((one) => known.who?.(one) ?? null)),
    to: only === undefined ? null : (known.to?.(only) ?? null),
  };
}

/** When and by whom, of the events of the custody chain. */
function happened<T extends { at: number }>(
  events: readonly T[],
  who: (event: T) => string | null,
): Pick<Station, "at" | "until" | "who"> {
  return { ...ends(events.map((event) => event.at)), who: shared(events.map(who)) };
}

function ends(times: readonly number[]): Pick<Station, "at" | "until"> {
  if (times.length === 0) return { at: null, until: null };
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { at: first, until: last === first ? null : last };
}

/** What all of them have alike; null where they differ. */
function shared(values: readonly (string | null)[]): string | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}

function deliveryPath(one: { deliveryId: number }): string {
  return `/laboratory/delivery?id=${one.deliveryId}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}
