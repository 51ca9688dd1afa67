import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countReproduced, meanWarnings } from "./euda.ts";
import { parseEudaDailyLoads } from "./euda-csv.ts";
import { eudaResidues } from "./euda-residue.ts";

const table = readFileSync(new URL("../../data/euda-daily-loads.csv", import.meta.url), "utf8");
const weeks = parseEudaDailyLoads(table);
const [heading = "", first = ""] = table.split("\n");

test("reads all 4,376 weeks, 340 of them of 2021", () => {
  expect(weeks).toHaveLength(4376);
  expect(weeks.filter(({ year }) => year === 2021)).toHaveLength(340);
  expect(weeks[0]).toMatchObject({
    year: 2024,
    residue: "MDMA",
    siteId: "AT001",
    country: "AT",
    city: "Graz",
  });
  expect(weeks[0]?.loads.saturday?.toString()).toBe("28.11");
  expect(weeks[0]?.published.daily?.toString()).toBe("15.53");
});

test("reproduces 3,907 of the 4,036 rows outside 2021 and 304 of the 340 of 2021", () => {
  expect(countReproduced(weeks)).toEqual({
    outside2021: { weeks: 4036, reproduced: 3907 },
    of2021: { weeks: 340, reproduced: 304 },
  });
});

test("the days of the other edition reproduce far less", () => {
  const of2021 = weeks.filter(({ year }) => year === 2021).map((week) => ({ ...week, year: 2020 }));
  expect(countReproduced(of2021).outside2021.reproduced).toBeLessThan(100);
});

test("what does not reproduce is a warning with both values, never an exception", () => {
  const budapest = weeks.find(
    ({ year, residue, siteId }) => year === 2024 && residue === "amphetamine" && siteId === "HU001",
  );
  expect(budapest).toBeDefined();
  if (budapest === undefined) return;
  expect(
    meanWarnings(budapest).map(({ mean, published, recomputed }) => [mean, `${published}`, `${recomputed}`]),
  ).toEqual([
    ["weekday", "179.75", "185.365"],
    ["daily", "203.79", "209.665"],
  ]);
  const empty = { ...budapest, loads: {} };
  expect(meanWarnings(empty).map(({ mean, recomputed }) => [mean, recomputed])).toEqual([
    ["weekday", null],
    ["weekend", null],
    ["daily", null],
  ]);
});

test("measured benzoylecgonine for cocaine and THC-COOH for cannabis, each other drug itself", () => {
  expect(eudaResidues).toEqual({
    ...{ MDMA: "mdma", amphetamine: "amphetamine", cocaine: "benzoylecgonine" },
    ...{ methamphetamine: "methamphetamine", ketamine: "ketamine", cannabis: "thccooh" },
  });
  expect([...new Set(weeks.map(({ residue }) => residue))].sort()).toEqual(Object.keys(eudaResidues).sort());
});

test("a cell may hold a comma and quotation marks", () => {
  const [week] = parseEudaDailyLoads(`${heading}\r\n${first.replace('"Graz"', '"Graz, ""West"""')}\r\n`);
  expect(week?.city).toBe('Graz, "West"');
});

test.each([
  ["an empty file", ""],
  ["a heading without a column", heading.replace("Sunday", "Sunnyday")],
  ["a line too short", `${heading}\n${first.slice(0, first.lastIndexOf(","))}`],
  ["a load that is none", `${heading}\n${first.replace("28.11", "n/a")}`],
  ["a negative load", `${heading}\n${first.replace("28.11", "-28.11")}`],
  ["a year that is none", `${heading}\n${first.replace("2024", "24")}`],
  ["an open quotation mark", `${heading}\n${first.replace('"MDMA"', '"MDMA')}`],
])("%s is malformed", (_, text) => {
  expect(() => parseEudaDailyLoads(text)).toThrow(
    expect.objectContaining({ name: "WbeError", code: "malformed" }),
  );
});
