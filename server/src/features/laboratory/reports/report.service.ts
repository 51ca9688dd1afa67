/** Reports of sampling points: asked for, read, cancelled, opened. `report-maker.ts` makes them. */
import type { FileHandle } from "node:fs/promises";
import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import {
  type makeReport,
  type Report,
  type ReportRow,
  type remakeReport,
  reportChoices,
} from "@tracewater/contract/laboratory/reports";
import { textIn } from "@tracewater/contract/locales";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import { refuseKinds, refuseSpan } from "../loads/load.service.ts";
import { toReportFigures } from "./report.model.ts";
import { createReportStore, type ReportQuery, type StoredReport } from "./report.store.ts";
import { createReportMaker, type ReportMakerOptions, requireReport } from "./report-maker.ts";
import { hasEnded, lost, notMade, pointNotFound } from "./report-refusals.ts";

export type ReportService = ReturnType<typeof createReportService>;

/** A short report is answered when it is made, a long one while it is. */
const timeoutMs = 1500;

export function createReportService(options: ReportMakerOptions & { printMoment: PrintMoment }) {
  const { loads, files, printMoment } = options;
  const store = createReportStore(options.db);
  const maker = createReportMaker(options);

  function show(row: StoredReport, language: Language): ReportRow {
    const { choices, subject, pdf, xlsx } = row;
    return {
      ...{ reportId: row.reportId, pointId: row.pointId, from: row.from, until: row.until },
      ...{ pointCode: subject.pointCode, pointName: subject.pointName, unitName: subject.unitName },
      ...{ analytes: choices.analytes, substitution: choices.substitution, language: choices.language },
      ...{ state: row.state, progress: row.progress, madeBy: row.madeBy },
      reason: textIn({ en: row.reasonEn, zh: row.reasonZh }, language),
      isScheduled: row.scheduleId !== null,
      pdf: digestOf(pdf),
      xlsx: digestOf(xlsx),
      madeAt: printMoment(row.madeAt),
    };
  }

  return {
    async list(caller: Caller, query: ReportQuery, language: Language) {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map((row) => show(row, language)), total };
    },

    async read(scope: Scope, id: number, language: Language): Promise<Report> {
      const row = await requireReport(store, scope, id);
      const { runId, choices, subject, custodyHead } = row;
      const [kept, stale] = await Promise.all([
        store.findReportValues(id),
        runId === null ? 0 : store.countStale(runId),
      ]);
      const figures = kept === null ? null : toReportFigures(kept);
      return {
        ...show(row, language),
        runId,
        choices,
        population: subject.population,
        figures,
        custodyHead,
        stale,
      };
    },

    async show(scope: Scope, id: number, language: Language): Promise<ReportRow> {
      return show(await requireReport(store, scope, id), language);
    },

    begin: maker.begin,
    start: maker.start,
    stop: maker.stop,

    async make(caller: Caller, body: BodyOf<typeof makeReport>, language: Language): Promise<ReportRow> {
      refuseSpan(body);
      refuseKinds(body);
      const { pointId, from, until, ...rest } = body;
      const unitId = await loads.unitOf(caller.scope, pointId);
      if (unitId === undefined) throw pointNotFound();
      const choices = reportChoices.parse({ ...rest, analytes: [...new Set(rest.analytes)] });
      const order = { unitId, pointId, from, until, choices, madeBy: personLabel(caller), scheduleId: null };
      const begun = await maker.begin(order);
      if (begun === null) throw new Error("a report without a schedule was treated as a scheduled one");
      const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([begun.over, timeout]);
      return show(await requireReport(store, caller.scope, begun.id), language);
    },

    async cancel(caller: Caller, id: number, language: Language): Promise<ReportRow> {
      await requireReport(store, caller.scope, id);
      const reason = { en: `Canceled by ${personLabel(caller)}.`, zh: `已由 ${personLabel(caller)} 取消。` };
      if (!(await store.end(id, "cancelled", reason))) throw new AppError("conflict", hasEnded);
      return show(await requireReport(store, caller.scope, id), language);
    },

    /** Makes it again from its stored calculation, to compare; nothing of it is kept. */
    async again(scope: Scope, id: number): Promise<ReplyOf<typeof remakeReport>["data"]> {
      return maker.again(await requireReport(store, scope, id));
    },

    async open(
      scope: Scope,
      id: number,
      format: "pdf" | "xlsx",
    ): Promise<{ file: FileHandle; name: string; row: StoredReport }> {
      const row = await requireReport(store, scope, id);
      const name = row[format].name;
      const file = name === null ? null : await files.open(name);
      if (file === null) throw new AppError("refused", row.state === "done" ? lost : notMade);
      const { pointCode } = row.subject;
      return { file, row, name: `${pointCode} ${row.from} ${row.until} (${row.reportId}).${format}` };
    },
  };
}

function digestOf({ sha256, bytes }: { sha256: string | null; bytes: number | null }) {
  return sha256 === null || bytes === null ? null : { sha256, bytes };
}
