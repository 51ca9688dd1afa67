import {
  fillTemplate,
  type ReportLabelKey,
  reportLabels,
} from "@tracewater/contract/laboratory/report-labels";
import type {
  CustodyHead,
  ReportAnalyte,
  ReportChoices,
  ReportValues,
} from "@tracewater/contract/laboratory/reports";
import { assumedText, changeText, coverageText } from "@tracewater/contract/laboratory/series-text";
import { locales } from "@tracewater/contract/locales";
import { formatMeasured } from "@tracewater/wbe/measured";
import { type KeptLoad, kaplanMeierOfLoads } from "../loads/series.service.ts";

/** What a report calls its point, as it was when the report was made. */
export type ReportSubject = {
  pointCode: string;
  pointName: string;
  unitName: string;
  population: number | null;
  /** Who measured and approved what the report is made of, frozen with its calculation; absent before that was kept. */
  issued?: ReportIssue | undefined;
};

type ReportIssue = {
  laboratories: { name: string; address: string; phone: string; email: string }[];
  methods: string[];
  /** The reviewers of its results, each with the day of the last approval. */
  approvals: { name: string; until: string }[];
  /** Where the console is reached; null where that is not configured. */
  console: string | null;
};

/** All that the files of a report are set from; the same gives the same bytes. */
export type ReportPaper = {
  reportId: number;
  subject: ReportSubject;
  from: string;
  until: string;
  choices: ReportChoices;
  figures: ReportValues;
  /** Of the span alone, day by day. */
  loads: readonly KeptLoad[];
  /** The European sites of a year, the lowest first. */
  citiesOf: (
    analyte: ReportAnalyte["analyte"],
    year: number,
  ) => readonly { city: string; country: string; load: string }[];
  formula: string;
  madeAt: Date;
  /** The same in the server's zone. */
  made: string;
  madeBy: string;
  /** Null for a report of before heads were printed: its files say nothing of one. */
  custodyHead: CustodyHead | null;
};

/** The words of a report in its language, and what both of its files say. */
export function paperTexts({ choices }: Pick<ReportPaper, "choices">) {
  const labels = reportLabels[choices.language];
  const label = (key: ReportLabelKey) => labels[key];
  return {
    label,
    fill: (key: ReportLabelKey, values: Readonly<Record<string, string | number>>) =>
      fillTemplate(labels[key], values),
    analyte: (name: KeptLoad["analyte"]): string => labels[`analyte.${name}`],
    days: (days: readonly ReportChoices["daySet"]["weekday"][number][]) =>
      days.map((day) => labels[`day.${day}`]).join(locales[choices.language].comma),
    change: (one: Pick<ReportAnalyte, "change" | "changeGap" | "isTrendForbidden" | "expanded">) =>
      changeText(label, one, (value) => measuredValue(value, one.expanded)),
    /** A mean as it may be told: below the LOQ it is no number. */
    mean: (one: Pick<ReportAnalyte, "isMeanBelow" | "expanded">, value: string | null) =>
      one.isMeanBelow && value !== null ? "< LOQ" : measuredValue(value, one.expanded),
    /** A plant's design figure is one of its flow here, where other words of it mean its population. */
    flowFrom: (method: KeptLoad["flowMethod"]) =>
      method === "design" ? labels.flowDesign : labels[`method.${method}`],
    measure: (measure: ReportAnalyte["measure"]) =>
      measure === "per1000" ? labels.perDayPer1000 : labels.perDay,
  };
}

/** The facts at the head: everything that it was made by. */
export function auditPayloadOf(paper: ReportPaper): (readonly [name: string, value: string])[] {
  const { choices, subject } = paper;
  const { label, analyte, days } = paperTexts(paper);
  return [
    [label("number"), String(paper.reportId)],
    [label("pointName"), `${subject.pointCode} ${subject.pointName}`],
    [label("span"), `${paper.from} – ${paper.until}`],
    [label("unit"), subject.unitName],
    [label("analytes"), choices.analytes.map(analyte).join(locales[choices.language].comma)],
    [label("substitution"), label(`substitution.${choices.substitution}`)],
    [
      label("daySet"),
      `${label("weekday")}: ${days(choices.daySet.weekday)}; ${label("weekend")}: ${days(choices.daySet.weekend)}`,
    ],
    [label("factors"), label(`factors.${choices.factors}`)],
    [label("source"), `${label(`source.${choices.source}`)}, ${label(`phase.${choices.phase}`)}`],
    [label("assumed"), assumedText(label, choices.uncertainty)],
    [label("duplicates"), label(`duplicates.${choices.duplicates}`)],
    ...(choices.includeKinds.length === 0
      ? []
      : [
          [
            label("includeKinds"),
            choices.includeKinds.map((kind) => label(`kind.${kind}`)).join(", "),
          ] as const,
        ]),
    ...(choices.qualityReason === "" ? [] : [[label("qualityReason"), choices.qualityReason] as const]),
    [label("reportedAt"), paper.made],
    [label("reportedBy"), paper.madeBy],
    ...custodyFacts(paper),
  ];
}

/** The days of a span with a result, and every gap by its dates. */
export function coverageFacts(
  paper: ReportPaper,
  one: Pick<ReportAnalyte, "coverage">,
): (readonly [name: string, value: string])[] {
  const { label } = paperTexts(paper);
  const text = coverageText(label, one);
  if (text === null) return [];
  return [[label("coverage"), text.days], ...(text.gaps === "" ? [] : [[label("gaps"), text.gaps] as const])];
}

/** The mean without substitutes, where there is one. */
export function kaplanMeierFacts(
  paper: ReportPaper,
  one: ReportAnalyte,
): (readonly [name: string, value: string])[] {
  const ofAnalyte = paper.loads.filter((load) => load.analyte === one.analyte);
  const mean = kaplanMeierOfLoads(ofAnalyte, one.measure);
  if (mean === null) return [];
  return [[paperTexts(paper).label("kaplanMeier"), measuredValue(mean, null)]];
}

/** The factor in force with its version; one that nobody verified says so. */
export function factorText(paper: ReportPaper, one: ReportAnalyte): string {
  const { label } = paperTexts(paper);
  if (one.factor === null) return "–";
  const trust = one.factorTrust === "unverified" ? `, ${label("trust.unverified")}` : "";
  return `${one.factor} (${label("factorVersion")} ${one.factorVersion ?? "–"}${trust})`;
}

/** A consumption, or why there is none. */
export function consumptionText(paper: ReportPaper, one: ReportAnalyte): string {
  const { label, fill } = paperTexts(paper);
  if (one.consumptionBar !== null)
    return fill("noConsumption", { reason: label(`bar.${one.consumptionBar}`) });
  if (one.consumption === null) return "–";
  const text = `${measured(one.consumption, one.consumptionExpanded)} ${label("perDayPer1000")}`;
  return one.consumptionExpanded === null ? `${text} (${label("factorUnknown")})` : text;
}

/** The head whole: who keeps the paper can show later that nothing up to there was changed. */
function custodyFacts(paper: ReportPaper): (readonly [name: string, value: string])[] {
  const { label, fill } = paperTexts(paper);
  const { custodyHead: head } = paper;
  if (head === null) return [];
  if (head.state !== "signed") return [[label("custodyHead"), label(`custodyHead.${head.state}`)]];
  const { seq, hash, signedAt } = head;
  return [
    [label("custodyHead"), fill("custodyHeadValue", { seq, short: hash.slice(0, 16), at: signedAt })],
    [label("custodyHeadFull"), `${seq}:${hash}`],
  ];
}

/** A figure with its uncertainty, or the figure alone to the place that its uncertainty leaves it. */
export function measured(value: string | number | null, expanded: number | null): string {
  if (value === null) return "–";
  const { value: text, uncertainty } = formatMeasured(Number(value), expanded);
  return uncertainty === null ? text : `${text} ± ${uncertainty}`;
}

export function measuredValue(value: string | number | null, expanded: number | null): string {
  return value === null ? "–" : formatMeasured(Number(value), expanded).value;
}

/** An uncertainty in percent: two digits of it. */
export function percent(value: number | null): string {
  return value === null ? "–" : String(Number(value.toPrecision(2)));
}

/** Groups of three in what is exact: flows and inhabitants. */
export function grouped(value: string | number | null): string {
  if (value === null) return "–";
  const [whole = "", rest] = String(value).split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? groups : `${groups}.${rest}`;
}

/** What was found below the LOQ is reported by it, and what substitutes for it alongside. */
export function concentrationText(load: KeptLoad): string {
  if (!load.substituted) return load.concentration;
  return `< ${load.loq ?? "LOQ"} (${load.concentration})`;
}

/** The load of a result below the LOQ is below what it would be at the LOQ, and never a bare zero. */
export function loadText(load: KeptLoad, name: "load" | "per1000"): string {
  const value = load[name];
  if (value === null) return "–";
  if (!load.substituted)
    return name === "load" ? measuredValue(value, load.expanded) : measured(value, load.expanded);
  if (load.loq === null) return "< LOQ";
  const atLoq = Number(load.loq) * Number(load.flow);
  if (name === "load") return `< ${measuredValue(atLoq, null)}`;
  return load.population === null ? "–" : `< ${measuredValue((atLoq / load.population) * 1000, null)}`;
}
