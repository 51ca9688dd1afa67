/** What becomes of each result of an instrument's file, and what is said of it. */
import type { InstrumentFileRow } from "@tracewater/contract/laboratory/instrument-files";
import { Exact } from "@tracewater/wbe/exact";
import type { FieldError } from "../../../platform/app-error.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { ExistingAssay, NumberedSample } from "./instrument-file.store.ts";
import type { ReadResult } from "./instrument-file-rows.model.ts";
import type { KnownSample } from "./sample.service.ts";

export type Judged = {
  read: ReadResult;
  known: KnownSample | null;
  ending: InstrumentFileRow["ending"];
  faults: readonly FieldError[];
};
export function faulty(read: ReadResult, faults: readonly FieldError[]): Judged {
  return { read, known: null, ending: "faulty", faults: [...read.faults, ...faults] };
}

/** The unit of a batch, and by analyte the range of its calibration with that of the file itself, μg/L. */
export type BatchRanges = { unitId: number; ranges: ReadonlyMap<string, { low: number; high: number }> };

/** Why a result cannot be of the run of a batch: another unit's sample, or outside of its standards. */
export function beyondBatch(read: ReadResult, known: KnownSample, batch: BatchRanges): FieldError[] {
  if (known.unitId !== batch.unitId && known.labUnitId !== batch.unitId) return [otherUnit];
  const { analyte, result } = read;
  const range = analyte === null ? undefined : batch.ranges.get(analyte);
  if (range === undefined || result?.flag !== "quantified" || result.value === null) return [];
  const value = new Exact(result.value);
  return value.lt(range.low) || value.gt(range.high) ? [outside(range)] : [];
}

const otherUnit: FieldError = {
  field: "sampleNo",
  text: { en: "belongs to another unit than the batch", zh: "与分析批不属于同一单位" },
};

function outside({ low, high }: { low: number; high: number }): FieldError {
  return {
    field: "value",
    text: {
      en: `is outside the calibration range (${low} to ${high} μg/L); dilute or concentrate and measure again, or change the flag`,
      zh: `超出标准曲线范围（${low} 至 ${high} μg/L）；请稀释或浓缩后重测，或修改结果标识`,
    },
  };
}

export function phaseOf({ about: { phase, source } }: ReadResult) {
  return { phase, source };
}

/** Of one analyte in one sample a file has one result. */
export function markTwice(judged: Judged[]): void {
  const seen = new Map<string, number>();
  for (const [place, one] of judged.entries()) {
    const { read, known } = one;
    if (known === null || read.analyte === null) continue;
    const { phase, source } = read.about;
    const key = [known.bottleId, read.sampledOn, read.analyte, phase, source].join(" ");
    const before = seen.get(key);
    if (before === undefined) seen.set(key, read.row);
    else judged[place] = { ...one, ending: "faulty", faults: [...one.faults, twice(before)] };
  }
}

export function isSame(result: NonNullable<ReadResult["result"]>, other: ExistingAssay): boolean {
  const same = (a: string | null, b: string | null) =>
    a === null || b === null ? a === b : new Exact(a).eq(b);
  return (
    result.flag === other.flag &&
    same(result.value, other.value) &&
    same(result.lod, other.lod) &&
    same(result.loq, other.loq) &&
    same(result.uncertainty, other.uncertainty) &&
    result.recovery === other.recovery
  );
}

export function toRow({ read, ending, faults }: Judged, language: Language): InstrumentFileRow {
  const { about: _, result, givenUnit, ...rest } = read;
  return {
    ...rest,
    givenUnit,
    value: result?.value ?? null,
    flag: result?.flag ?? null,
    lod: result?.lod ?? null,
    loq: result?.loq ?? null,
    uncertainty: result?.uncertainty ?? null,
    recovery: result?.recovery ?? null,
    ionRatio: result?.ionRatio ?? null,
    retentionTime: result?.retentionTime ?? null,
    enantiomericFraction: result?.enantiomericFraction ?? null,
    ending,
    faults: faults.map(({ field, text }) => ({ field, message: text[language] })),
  };
}

export function countsOf(judged: readonly Judged[]) {
  const count = (ending: InstrumentFileRow["ending"]) => judged.filter((one) => one.ending === ending).length;
  return {
    read: judged.length,
    fresh: count("new"),
    same: count("same"),
    differs: count("differs"),
    faulty: count("faulty"),
  };
}

/** What a row reports alongside the number of its sample, where the sample itself is otherwise. */
export function contradictionsOf(
  { bodyCode, sampledOn, pointCode }: Pick<ReadResult, "bodyCode" | "sampledOn" | "pointCode">,
  sample: NumberedSample,
): FieldError[] {
  const isOtherDay = sampledOn !== "" && (sampledOn < sample.sampledOn || sampledOn > sample.endedOn);
  const days =
    sample.sampledOn === sample.endedOn ? sample.sampledOn : `${sample.sampledOn} – ${sample.endedOn}`;
  return [
    ...(isOtherDay ? [contradicts("sampledOn", days)] : []),
    ...(bodyCode === "" || bodyCode === sample.bodyCode ? [] : [contradicts("bodyCode", sample.bodyCode)]),
    ...(pointCode === "" || pointCode === sample.pointCode
      ? []
      : [contradicts("pointCode", sample.pointCode)]),
  ];
}

function contradicts(field: string, own: string): FieldError {
  return {
    field,
    text: {
      en: `does not match the sample with this number, which has ${own || "none"}`,
      zh: `与该编号的样品不一致，样品记录为${own || "空"}`,
    },
  };
}

export const noSampleNo: FieldError = {
  field: "sampleNo",
  text: { en: "sample not found", zh: "样品不存在" },
};

export const alreadyRecorded: FieldError = {
  field: "analyte",
  text: {
    en: "this sample already has another result for this analyte; edit the draft or supersede the approved result",
    zh: "该样品已有此目标物的其他结果；请修改草稿，或替代已批准的结果",
  },
};

function twice(row: number): FieldError {
  return { field: "analyte", text: { en: `duplicates row ${row}`, zh: `与第 ${row} 行重复` } };
}
