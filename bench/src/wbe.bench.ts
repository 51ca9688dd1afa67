// How much of the European data our weekly means reproduce: published rows alongside reproduced ones. Run from
// the root of the repository.

import { readFileSync } from "node:fs";
import { countReproduced } from "@tracewater/wbe/euda";
import { parseEudaDailyLoads } from "@tracewater/wbe/euda-csv";
import { printFigure } from "./figure.ts";

const weeks = parseEudaDailyLoads(readFileSync("data/euda-daily-loads.csv", "utf8"));
const { outside2021, of2021 } = countReproduced(weeks);

printFigure({
  name: "wbe.euda.outside2021",
  value: outside2021.reproduced,
  unit: "rows reproduced of rows published",
  peer: outside2021.weeks,
});
printFigure({
  name: "wbe.euda.2021",
  value: of2021.reproduced,
  unit: "rows reproduced of rows published",
  peer: of2021.weeks,
});
