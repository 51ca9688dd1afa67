import { createHash } from "node:crypto";
import { chance } from "../../random.ts";
import { toStep } from "../machine/machine.ts";
import { type Residue, residues } from "../site/residues.ts";
import { stream } from "../site/stream.ts";
import { batchSampleName, type MassSpec } from "./mass-state.ts";

/*
 * The result file of a batch, in the layout of a results table that SCIEX OS exports as text: one row for each sample
 * and component, columns as in the "SCIEX OS software user guide", results table. The same batch gives the same bytes.
 */

const heads = [
  ...["Sample Name", "Sample Type", "Component Name", "Actual Concentration (ng/L)", "Area"],
  ...["IS Area", "Retention Time", "Calculated Concentration (ng/L)", "LLOQ (ng/L)", "Used"],
];
const levels = [2, 10, 50, 200, 1000];
const lloq = 1;
const standardArea = 250_000;

type Sheet = { fileName: string; text: string; sha256: string };

export function sheetOf(
  { seed, faults }: Pick<MassSpec, "seed" | "faults">,
  batch: { batchNo: string; sequence: string; samples: number },
): Sheet {
  const rows = residues.flatMap((analyte, place) => rowsOf(analyte, place, seed, batch, faults));
  const text = `${[heads, ...rows].map((row) => row.join("\t")).join("\r\n")}\r\n`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { fileName: `${batch.sequence}.txt`, text, sha256 };
}

function rowsOf(
  analyte: Residue,
  place: number,
  seed: number,
  { batchNo, samples }: { batchNo: string; samples: number },
  faults: ReadonlySet<string>,
): (string | number)[][] {
  const luck = (n: number) => chance(seed, stream.assay + 100 * place, [...batchNo].reduce(hash, n)) - 0.5;
  const slope = 40 + 60 * chance(seed, stream.standard, place);
  const minute = toStep(2 + 7 * chance(seed, stream.control, place), 2, 0, 60);
  const row = (name: string, type: string, actual: number | "", value: number, n: number) => {
    const area = Math.round(value * slope * (1 + 0.02 * luck(n)) * 10) / 10;
    const found = value === 0 ? "N/A" : toStep(value, 2, 0, 1e6);
    return [name, type, analyte, actual, area, standardArea, minute, found, lloq, "TRUE"];
  };
  const bent = faults.has("calFail") && analyte === "thcCooh" ? 0.6 : 0.02;
  return [
    row("Blank", "Blank", "", faults.has("blankFail") && analyte === "mamp" ? 3.4 : 0, 1),
    ...levels.map((level, at) =>
      row(`Cal ${at + 1}`, "Standard", level, level * (1 + bent * luck(at + 2)), at + 2),
    ),
    ...Array.from({ length: samples }, (_, at) => {
      const spread = 10 ** (0.5 + 2 * (luck(at + 20) + 0.5));
      return row(batchSampleName(batchNo, at + 1), "Unknown", "", spread, at + 20);
    }),
    ...[1, 2].map((at) => row(`QC ${at}`, "Quality Control", 50, 50 * (1 + 0.06 * luck(at + 8)), at + 8)),
  ];
}

function hash(sum: number, letter: string): number {
  return (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
}
