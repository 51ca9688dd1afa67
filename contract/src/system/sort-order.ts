import { z } from "zod";
import { localized } from "../both-languages.ts";
import { idInBody } from "../envelope.ts";

const max = 1_000;
const numbers = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/, localized("must be numbers separated by commas", "须为以逗号分隔的编号"))
  .transform((text) => text.split(",").map(Number));

/** Ids and their places, as the family writes them: two texts of the same length, `"3,7"` and `"1,2"`. */
export const sortedIds = numbers.pipe(z.array(idInBody).max(max));
export const sortedPlaces = numbers.pipe(z.array(z.number().int().min(0).max(1_000_000)).max(max));

/** For a body whose two lists are not of the same length. */
export const unequal = {
  path: ["orderNums"],
  message: localized("must have as many entries as there are ids", "须与编号数量一致"),
};
