import type { ReportWord } from "@tracewater/contract/laboratory/report-words";
import { type FixedSheet, makeWorkbook } from "../../../platform/xlsx/fixed-workbook.ts";
import type { Cell } from "../../../platform/xlsx/sheet-writer.ts";
import type { KeptLoad } from "../loads/series.service.ts";
import { factsOf, type ReportPaper, wordsOf } from "./report-paper.ts";

/** The report as a workbook: decimals are texts, because a double would lose digits of what is exact. */
export function writeReport(paper: ReportPaper): Promise<Buffer> {
  return makeWorkbook(
    [parameters(paper), means(paper), weeks(paper), europe(paper), loads(paper)],
    paper.madeAt,
  );
}

function parameters(paper: ReportPaper): FixedSheet {
  const { word, fill } = wordsOf(paper);
  const source = paper.figures.analytes.find((one) => one.comparison !== null)?.comparison?.source;
  const notes = [
    fill("computedFrom", { formula: paper.formula }),
    ...new Set(
      paper.figures.analytes.flatMap((one) =>
        one.warnings.map(({ key, source }) => `${word(`told.${key}`)} [${source}]`),
      ),
    ),
    ...(source === undefined ? [] : [fill("europeSource", { source })]),
  ];
  return {
    name: word("one"),
    columns: [
      { head: word("report"), width: 34 },
      { head: paper.subject.pointName, width: 90 },
    ],
    rows: [...factsOf(paper), ...notes.map((note) => [word("note"), note] as const)],
  };
}

function means(paper: ReportPaper): FixedSheet {
  const { word, analyte, measure, change } = wordsOf(paper);
  const { analytes, categories } = paper.figures;
  const common = (one: (typeof analytes)[number] | (typeof categories)[number]): Cell[] => [
    measure(one.measure),
    ...[one.means.weekday, one.means.days.weekday],
    ...[one.means.weekend, one.means.days.weekend],
    ...[one.means.daily, one.means.days.daily],
    ...[one.results, one.below, change(one)],
  ];
  return {
    name: word("means"),
    columns: [
      ...[
        { head: word("analyte"), width: 24 },
        { head: "", width: 26 },
      ],
      ...(["weekday", "weekend", "daily"] as const).flatMap((name) => [
        { head: word(name), width: 24 },
        { head: `${word(name)}, ${word("n")}`, width: 14 },
      ]),
      ...[
        { head: word("result"), width: 12 },
        { head: word("belowLoq"), width: 12 },
      ],
      ...[
        { head: word("change"), width: 40 },
        { head: `${word("expanded")} (%)`, width: 14 },
      ],
      ...[
        { head: word("factor"), width: 14 },
        { head: word("factorVersion"), width: 14 },
      ],
      ...[
        { head: `${word("meanConsumption")} (mg/d)`, width: 24 },
        { head: word("meanDoses"), width: 24 },
      ],
    ],
    rows: [
      ...analytes.map((one): Cell[] => [
        analyte(one.analyte),
        ...common(one),
        ...[one.expanded, one.factor, one.factorVersion, one.consumption, one.doses],
      ]),
      ...categories.map((one): Cell[] => [
        `${word("category")}: ${word(`category.${one.category}`)}`,
        ...common(one),
      ]),
    ],
  };
}

function europe(paper: ReportPaper): FixedSheet {
  const { word, analyte } = wordsOf(paper);
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
    name: word("europeanSites"),
    columns: [
      { head: word("analyte"), width: 24 },
      ...names.map((name) => ({ head: word(name), width: 16 })),
      ...[
        { head: word("daily"), width: 24 },
        { head: word("source"), width: 60 },
      ],
    ],
    rows: compared.map((one): Cell[] => [
      analyte(one.analyte),
      ...names.map((name) => one[name]),
      ...[one.own?.mean ?? null, one.source],
    ]),
  };
}

function weeks(paper: ReportPaper): FixedSheet {
  const { word, analyte } = wordsOf(paper);
  return {
    name: word("weeks"),
    columns: [
      { head: word("analyte"), width: 24 },
      ...[
        { head: word("week"), width: 14 },
        { head: "", width: 14 },
      ],
      ...(["weekday", "weekend", "daily"] as const).flatMap((name) => [
        { head: word(name), width: 24 },
        { head: `${word(name)}, ${word("n")}`, width: 14 },
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

type Column = [key: ReportWord, width: number, unit: string, cell: (load: KeptLoad) => Cell];

function loads(paper: ReportPaper): FixedSheet {
  const { word, analyte, flowFrom } = wordsOf(paper);
  const columns: Column[] = [
    ["sampledOn", 12, "", (one) => one.sampledOn],
    ["analyte", 22, "", (one) => analyte(one.analyte)],
    ["bodyCode", 14, "", (one) => one.bodyCode],
    ["result", 12, "", (one) => one.assayId],
    ["flag", 14, "", (one) => word(`flag.${one.flag}`)],
    ["concentration", 18, "μg/L", (one) => one.concentration],
    ["substituted", 12, "", (one) => word(`substituted.${one.substituted ? "1" : "0"}`)],
    ["loq", 12, "μg/L", (one) => one.loq],
    ["flow", 14, "m³/d", (one) => one.flow],
    ["flowMethod", 14, "", (one) => flowFrom(one.flowMethod)],
    ["population", 14, "", (one) => one.population],
    [
      "populationMethod",
      14,
      "",
      (one) => (one.populationMethod === null ? null : word(`method.${one.populationMethod}`)),
    ],
    ["load", 24, "mg/d", (one) => one.load],
    ["per1000", 24, "mg/d", (one) => one.per1000],
    ["expanded", 12, "%", (one) => one.expanded],
    ["factor", 14, "", (one) => one.factor],
    ["factorVersion", 12, "", (one) => one.factorVersion],
    ["consumption", 22, "mg/d", (one) => one.consumption],
    ["doseMg", 12, "mg", (one) => one.doseMg],
    ["doses", 22, "", (one) => one.doses],
    ["note", 60, "", (one) => one.warnings.map((warning) => word(`warning.${warning}`)).join(" ")],
  ];
  return {
    name: word("loads"),
    columns: columns.map(([key, width, unit]) => ({
      head: unit === "" ? word(key) : `${word(key)} (${unit})`,
      width,
    })),
    rows: paper.loads.map((one) => columns.map(([, , , cell]) => cell(one))),
  };
}
