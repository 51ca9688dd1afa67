/*
 * What a mass spectrometer reports of its runs, read tolerantly: a text that cannot be read is left out. On the wire
 * concentrations are ng/L, here μg/L.
 */
import type { Check } from "@tracewater/contract/laboratory/analytical-batches";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { InstrumentEventKind } from "@tracewater/contract/laboratory/instrument-runs";
import { z } from "zod";

const text = (max: number) => z.string().trim().max(max).catch("");
const moment = z.number().int().min(0).max(9_999_999_999_999).nullable().catch(null);
const figure = z.number().nullable().catch(null);
const count = z.number().int().min(0).max(1_000_000).nullable().catch(null);

const reported = z.object({
  batchNo: text(60),
  sequence: text(64),
  samples: count,
  failed: count,
  startedAt: moment,
  fileName: text(200),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/)
    .catch(""),
  analyte: analyteName.nullable().catch(null),
  r2: figure,
  value: figure,
  standardArea: figure,
  since: moment,
  until: moment,
  minutes: figure,
});

export type InstrumentReport = {
  kind: InstrumentEventKind;
  /** Empty where neither the message nor the device's readings name one. */
  batchNo: string;
  /** The same incident of a device, at whatever time it is repeated. */
  identity: string;
  at: Date;
  since: Date | null;
  analyte: AnalyteName | null;
  figure: number | null;
  sequence: string;
  /** Of a finished run alone. */
  done: {
    startedAt: Date | null;
    samples: number | null;
    failed: number | null;
    fileName: string;
    sha256: string;
  };
};

export function readInstrumentEvent(event: {
  identifier: InstrumentEventKind;
  at: Date;
  params: unknown;
  /** What the device showed at that time. */
  lastBatchNo: string | null;
}): InstrumentReport {
  const { identifier: kind, at } = event;
  const isRecord = typeof event.params === "object" && event.params !== null && !Array.isArray(event.params);
  const read = reported.parse(isRecord ? event.params : {});
  // A gap says itself when it was; which run it touches follows from that.
  const shown = kind === "auditTrailGap" ? "" : (event.lastBatchNo ?? "").trim().slice(0, 60);
  const batchNo = read.batchNo || shown;
  const { analyte } = read;
  const until = dateOf(read.until) ?? at;
  const since = kind === "auditTrailGap" ? dateOf(read.since) : null;
  return {
    ...{ kind, batchNo, at: kind === "auditTrailGap" ? until : at, since, analyte },
    identity: identityOf(kind, batchNo, { analyte, at, since, until }),
    figure: figureOf(kind, read),
    sequence: read.sequence,
    done: {
      startedAt: dateOf(read.startedAt),
      samples: read.samples,
      failed: read.failed,
      fileName: read.fileName,
      sha256: read.sha256,
    },
  };
}

function identityOf(
  kind: InstrumentEventKind,
  batchNo: string,
  { analyte, at, since, until }: { analyte: string | null; at: Date; since: Date | null; until: Date },
): string {
  if (kind === "auditTrailGap") return `${(since ?? at).toISOString()} ${until.toISOString()}`;
  return `${batchNo || at.toISOString()} ${analyte ?? ""}`.trim();
}

function figureOf(kind: InstrumentEventKind, read: z.infer<typeof reported>): number | null {
  switch (kind) {
    case "calFail":
      return read.r2;
    case "blankFail":
      return read.value === null ? null : read.value / 1000;
    case "auditTrailGap":
      return read.minutes;
    default:
      return read.standardArea;
  }
}

function dateOf(ms: number | null): Date | null {
  if (ms === null) return null;
  // Ten digits are seconds.
  return new Date(ms < 10_000_000_000 ? ms * 1000 : ms);
}

const checkKinds = {
  calFail: "calibration",
  blankFail: "blank",
  drift: "drift",
  auditTrailGap: "auditTrail",
} as const satisfies Partial<Record<InstrumentEventKind, Check["kind"]>>;

/** The check that a report fails; null of a run that is done. */
export function failedCheck(kind: InstrumentEventKind): (typeof checkKinds)[keyof typeof checkKinds] | null {
  return kind === "batchDone" ? null : checkKinds[kind];
}

type Incident = { kind: InstrumentEventKind; analyte: AnalyteName | null; figure: number | null };

/** The checks of one analyte with what the instrument itself found wrong: of the analyte, or of the whole run. */
export function withIncidents(
  checks: readonly Check[],
  incidents: readonly Incident[],
  analyte: AnalyteName,
  limits: { r2: number },
): Check[] {
  const failed = new Map<Check["kind"], Check>();
  for (const { kind, figure, analyte: own } of incidents) {
    const check = failedCheck(kind);
    if (check === null || (own !== null && own !== analyte)) continue;
    const limit = kind === "calFail" ? limits.r2 : null;
    failed.set(check, { kind: check, isOk: false, figure, limit, rules: [] });
  }
  const kept = checks.filter((one) => !one.isOk || !failed.has(one.kind));
  return [...kept, ...[...failed.values()].filter((one) => !kept.some(({ kind }) => kind === one.kind))];
}
