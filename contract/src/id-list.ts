import { z } from "zod";
import { idInBody } from "./envelope.ts";

const most = 1000;

/** `1,2,3` in a query; nothing is an empty list, an id that stands twice counts once. */
export const idList = z
  .string()
  .regex(/^(\d{1,10}(,\d{1,10})*,?)?$/, "numbers with commas between them")
  .transform((text) => [...new Set(text.split(",").filter(Boolean).map(Number))])
  .pipe(z.array(idInBody).max(most));

/** A list of ids in a body. */
export const idsInBody = z.array(idInBody).max(most);

const mostInPath = 500;

/** `1,2,3` in a path: at least one. */
export const idsInPath = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*,?$/, "numbers with commas between them")
  .transform((text) => [...new Set(text.split(",").filter(Boolean).map(Number))])
  .pipe(z.array(idInBody).min(1).max(mostInPath));
