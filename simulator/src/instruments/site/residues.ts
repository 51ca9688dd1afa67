import { wander } from "../../random.ts";
import { localDay, minutesOfDay, weekdayOf } from "./local-days.ts";
import { type Site, sewageAt } from "./sewage.ts";
import { stream } from "./stream.ts";

/** The residues that an online detector looks for, under their names on the wire. */
export const residues = [
  "amp",
  "cotinine",
  "benzoylEconine",
  "cbd",
  "cbn",
  "cocaine",
  "codeine",
  "ketamine",
  "mamp",
  "mda",
  "mdea",
  "mdma",
  "methcathinone",
  "morphine",
  "norketamine",
  "thc",
  "thcCooh",
  "o6Acethyl",
] as const;
export type Residue = (typeof residues)[number];

/** mg per day and 1000 inhabitants, Monday to Sunday; what a plant has published, or nothing. */
export type Loads = Partial<Record<Residue, readonly number[]>>;

export type Catchment = Site & { population: number; loads: Loads };

/**
 * mg per day and 1000 inhabitants where a plant has published none: assumptions of the simulation in the order of
 * magnitude of European plants, not figures of any place.
 */
const assumed: Readonly<Record<Residue, number>> = {
  amp: 60,
  cotinine: 2500,
  benzoylEconine: 250,
  cbd: 3,
  cbn: 1,
  cocaine: 100,
  codeine: 60,
  ketamine: 8,
  mamp: 30,
  mda: 2,
  mdea: 0,
  mdma: 20,
  methcathinone: 0.6,
  morphine: 90,
  norketamine: 3.5,
  thc: 6,
  thcCooh: 100,
  o6Acethyl: 1.5,
};

/** What goes along with a residue that was published, as a share of it: assumptions too. */
const alongWith: Partial<Record<Residue, readonly [Residue, number]>> = {
  cocaine: ["benzoylEconine", 0.4],
  mda: ["mdma", 0.09],
  norketamine: ["ketamine", 0.45],
};

/** ng/L in the sewer at a moment: the day's load in the water that carries it, thinned by rain. */
export function concentrationAt(catchment: Catchment, residue: Residue, ms: number): number {
  const perDay = (loadAt(catchment, residue, ms) * catchment.population) / 1000;
  const { storm } = sewageAt(catchment, ms);
  const slow =
    1 + 0.12 * wander(catchment.seed, stream.residue + 100 * residues.indexOf(residue), ms, 5 * 3_600_000);
  // mg in a day over m3 in a day is mg/m3; a thousand of it are ng/L.
  return ((perDay / catchment.designFlow) * 1000 * slow) / (1 + storm);
}

/** ng/L in dry weather on the day of the week with the highest load. */
export function highestConcentration({ loads, population, designFlow }: Catchment, residue: Residue): number {
  const weekdays = Array.from({ length: 7 }, (_, weekday) => loadOf(loads, residue, weekday));
  return (Math.max(...weekdays) * population) / designFlow;
}

/** The load of the day, going over into the next one's during the last hours before midnight. */
function loadAt(catchment: Catchment, residue: Residue, ms: number): number {
  const today = localDay(catchment, ms);
  const turn = Math.max(0, (minutesOfDay(catchment, ms) - 1200) / 240);
  const of = (dayNumber: number) => loadOf(catchment.loads, residue, weekdayOf(dayNumber));
  return of(today) * (1 - turn) + of(today + 1) * turn;
}

function loadOf(loads: Loads, residue: Residue, weekday: number): number {
  const published = loads[residue]?.[weekday];
  if (published !== undefined) return published;
  const [leader, share] = alongWith[residue] ?? [residue, 0];
  const led = loads[leader]?.[weekday];
  return led === undefined || share === 0 ? assumed[residue] : led * share;
}
