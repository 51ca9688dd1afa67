import { fillWords, type ReportWord, reportWords } from "@tracewater/contract/laboratory/report-words";
import type { ReportAnalyte, ReportChoices, ReportFigures } from "@tracewater/contract/laboratory/reports";
import type { KeptLoad } from "../loads/series.service.ts";

/** What a report calls its point, as it was when the report was made. */
export type ReportSubject = {
  pointCode: string;
  pointName: string;
  unitName: string;
  population: number | null;
};

/** All that the files of a report are set from; the same gives the same bytes. */
export type ReportPaper = {
  reportId: number;
  subject: ReportSubject;
  from: string;
  until: string;
  choices: ReportChoices;
  figures: ReportFigures;
  /** Of the span alone, day by day. */
  loads: readonly KeptLoad[];
  formula: string;
  madeAt: Date;
  /** The same in the server's zone. */
  made: string;
  madeBy: string;
};

/** The words of a report in its language, and what both of its files say. */
export function wordsOf({ choices }: Pick<ReportPaper, "choices">) {
  const words = reportWords[choices.language];
  const word = (key: ReportWord) => words[key];
  return {
    word,
    fill: (key: ReportWord, values: Readonly<Record<string, string | number>>) =>
      fillWords(words[key], values),
    analyte: (name: KeptLoad["analyte"]) => words[`analyte.${name}`],
    days: (days: readonly ReportChoices["daySet"]["weekday"][number][]) =>
      days.map((day) => words[`day.${day}`]).join(choices.language === "zh" ? "、" : ", "),
    change: ({ change, isTrendForbidden }: Pick<ReportAnalyte, "change" | "isTrendForbidden">) =>
      isTrendForbidden
        ? words.noTrend
        : change === null
          ? words["change.none"]
          : `${words[`change.${change.to}`]} (${short(change.before)}, n = ${change.days})`,
    /** A plant's design figure is one of its flow here, where other words of it mean its population. */
    flowFrom: (method: KeptLoad["flowMethod"]) =>
      method === "design" ? words.flowDesign : words[`method.${method}`],
    measure: (measure: ReportAnalyte["measure"]) =>
      measure === "per1000" ? words.perDayPer1000 : words.perDay,
  };
}

/** The facts at the head: everything that it was made by. */
export function factsOf(paper: ReportPaper): (readonly [name: string, value: string])[] {
  const { choices, subject } = paper;
  const { word, fill, analyte, days } = wordsOf(paper);
  const { sampling, flow, population } = choices.uncertainty;
  return [
    [word("number"), String(paper.reportId)],
    [word("pointName"), `${subject.pointCode} ${subject.pointName}`],
    [word("span"), `${paper.from} – ${paper.until}`],
    [word("unit"), subject.unitName],
    [word("analytes"), choices.analytes.map(analyte).join(choices.language === "zh" ? "、" : ", ")],
    [word("substitution"), word(`substitution.${choices.substitution}`)],
    [
      word("daySet"),
      `${word("weekday")}: ${days(choices.daySet.weekday)}; ${word("weekend")}: ${days(choices.daySet.weekend)}`,
    ],
    [word("factors"), word(`factors.${choices.factors}`)],
    [word("source"), `${word(`source.${choices.source}`)}, ${word(`phase.${choices.phase}`)}`],
    [word("assumed"), fill("assumedShares", { sampling, flow, population })],
    [word("reportedAt"), paper.made],
    [word("reportedBy"), paper.madeBy],
  ];
}

/** Six significant digits at most: what is computed is known to no more of them; all stand in the spreadsheet. */
export function short(value: string | number | null): string {
  if (value === null) return "–";
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : "–";
}

/** What was found below the LOQ is told by it, and what stands in for it beside. */
export function concentrationText(load: KeptLoad): string {
  if (!load.substituted) return load.concentration;
  return `< ${load.loq ?? "LOQ"} (${load.concentration})`;
}
