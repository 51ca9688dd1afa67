/** What mass spectrometers report of their runs; an analytical batch is the run of an instrument where one reports it. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { id, page } from "../envelope.ts";
import { mediaState } from "../fleet/media.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { analyteName } from "./factors.ts";

/** What an instrument reports of its runs. */
export const instrumentEventKind = z.enum(["batchDone", "calFail", "blankFail", "drift", "auditTrailGap"]);
export type InstrumentEventKind = z.infer<typeof instrumentEventKind>;

export const instrumentEvent = z.object({
  id: z.number().int(),
  kind: instrumentEventKind,
  at: epochMs,
  /** Where a gap of the audit trail began. */
  since: epochMs.nullable(),
  analyte: analyteName.nullable(),
  /** r², μg/L, percent of the internal standard's area or minutes, by its kind. */
  figure: z.number().nullable(),
  batchId: z.number().int().nullable(),
  batchNo: z.string(),
});
export type InstrumentEvent = z.infer<typeof instrumentEvent>;

export const runState = z.enum(["running", "done"]);
export type RunState = z.infer<typeof runState>;

/** What a batch shows of its run. */
export const reportedRun = {
  /** Null of a batch that was entered by hand. */
  run: z
    .object({
      samples: z.number().int().nullable(),
      failedInjections: z.number().int().nullable(),
      doneAt: epochMs.nullable(),
      fileName: z.string(),
      sha256: z.string(),
      /** The file itself, where the instrument announced it; null where it only named it. */
      upload: mediaState.nullable(),
    })
    .nullable(),
  events: z.array(instrumentEvent),
  /** Files whose results were stored in the batch; `isReported`: with the hash that the instrument reported. */
  files: z.array(
    z.object({
      fileName: z.string(),
      sha256: z.string(),
      at: epochMs,
      by: z.string(),
      added: z.number().int(),
      leftOut: z.number().int(),
      isReported: z.boolean(),
    }),
  ),
};

/** The result file of a batch, as its instrument handed it over. */
export const getRunFile = defineCall({
  name: "getRunFile",
  audited: false,
  method: "GET",
  path: "/v2/admin/laboratory/batch/:id/file",
  access: permission("laboratory:batch:query"),
  answers: "file",
  params: z.object({ id }),
});

/** What an instrument reported of its runs, newest first. */
export const listInstrumentEvents = defineCall({
  name: "listInstrumentEvents",
  method: "GET",
  path: "/v2/admin/laboratory/batch/event/list",
  access: permission("laboratory:batch:list"),
  query: z.object({
    ...{ ...paging, ...timeSpan, kind: blank(instrumentEventKind) },
    deviceName: z.string().trim().min(1).max(64),
  }),
  reply: page(instrumentEvent),
});
