import type { ReportLabelKey } from "@tracewater/contract/laboratory/report-labels";
import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { type FixedWorkbook, makeWorkbook } from "../../../platform/xlsx/fixed-workbook.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { KeptLoad } from "../loads/series.service.ts";
import { intervalOfKeptLoad } from "../loads/series.service.ts";
import {
  auditPayloadOf,
  consumptionText,
  coverageFacts,
  factorText,
  kaplanMeierFacts,
  loadText,
  paperTexts,
  type ReportPaper,
} from "./report-paper.ts";

/** The report as a workbook: decimals are texts, because a double would lose digits of what is exact. */
export function writeReport(paper: ReportPaper): Promise<Buffer> {
  return makeWorkbook(
    [parameters(paper), means(paper), weeks(paper), europe(paper), loads(paper), leftOut(paper)],
    paper.madeAt,
  );
}

function parameters(paper: ReportPaper): FixedWorkbook {
  const { label, fill, analyte } = paperTexts(paper);
  const source = paper.figures.analytes.find((one) => one.comparison !== null)?.comparison?.source;
  const notes = [
    fill("computedFrom", { formula: paper.formula }),
    ...new Set(
      paper.figures.analytes.flatMap((one) =>
        one.warnings.map(({ key, source }) => `${label(`told.${key}`)} [${source}]`),
      ),
    ),
    ...(source === undefined ? [] : [fill("europeSource", { source })]),
  ];
  return {
    name: label("one"),
    columns: [
      { head: label("report"), width: 34 },
      { head: paper.subject.pointName, width: 90 },
    ],
    rows: [
      ...auditPayloadOf(paper),
      ...paper.figures.analytes.flatMap((one) =>
        coverageFacts(paper, one).map(
          ([name, value]) => [`${analyte(one.analyte)}: ${name}`, value] as const,
        ),
      ),
      ...paper.figures.analytes.flatMap((one) =>
        kaplanMeierFacts(paper, one).map(
          ([name, value]) => [`${analyte(one.analyte)}: ${name}`, value] as const,
        ),
      ),
      ...notes.map((note) => [label("note"), note] as const),
    ],
  };
}

function means(paper: ReportPaper): FixedWorkbook {
  const { label, analyte, measure, change } = paperTexts(paper);
  const { analytes, categories } = paper.figures;
  const common = (one: (typeof analytes)[number] | (typeof categories)[number]): Cell[] => [
    measure(one.measure),
    ...[told(one, one.means.weekday), one.means.days.weekday],
    ...[told(one, one.means.weekend), one.means.days.weekend],
    ...[told(one, one.means.daily), one.means.days.daily],
    ...[one.results, one.below, change(one)],
  ];
  // All digits, but for a mean below the LOQ, which is no number.
  const told = (one: { isMeanBelow: boolean }, value: string | null) =>
    one.isMeanBelow && value !== null ? "< LOQ" : value;
  return {
    name: label("means"),
    columns: [
      ...[
        { head: label("analyte"), width: 24 },
        { head: "", width: 26 },
      ],
      ...(["weekday", "weekend", "daily"] as const).flatMap((name) => [
        { head: label(name), width: 24 },
        { head: `${label(name)}, ${label("n")}`, width: 14 },
      ]),
      ...[
        { head: label("result"), width: 12 },
        { head: label("belowLoq"), width: 12 },
      ],
      ...[
        { head: label("change"), width: 40 },
        { head: `${label("expanded")} (%)`, width: 14 },
      ],
      ...[
        { head: label("factor"), width: 14 },
        { head: label("factorVersion"), width: 14 },
      ],
      ...[
        { head: `${label("meanConsumption")} (mg/d)`, width: 24 },
        { head: label("meanDoses"), width: 24 },
      ],
      ...[
        { head: `${label("interval")}, ${label("low")}`, width: 24 },
        { head: `${label("interval")}, ${label("high")}`, width: 24 },
        { head: label("note"), width: 60 },
      ],
    ],
    rows: [
      ...analytes.map((one): Cell[] => [analyte(one.analyte), ...common(one), ...valuesOf(paper, one)]),
      ...categories.map((one): Cell[] => [
        `${label("category")}: ${label(`category.${one.category}`)}`,
        ...common(one),
      ]),
    ],
  };
}

/** What follows the means of an analyte: its uncertainty, factor, consumption and doses. */
function valuesOf(paper: ReportPaper, one: ReportAnalyte): Cell[] {
  const note = `${consumptionText(paper, one)}; ${paperTexts(paper).label("factor")}: ${factorText(paper, one)}`;
  return [
    ...[one.expanded, one.factor, one.factorVersion, one.consumption, one.doses],
    ...[one.low, one.high, note],
  ];
}

function europe(paper: ReportPaper): FixedWorkbook {
  const { label, analyte } = paperTexts(paper);
  const names = [
    "residue",
    "year",
    "sites",
    "least",
    "lowerQuartile",
    "median",
    "upperQuartile",
    "most",
  ] as const;
  const compared = paper.figures.analytes.flatMap(({ analyte, comparison }) =>
    comparison === null ? [] : [{ analyte, ...comparison }],
  );
  return {
    name: label("europeanSites"),
    columns: [
      { head: label("analyte"), width: 24 },
      ...names.map((name) => ({ head: label(name), width: 16 })),
      ...[
        { head: label("daily"), width: 24 },
        { head: label("source"), width: 60 },
      ],
    ],
    rows: compared.map((one): Cell[] => [
      analyte(one.analyte),
      ...names.map((name) => one[name]),
      ...[one.own?.mean ?? null, one.source],
    ]),
  };
}

function weeks(paper: ReportPaper): FixedWorkbook {
  const { label, analyte } = paperTexts(paper);
  return {
    name: label("weeks"),
    columns: [
      { head: label("analyte"), width: 24 },
      ...[
        { head: label("week"), width: 14 },
        { head: "", width: 14 },
      ],
      ...(["weekday", "weekend", "daily"] as const).flatMap((name) => [
        { head: label(name), width: 24 },
        { head: `${label(name)}, ${label("n")}`, width: 14 },
      ]),
    ],
    rows: paper.figures.analytes.flatMap((one) =>
      one.weeks.map(({ from, until, means }): Cell[] => [
        ...[analyte(one.analyte), from, until, means.weekday, means.days.weekday],
        ...[means.weekend, means.days.weekend, means.daily, means.days.daily],
      ]),
    ),
  };
}

type Column = [key: ReportLabelKey, width: number, unit: string, cell: (load: KeptLoad) => Cell];

function loads(paper: ReportPaper): FixedWorkbook {
  const { label, analyte, flowFrom } = paperTexts(paper);
  const columns: Column[] = [
    ["sampledOn", 12, "", (one) => one.sampledOn],
    ["analyte", 22, "", (one) => analyte(one.analyte)],
    ["bodyCode", 14, "", (one) => one.bodyCode],
    ["result", 12, "", (one) => one.assayId],
    ["sampleKind", 18, "", (one) => (one.sampleKind === null ? null : label(`kind.${one.sampleKind}`))],
    ["sample", 18, "", (one) => one.sampleNo],
    ["flag", 14, "", (one) => label(`flag.${one.flag}`)],
    ["concentration", 18, "μg/L", (one) => one.concentration],
    ["substituted", 12, "", (one) => label(`substituted.${one.substituted ? "1" : "0"}`)],
    ["loq", 12, "μg/L", (one) => one.loq],
    ["flow", 14, "m³/d", (one) => one.flow],
    ["flowMethod", 14, "", (one) => flowFrom(one.flowMethod)],
    ["population", 14, "", (one) => one.population],
    [
      "populationMethod",
      14,
      "",
      (one) => (one.populationMethod === null ? null : label(`method.${one.populationMethod}`)),
    ],
    // Never a bare zero for what was not quantified.
    ["load", 24, "mg/d", (one) => (one.substituted ? loadText(one, "load") : one.load)],
    ["per1000", 24, "mg/d", (one) => (one.substituted ? loadText(one, "per1000") : one.per1000)],
    ["expanded", 12, "%", (one) => one.expanded],
    ["low", 24, "mg/d", (one) => intervalOfKeptLoad(one).low],
    ["high", 24, "mg/d", (one) => intervalOfKeptLoad(one).high],
    ["pairDifference", 16, "%", (one) => one.pairDifference],
    ["subtracted", 20, "mg/d", (one) => one.subtracted],
    ["factor", 14, "", (one) => one.factor],
    ["factorVersion", 12, "", (one) => one.factorVersion],
    ["consumption", 22, "mg/d", (one) => one.consumption],
    ["doseMg", 12, "mg", (one) => one.doseMg],
    ["doses", 22, "", (one) => one.doses],
    ["note", 60, "", (one) => one.warnings.map((warning) => label(`warning.${warning}`)).join(" ")],
  ];
  return {
    name: label("loads"),
    columns: columns.map(([key, width, unit]) => ({
      head: unit === "" ? label(key) : `${label(key)} (${unit})`,
      width,
    })),
    rows: paper.loads.map((one) => columns.map(([, , , cell]) => cell(one))),
  };
}

/** Every result without a load, with its sample and the reason. */
function leftOut(paper: ReportPaper): FixedWorkbook {
  const { label, analyte } = paperTexts(paper);
  return {
    name: label("skipped"),
    columns: [
      { head: label("sampledOn"), width: 14 },
      { head: label("analyte"), width: 24 },
      { head: label("sample"), width: 24 },
      { head: label("note"), width: 70 },
    ],
    rows: paper.figures.skipped.map((one): Cell[] => [
      ...[one.sampledOn, analyte(one.analyte), one.sample, label(`reason.${one.reason}`)],
    ]),
  };
}
