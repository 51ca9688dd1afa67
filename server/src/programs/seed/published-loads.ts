import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shippedData } from "../../program-files.ts";
import { parseCsv } from "./plants.ts";

/** mg per day and 1000 inhabitants, Monday to Sunday, by the residue's name on the wire. */
export type PublishedLoads = Record<string, number[]>;

/** EUDA names the drug; what was measured of cocaine is benzoylecgonine, and of cannabis THC-COOH. */
const residueOf = new Map([
  ["MDMA", "mdma"],
  ["amphetamine", "amp"],
  ["cocaine", "benzoylEconine"],
  ["methamphetamine", "mamp"],
  ["ketamine", "ketamine"],
  ["cannabis", "thcCooh"],
]);
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** What the latest year of `data/euda-daily-loads.csv` reports of each plant, by its id there (`AT001`). */
export function readPublishedLoads(): Map<string, PublishedLoads> {
  const text = readFileSync(join(shippedData, "euda-daily-loads.csv"), "utf8");
  const [head = [], ...rows] = parseCsv(text);
  const column = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? "";
  const loads = new Map<string, PublishedLoads>();
  // The rows are from the latest year to the first: what is there already is later.
  for (const row of [...rows].sort((a, b) => Number(column(b, "Year")) - Number(column(a, "Year")))) {
    const residue = residueOf.get(column(row, "Metabolite"));
    const mean = Number(column(row, "Daily mean"));
    if (residue === undefined || !(mean >= 0)) continue;
    const ofPlant = loads.get(column(row, "Site ID")) ?? {};
    ofPlant[residue] ??= weekdays.map((weekday) => toLoad(column(row, weekday), mean));
    loads.set(column(row, "Site ID"), ofPlant);
  }
  return loads;
}

/** A day that was not measured counts as the mean of those that were. */
function toLoad(text: string, mean: number): number {
  const value = Number(text);
  return text !== "" && value >= 0 ? value : mean;
}
