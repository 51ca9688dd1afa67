/** What becomes of each result of an instrument's file, and what is said of it. */
import type { SheetRow } from "@tracewater/contract/laboratory/assay-sheets";
import { Exact } from "@tracewater/wbe/exact";
import type { FieldWords } from "../../../platform/failure.ts";
import type { Language } from "../../../platform/words.ts";
import type { KnownSample } from "./sample.service.ts";
import type { NumberedSample, StandingAssay } from "./sheet.store.ts";
import type { ReadResult } from "./sheet-rows.model.ts";

export type Judged = {
  read: ReadResult;
  known: KnownSample | null;
  ending: SheetRow["ending"];
  faults: readonly FieldWords[];
};
export function faulty(read: ReadResult, faults: readonly FieldWords[]): Judged {
  return { read, known: null, ending: "faulty", faults: [...read.faults, ...faults] };
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

export function isSame(result: NonNullable<ReadResult["result"]>, other: StandingAssay): boolean {
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

export function toRow({ read, ending, faults }: Judged, language: Language): SheetRow {
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
    ending,
    faults: faults.map(({ field, words }) => ({ field, message: words[language] })),
  };
}

export function countsOf(judged: readonly Judged[]) {
  const count = (ending: SheetRow["ending"]) => judged.filter((one) => one.ending === ending).length;
  return {
    read: judged.length,
    fresh: count("new"),
    same: count("same"),
    differs: count("differs"),
    faulty: count("faulty"),
  };
}

/** What a row tells beside the number of its sample, where the sample itself is otherwise. */
export function contradictionsOf(
  { bodyCode, sampledOn, pointCode }: Pick<ReadResult, "bodyCode" | "sampledOn" | "pointCode">,
  sample: NumberedSample,
): FieldWords[] {
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

function contradicts(field: string, own: string): FieldWords {
  return {
    field,
    words: {
      en: `contradicts the sample of this number: its own is ${own || "none"}`,
      zh: `与该编号的样品矛盾：样品记录为${own || "空"}`,
    },
  };
}

export const noSampleNo: FieldWords = {
  field: "sampleNo",
  words: { en: "there is no such sample", zh: "样品不存在" },
};

export const stands: FieldWords = {
  field: "analyte",
  words: {
    en: "this sample has another result of it; change the draft, or supersede what was approved",
    zh: "该样品已有此目标物的其他结果；请修改草稿，或替代已批准的结果",
  },
};

function twice(row: number): FieldWords {
  return { field: "analyte", words: { en: `stands in row ${row} already`, zh: `与第 ${row} 行重复` } };
}
