/** The loads of all plants together, by category: of the wall, and of the home page, which needs nothing else of it. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { analyteCategory, analyteName } from "../laboratory/factors.ts";
import { series } from "../laboratory/load-series.ts";
import { epochMs } from "../moments.ts";
import { blank } from "../paging.ts";

/** The days that a mean is made of: four weeks, so that every weekday is there and a fortnightly plant too. */
export const situationDays = 28;

/** As of the report's series: the class, the percentage and its interval come from one function. */
export const changed = { change: series.shape.change, changeGap: series.shape.changeGap };
const span = { from: z.iso.date(), until: z.iso.date() };

const categoryLoad = z.object({
  category: analyteCategory,
  /** The residue with the highest mean: residues are not added up. Null where nothing was measured. */
  analyte: analyteName.nullable(),
  /** mg/d of 1000 inhabitants, weighted by the inhabitants of each plant; a decimal text. */
  mean: z.string().nullable(),
  plants: z.number().int(),
  people: z.number().int(),
  results: z.number().int(),
  below: z.number().int(),
  ...changed,
  /** Plants with loads on the same weekdays of both spans; the change is theirs alone. */
  pairedPlants: z.number().int(),
  /** Twelve weeks back, the oldest first, chained over plants of both weeks; null where too few are in both. */
  course: z.array(z.object({ from: z.iso.date(), mean: z.number().nullable() })),
});
export type CategoryLoad = z.infer<typeof categoryLoad>;

export const atDay = { until: blank(z.iso.date()) };
export const mayListLoads = permission("laboratory:load:list");

/** The six categories over four weeks up to a day, by default the newest with a load; null where there is none. */
export const getSituationLoads = defineCall({
  name: "getSituationLoads",
  method: "GET",
  path: `/v2/admin/situation/loads`,
  access: mayListLoads,
  onDisplays: true,
  query: z.object(atDay),
  reply: data(z.object({ ...span, asOf: epochMs, categories: z.array(categoryLoad) }).nullable()),
});
