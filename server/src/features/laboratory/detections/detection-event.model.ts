/*
 * What an online detector reports, read tolerantly: a finding that cannot be read is left out, a run without findings is
 * a run that detected nothing. On the wire concentrations are ng/L, here μg/L.
 */
import { type AssayFlag, assayFlag } from "@tracewater/contract/laboratory/assay-fields";
import type { ControlOutcome } from "@tracewater/contract/laboratory/detections";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { ngPerL, ugPerLFromNgPerL } from "@tracewater/wbe/units";
import { z } from "zod";

/** μg/L as a text. */
export type Finding = { value: string | null; flag: AssayFlag };
export type Findings = Partial<Record<AnalyteName, Finding>>;

const amount = z.number().min(0).max(1e9);
const text = z.string().trim().max(100).catch("");

const result = z.object({
  sampleId: text,
  startedAt: z.number().int().min(0).max(9_999_999_999_999).nullable().catch(null),
  method: text,
  recovery: amount.nullable().catch(null),
  findings: z.array(z.unknown()).catch([]),
});
const finding = z.object({
  analyte: analyteName,
  value: amount.nullable().catch(null),
  flag: z.number().int().min(0).max(4),
});
const exceeded = z.object({
  sampleId: text,
  analyte: analyteName,
  value: amount,
  limit: amount,
  bottle: z.number().int().min(0).max(1000).catch(0),
});

/** As many decimals as a result may have, far below what any instrument resolves: a double may come with more. */
const maxDecimals = 12;

export function microgram(nanogram: number): string {
  return ugPerLFromNgPerL(ngPerL(String(nanogram)))
    .toDecimalPlaces(maxDecimals)
    .toFixed();
}

export function readResult(params: unknown) {
  const { sampleId, startedAt, method, recovery, findings } = result.parse(isRecord(params) ? params : {});
  const read: Findings = {};
  for (const one of findings) {
    const { data } = finding.safeParse(one);
    if (data === undefined || read[data.analyte] !== undefined) continue;
    const flag = assayFlag.options[data.flag] ?? "rejected";
    const isEmpty = data.value === null || (data.value === 0 && flag !== "quantified");
    read[data.analyte] = { value: isEmpty || data.value === null ? null : microgram(data.value), flag };
  }
  const flags = Object.entries(read).map(([name, { flag }]) => ({ name, flag }));
  return {
    ...{ sampleNo: sampleId, startedAt, method, recovery, findings: read },
    quantified: flags.filter(({ flag }) => flag === "quantified").length,
    found: flags.filter(({ flag }) => flag === "quantified" || flag === "aboveRange").map(({ name }) => name),
  };
}

/** Null where it says nothing that can be read. */
export function readExceeded(params: unknown) {
  const { data } = exceeded.safeParse(params);
  if (data === undefined) return null;
  const { sampleId, analyte, bottle } = data;
  return {
    ...{ sampleNo: sampleId, analyte, bottle },
    ...{ value: microgram(data.value), limit: microgram(data.limit) },
  };
}

/** The number that a failed control reports: a recovery in %, or what a blank carried over in ng/L. */
export function readControl(params: unknown): number | null {
  const number = z.number();
  const { data } = z
    .object({ recovery: number.optional(), value: number.optional() })
    .safeParse(isRecord(params) ? params : {});
  return data?.recovery ?? data?.value ?? null;
}

/** Two sources of the last control before a run: readings of the device, and events of failures; the newer one counts. */
export function judgeControl(known: {
  reading: number | null;
  readingAt: number | null;
  failedAt: number | null;
}): { outcome: ControlOutcome; at: number | null } {
  const { reading, readingAt, failedAt } = known;
  if (failedAt !== null && (readingAt === null || readingAt < failedAt))
    return { outcome: "failed", at: failedAt };
  const outcome = reading === 1 ? "passed" : reading === 2 ? "failed" : "notRun";
  return { outcome, at: outcome === "notRun" ? null : readingAt };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
