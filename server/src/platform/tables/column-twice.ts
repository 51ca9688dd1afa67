import { type AppError, fieldError } from "../app-error.ts";

/** Of an uploaded table in which two columns have the same head. */
export function columnTwice(head: string): AppError {
  return fieldError("file", { en: `has the column "${head}" twice`, zh: `“${head}”列出现两次` });
}
