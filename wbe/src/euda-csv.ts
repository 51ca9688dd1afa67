// Reads the table of daily loads that EUDA publishes (`data/euda-daily-loads.csv`).

import type { EudaWeek } from "./euda.ts";
import { type MgPerDayPer1000, mgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";
import type { WeekDay } from "./week.ts";

/**
 * One week for each line under the heading; an empty cell is a missing day or mean. Loads in mg/d/1000.
 * Errors: malformed (a heading that lacks a column, a line of another length, an open quotation mark, a year
 * or load that is none), with the number of the line.
 */
export function parseEudaDailyLoads(text: string): EudaWeek[] {
  const [heading, ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const columns = splitLine(heading ?? "", 1);
  for (const name of Object.values(columnNames)) {
    if (!columns.includes(name)) throw new WbeError("malformed", "heading", `no column ${name}`);
  }
  return lines.map((line, index) => {
    const cells = splitLine(line, index + 2);
    if (cells.length !== columns.length) throw new WbeError("malformed", `line ${index + 2}`);
    return weekOf((name) => cells[columns.indexOf(columnNames[name])] ?? "", index + 2);
  });
}

const columnNames = {
  year: "Year",
  residue: "Metabolite",
  siteId: "Site ID",
  country: "Country",
  city: "City",
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
  weekdayMean: "Weekday mean",
  weekendMean: "Weekend mean",
  dailyMean: "Daily mean",
} as const satisfies Record<WeekDay, string> & Record<string, string>;

function weekOf(cell: (name: keyof typeof columnNames) => string, line: number): EudaWeek {
  const year = cell("year");
  if (!/^\d{4}$/.test(year)) throw new WbeError("malformed", `line ${line}`, "Year");
  const load = (name: keyof typeof columnNames) => loadOf(cell(name), line, columnNames[name]);
  return {
    year: Number(year),
    residue: cell("residue"),
    siteId: cell("siteId"),
    country: cell("country"),
    city: cell("city"),
    loads: {
      monday: load("monday"),
      tuesday: load("tuesday"),
      wednesday: load("wednesday"),
      thursday: load("thursday"),
      friday: load("friday"),
      saturday: load("saturday"),
      sunday: load("sunday"),
    },
    published: { weekday: load("weekdayMean"), weekend: load("weekendMean"), daily: load("dailyMean") },
  };
}

function loadOf(cell: string, line: number, column: string): MgPerDayPer1000 | null {
  if (cell === "") return null;
  try {
    return mgPerDayPer1000(cell);
  } catch (error) {
    if (error instanceof WbeError)
      throw new WbeError("malformed", `line ${line}`, `${column}: ${error.code}`);
    throw error;
  }
}

// RFC 4180, without line breaks inside a cell, which this table has none of.
function splitLine(line: string, number: number): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  while (true) {
    const found = cell.exec(line);
    if (found === null) throw new WbeError("malformed", `line ${number}`, "quotation mark");
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === "") return cells;
  }
}
