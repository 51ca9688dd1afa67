import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { shippedData } from "../../program-files.ts";

const plantRow = z.object({
  plant_id: z.string().min(1),
  country: z.string(),
  city_or_board: z.string(),
  plant: z.string(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  population: z.coerce.number().int().nonnegative(),
  source: z.string().min(1),
});

/** A treatment plant of `data/treatment-plants.csv`, with the source that has to be named alongside it. */
export type Plant = z.infer<typeof plantRow>;

/** Reads the plants that the product ships. */
export function readPlants(): Plant[] {
  const [head = [], ...rows] = parseCsv(readFileSync(join(shippedData, "treatment-plants.csv"), "utf8"));
  return rows.map((row) =>
    plantRow.parse(Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""]))),
  );
}

/** RFC 4180, with quoted fields; the files are the project's own, so no dialects. */
export function parseCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        (m) => m[1]?.replaceAll('""', '"') ?? m[2] ?? "",
      ),
    );
}
