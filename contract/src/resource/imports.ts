import { z } from "zod";
import { fieldError } from "../envelope.ts";

/** How far an import is. Rows are counted as they are read; those with faults are in `errorsFile`. */
export const importProgress = z.object({
  importId: z.string(),
  state: z.enum(["running", "done", "cancelled", "failed"]),
  /** Rows read so far. */
  read: z.number().int(),
  added: z.number().int(),
  updated: z.number().int(),
  refused: z.number().int(),
  /** The first faults, as they are in the file. */
  faults: z.array(fieldError.extend({ row: z.number().int() })),
  /** To be fetched once by `/common/download`; null while it is written, or where nothing was refused. */
  errorsFile: z.string().nullable(),
  /** What was made for the rows that came in (secrets), where there is such: to be fetched once as well. */
  resultFile: z.string().nullable(),
  /** Why it failed, in the language of who asked for it. */
  reason: z.string(),
});
export type ImportProgress = z.infer<typeof importProgress>;

/** What an import answers: clients of the family read code and message alone, rows that were refused are a failure to them. */
export const importReply = z.object({
  code: z.number().int().optional(),
  msg: z.string().optional(),
  data: importProgress,
});

/** Rows that one file may hold. */
export const maxImportRows = 50_000;
/** Rows that one export may hold. */
export const maxExportRows = 100_000;
