/**
 * Result files as vendors' programs write them, brought into one row for each sample and compound, which a mapping then
 * reads. The heads stay the vendor's own. Recognised by what only they have:
 *
 * - Agilent MassHunter Quantitative Analysis, batch table exported as CSV: a row of groups ("Sample", "Cocaine Method",
 *   "Cocaine Results", "Cocaine-d3 (ISTD) Results") over the row of heads ("Name", "Type", "Final Conc.").
 * - Waters TargetLynx, "Quantify Compound Summary Report" as text: a section "Compound 1:  Cocaine" for each compound.
 * - mzTab-M 2.0 (HUPO-PSI, https://github.com/HUPO-PSI/mzTab): small molecule rows SML under their header SMH, one
 *   column for each assay, what the assays are in the metadata MTD.
 * - SCIEX OS and MultiQuant results tables have such rows already.
 */
import type { VendorLayout } from "@tracewater/contract/laboratory/instrument-files";
import { fieldError } from "../../../platform/app-error.ts";
import type { TableRow } from "../../../platform/tables/table-limits.ts";
import { plain, textOf } from "./instrument-file-heads.model.ts";

/** How many rows of words may be above a table. */
const maxAbove = 40;
/** Rows that a file may unfold to. */
const maxUnfolded = 20_000;

type VendorTable = { layout: VendorLayout | null; rows: TableRow[] };

export function unfoldVendorTable(rows: readonly TableRow[]): VendorTable {
  const first = textOf(rows[0]?.cells[0]);
  if (first === "MTD" || first === "COM") {
    const unfolded = unfoldMzTab(rows);
    if (unfolded !== null) return { layout: "mzTabM", rows: unfolded };
  }
  const massHunter = unfoldMassHunter(rows);
  if (massHunter !== null) return { layout: "massHunter", rows: massHunter };
  const targetLynx = unfoldTargetLynx(rows);
  if (targetLynx !== null) return { layout: "targetLynx", rows: targetLynx };
  return { layout: hasSciexHeads(rows) ? "sciexOs" : null, rows: [...rows] };
}

function hasSciexHeads(rows: readonly TableRow[]): boolean {
  return rows.slice(0, maxAbove).some(({ cells }) => {
    const heads = new Set(cells.map((cell) => plain(textOf(cell)).replace(/\s*\(.*\)$/, "")));
    return ["sample name", "component name", "calculated concentration"].every((head) => heads.has(head));
  });
}

type Group = { compound: string; at: number[] };

/** The groups of the row above the heads reach to the right until the next one begins. */
function unfoldMassHunter(rows: readonly TableRow[]): TableRow[] | null {
  const place = rows.slice(0, maxAbove).findIndex(({ cells }, at) => {
    const texts = cells.map(textOf);
    const heads = (rows[at + 1]?.cells ?? []).map((cell) => plain(textOf(cell)));
    return texts.some((text) => /\sResults$/.test(text)) && heads.includes("name") && heads.includes("type");
  });
  const [above, head] = [rows[place], rows[place + 1]];
  if (place < 0 || above === undefined || head === undefined) return null;
  const groups = new Map<string, Group>();
  const own: number[] = [];
  let group = "";
  for (let at = 0; at < head.cells.length; at++) {
    group = textOf(above.cells[at]) || group;
    const compound = /^(.*?)\s+(Method|Results)$/.exec(group)?.[1];
    if (compound === undefined) own.push(at);
    else if (!isStandard(compound)) {
      const known = groups.get(compound) ?? { compound, at: [] };
      known.at.push(at);
      groups.set(compound, known);
    }
  }
  const names = [
    ...new Set([...groups.values()].flatMap((one) => one.at.map((at) => textOf(head.cells[at])))),
  ];
  const heads = [...own.map((at) => textOf(head.cells[at])), "Compound", ...names];
  refuseLarge(rows.length * groups.size);
  const body = rows.slice(place + 2).flatMap(({ number, cells }) =>
    [...groups.values()].map(({ compound, at }) => {
      const figures = names.map(
        (name) => cells[at.find((one) => textOf(head.cells[one]) === name) ?? -1] ?? null,
      );
      return { number, cells: [...own.map((one) => cells[one] ?? null), compound, ...figures] };
    }),
  );
  return [{ number: head.number, cells: heads }, ...body];
}

function unfoldTargetLynx(rows: readonly TableRow[]): TableRow[] | null {
  const unfolded: TableRow[] = [];
  let compound: string | null = null;
  let isBelowHead = false;
  for (const { number, cells } of rows) {
    const named = /^Compound\s+\d+:\s*(.+)$/.exec(cells.map(textOf).find((text) => text !== "") ?? "");
    if (named !== null) [compound, isBelowHead] = [named[1]?.trim() ?? "", false];
    else if (compound !== null && !isBelowHead) {
      isBelowHead = cells.some((cell) => plain(textOf(cell)) === "name");
      if (isBelowHead && unfolded.length === 0) unfolded.push({ number, cells: ["Compound", ...cells] });
    } else if (compound !== null && !isStandard(compound) && cells.some((cell) => textOf(cell) !== "")) {
      unfolded.push({ number, cells: [compound, ...cells] });
    }
  }
  return unfolded.length === 0 ? null : unfolded;
}

/** Compounds are rows there, and assays are columns. */
function unfoldMzTab(rows: readonly TableRow[]): TableRow[] | null {
  const facts = new Map<string, string>();
  for (const { cells } of rows) {
    if (textOf(cells[0]) === "MTD") facts.set(textOf(cells[1]), textOf(cells[2]));
  }
  if (!facts.has("mzTab-version")) return null;
  const head = rows.find(({ cells }) => textOf(cells[0]) === "SMH");
  if (head === undefined) return null;
  const heads = head.cells.map(textOf);
  const nameAt = heads.indexOf("chemical_name");
  const assays = heads.flatMap((text, at) => {
    const assay = /^abundance_(assay\[\d+\])$/.exec(text)?.[1];
    return assay === undefined ? [] : [{ at, sample: sampleOf(assay, facts) }];
  });
  if (nameAt < 0 || assays.length === 0) return null;
  refuseLarge(rows.length * assays.length);
  const unit = unitOf(facts.get("small_molecule-quantification_unit") ?? "");
  const body = rows
    .filter(({ cells }) => textOf(cells[0]) === "SML")
    .flatMap(({ number, cells }) =>
      assays.map(({ at, sample }): TableRow => {
        const compound = textOf(cells[nameAt]).split("|")[0]?.trim() ?? "";
        return { number, cells: [sample, compound, cells[at] ?? null, unit] };
      }),
    );
  return [{ number: head.number, cells: ["Sample", "Compound", "Abundance", "Unit"] }, ...body];
}

function sampleOf(assay: string, facts: ReadonlyMap<string, string>): string {
  const sample = facts.get(`${assay}-sample_ref`);
  return (sample === undefined ? undefined : facts.get(sample)) ?? facts.get(assay) ?? "";
}

const units: readonly [RegExp, string][] = [
  [/nanogram per lit/i, "ng/L"],
  [/picogram per millilit/i, "ng/L"],
  [/microgram per lit/i, "ug/L"],
  [/nanogram per millilit/i, "ug/L"],
];

/** A parameter of a controlled vocabulary: `[UO, UO:0000275, nanogram per milliliter, ]`. */
function unitOf(parameter: string): string {
  const name = /^\[[^,]*,[^,]*,([^,\]]*)/.exec(parameter)?.[1]?.trim() ?? parameter;
  return units.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

function refuseLarge(count: number): void {
  if (count <= maxUnfolded) return;
  throw fieldError("file", {
    en: `has more than ${maxUnfolded} results; split the file`,
    zh: `超过 ${maxUnfolded} 个结果，请拆分文件`,
  });
}

/** A labelled internal standard: measured with every sample, and no result. */
export function isStandard(compound: string): boolean {
  return /\bISTD\b|\(IS\)|[-_ ]d\d{1,2}\b|[-_ ]13C\d*\b/i.test(compound);
}

/** What a row of the sequence was, by the word of its vendor; null of a sample. */
export function controlOf(type: string): "calibration" | "proceduralBlank" | "control" | null {
  const asked = plain(type);
  if (/^(standard|std|cal|calibration|calibrator|标准|标准系列)\b/.test(asked)) return "calibration";
  if (/blank|^solvent$|空白/.test(asked)) return "proceduralBlank";
  return /^(qc|quality control|cc|质控样?)$/.test(asked) ? "control" : null;
}
