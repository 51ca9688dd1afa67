import { z } from "zod";
import { localized } from "./both-languages.ts";
import { idInBody } from "./envelope.ts";

const max = 1000;

/** `1,2,3` in a query; nothing is an empty list, an id that is twice counts once. */
export const idList = z
  .string()
  .regex(
    /^(\d{1,10}(,\d{1,10})*,?)?$/,
    localized("must be numbers separated by commas", "须为以逗号分隔的编号"),
  )
  .transform((text) => [...new Set(text.split(",").filter(Boolean).map(Number))])
  .pipe(z.array(idInBody).max(max));

/** A list of ids in a body. */
export const idsInBody = z.array(idInBody).max(max);

const maxIdsInPath = 500;

/** `1,2,3` in a path: at least one. */
export const idsInPath = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*,?$/, localized("must be numbers separated by commas", "须为以逗号分隔的编号"))
  .transform((text) => [...new Set(text.split(",").filter(Boolean).map(Number))])
  .pipe(z.array(idInBody).min(1).max(maxIdsInPath));
