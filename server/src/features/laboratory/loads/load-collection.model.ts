import { eudaResidues } from "@tracewater/wbe/euda-residue";
import { formatQuotient } from "@tracewater/wbe/exact";
import { mayPublishPerCapita } from "@tracewater/wbe/population";
import { samplingWeeks, weekDayOf } from "@tracewater/wbe/sampling-weeks";
import { mgPerDayPer1000 } from "@tracewater/wbe/units";
import { eudaDaySet, type WeekDay, weekMeans } from "@tracewater/wbe/week";
import type { FixedWorkbook } from "../../../platform/xlsx/fixed-workbook.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import { arithmeticNameOf } from "../factors/factor.service.ts";
import type { StoredLoad } from "./load.store.ts";

/** A load with what a collection asks of its sample and its point. */
export type CollectedLoad = StoredLoad & {
  siteKind: string;
  latitude: number | null;
  longitude: number | null;
  /** ISO 8601 with offset; null where no sample is registered. */
  began: string | null;
  ended: string | null;
  aliquotsTaken: number | null;
};

/** The heading of EUDA's published table, in its order. */
const eudaDays: readonly (readonly [WeekDay, string])[] = [
  ["wednesday", "Wednesday"],
  ["thursday", "Thursday"],
  ["friday", "Friday"],
  ["saturday", "Saturday"],
  ["sunday", "Sunday"],
  ["monday", "Monday"],
  ["tuesday", "Tuesday"],
];
const means = ["Weekday mean", "Weekend mean", "Daily mean"];

/**
 * Weeks of EUDA's day set, Tuesday to Monday: one row for each residue and site. Samples that are no 24-hour composite,
 * residues that EUDA does not collect, and sites with fewer inhabitants than may be published are left out. A result
 * below the LOQ is zero, as EUDA publishes it.
 */
export function eudaSheet(loads: readonly CollectedLoad[], floor: number): FixedWorkbook {
  const names = new Map(Object.entries(eudaResidues).map(([name, key]) => [key, name]));
  const groups = new Map<string, CollectedLoad[]>();
  for (const one of loads) {
    if (!names.has(arithmeticNameOf(one.analyte)) || one.per1000 === null || !isOfDay(one)) continue;
    if (!mayPublishPerCapita(one.population, floor)) continue;
    const key = `${one.pointCode} ${one.analyte}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return {
    name: "Daily loads",
    columns: [
      "Year",
      "Metabolite",
      "Site ID",
      "Country",
      "City",
      ...eudaDays.map(([, head]) => head),
      ...means,
    ].map((head) => ({ head, width: 14 })),
    rows: [...groups.values()].flatMap((group) => weekRows(group, names)),
  };
}

const isOfDay = ({ warnings }: CollectedLoad) =>
  !warnings.includes("grabSample") && !warnings.includes("partOfDay");

function weekRows(group: readonly CollectedLoad[], names: ReadonlyMap<string, string>): Cell[][] {
  const days = group.map((one) => ({
    day: one.sampledOn,
    load: mgPerDayPer1000(one.substituted ? "0" : (one.per1000 ?? "0")),
  }));
  const [first] = group;
  if (first === undefined) return [];
  return samplingWeeks({ days, daySet: eudaDaySet }).map(({ from, until }) => {
    const loads = Object.fromEntries(
      days.filter(({ day }) => day >= from && day <= until).map(({ day, load }) => [weekDayOf(day), load]),
    );
    const { weekday, weekend, daily } = weekMeans({ loads, daySet: eudaDaySet });
    return [
      Number(from.slice(0, 4)),
      names.get(arithmeticNameOf(first.analyte)) ?? null,
      ...[first.pointCode, "", first.pointName],
      ...eudaDays.map(([day]) => numberOf(loads[day]?.toString() ?? null)),
      ...[weekday, weekend, daily].map((mean) => numberOf(mean?.toString() ?? null)),
    ];
  });
}

/** A spreadsheet's number holds the 15 digits that a quotient is reported with. */
function numberOf(text: string | null): number | null {
  return text === null ? null : Number(formatQuotient(text));
}

/** The three tables of PHES-ODM that loads fill, under its column names. */
export function odmSheets(loads: readonly CollectedLoad[], phase: string, floor: number): FixedWorkbook[] {
  const fraction = phase === "total" ? "mix" : "liq";
  const sites = new Map(loads.map((one) => [one.pointCode, one]));
  const samples = new Map(loads.map((one) => [sampleIdOf(one), one]));
  return [
    table("sites", ["siteID", "siteType", "name", "geoLat", "geoLong", "popServ", "notes"], sites, siteRow),
    table(
      "samples",
      [
        ...["sampleID", "siteID", "saMaterial", "collType", "collPer", "collNum", "collDT", "collDTStart"],
        ...["collDTEnd", "notes"],
      ],
      samples,
      sampleRow,
    ),
    {
      name: "measures",
      columns: [
        ...[
          "measureRepID",
          "sampleID",
          "siteID",
          "reportDate",
          "compartment",
          "specimen",
          "fraction",
          "measure",
        ],
        ...["value", "unit", "aggregation", "reportable", "notes"],
      ].map((head) => ({ head, width: 18 })),
      rows: loads.flatMap((one) => measureRows(one, fraction, floor)),
    },
  ];
}

function table(
  name: string,
  heads: readonly string[],
  of: ReadonlyMap<string, CollectedLoad>,
  rowOf: (one: CollectedLoad) => Cell[],
): FixedWorkbook {
  const rows = [...of.values()].map(rowOf);
  return { name, columns: heads.map((head) => ({ head, width: 18 })), rows };
}

const sampleIdOf = ({ sampleNo, bodyCode, sampledOn }: CollectedLoad) =>
  sampleNo ?? `${bodyCode} ${sampledOn}`;

function siteRow(one: CollectedLoad): Cell[] {
  return [one.pointCode, one.siteKind, one.pointName, one.latitude, one.longitude, one.population, ""];
}

function sampleRow(one: CollectedLoad): Cell[] {
  const hours =
    one.began === null || one.ended === null
      ? null
      : (Date.parse(one.ended) - Date.parse(one.began)) / 3_600_000;
  return [
    ...[sampleIdOf(one), one.pointCode, "rawWW", one.sampleKind, hours, one.aliquotsTaken],
    ...[one.ended ?? one.sampledOn, one.began, one.ended, one.warnings.join(" ")],
  ];
}

/** The concentration, the load, and the load per 1000 inhabitants where it may be published. */
function measureRows(one: CollectedLoad, fraction: string, floor: number): Cell[][] {
  const measure = arithmeticNameOf(one.analyte);
  const row = (part: string, value: string | null, unit: string): Cell[][] =>
    value === null
      ? []
      : [
          [
            ...[
              `L${one.loadId}-${part}`,
              sampleIdOf(one),
              one.pointCode,
              one.sampledOn,
              "wat",
              "sa",
              fraction,
            ],
            ...[measure, value, unit, part === "conc" ? "sin" : "load", one.isStale ? "false" : "true"],
            [one.formula, ...one.warnings].join(" "),
          ],
        ];
  const below = (text: string | null) => (one.substituted ? "< LOQ" : text);
  return [
    ...row("conc", one.substituted ? `< ${one.loq ?? "LOQ"}` : one.concentration, "ug/L"),
    ...row("load", below(one.load), "mg/d"),
    ...(mayPublishPerCapita(one.population, floor)
      ? row(
          "per1000",
          below(one.per1000 === null ? null : formatQuotient(one.per1000)),
          "mg/d/1000 inhabitants",
        )
      : []),
  ];
}
