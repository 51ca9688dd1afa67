/*
 * Reports of sampling points. One is made in the background, one after another on each node; how far it is is in its
 * row, and so does its end: anyone who cancels it does so there, from whichever node.
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import {
  type makeReport,
  type Report,
  type ReportChoices,
  type ReportRow,
  type remakeReport,
  reportChoices,
  reportValues,
} from "@tracewater/contract/laboratory/reports";
import { textIn } from "@tracewater/contract/locales";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { type LoadService, refuseKinds, refuseSpan } from "../loads/load.service.ts";
import { presentStoredLoad, type Sites } from "../loads/series.service.ts";
import { layoutVersion, reportValuesOf, toReportFigures } from "./report.model.ts";
import { createReportStore, type KeptFile, type ReportQuery, type StoredReport } from "./report.store.ts";
import type { createReportIssueStore } from "./report-issue.store.ts";
import type { ReportPaper } from "./report-paper.ts";
import { setReport } from "./report-pdf.ts";
import { broken, hasEnded, interrupted, lost, nothingFound, notMade } from "./report-refusals.ts";
import { writeReport } from "./report-workbook.ts";

export type ReportService = ReturnType<typeof createReportService>;

/** What a report is made of, anyone who asked for it. */
export type ReportOrder = {
  unitId: number;
  pointId: number;
  from: string;
  until: string;
  choices: ReportChoices;
  madeBy: string;
  scheduleId: number | null;
};

/** A short report is answered when it is made, a long one while it is. */
const timeoutMs = 1500;
const maxFileBytes = 200 * 1024 * 1024;
const auditSubjectOfReport: LocalizedText = { en: "report", zh: "报告" };

/** It was cancelled, or this program ends: what was made of it is let go. */
class ReportEnded extends Error {}

export function createReportService(options: {
  db: Db;
  custody: Pick<CustodyService, "signNow">;
  loads: LoadService;
  sites: Sites;
  files: BlobStore;
  font: () => Promise<Buffer>;
  node: string;
  log: Log;
  printMoment: PrintMoment;
  /** With the offset, as a report prints it. */
  printIso: PrintMoment;
  issues: ReturnType<typeof createReportIssueStore>;
  now: () => number;
}) {
  const { custody, loads, sites, files, font, node, log, printMoment, printIso, now } = options;
  const store = createReportStore(options.db);
  let stopping = false;
  let last: Promise<void> = Promise.resolve();

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

  async function require(scope: Scope, id: number): Promise<StoredReport> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound(auditSubjectOfReport);
    return found;
  }

  /** The files of a report from what is stored of it; the same each time. */
  async function set(
    row: StoredReport,
    runId: number,
    skipped: Parameters<typeof reportValuesOf>[1],
    onProgress: (percent: number) => Promise<void>,
  ) {
    const { from, until, choices, subject, reportId, madeAt, madeBy, custodyHead } = row;
    const run = await loads.readRun(runId);
    const figures = reportValuesOf({ choices, from, until, loads: run.loads, sites }, skipped);
    const ofSpan = run.loads.filter((one) => one.sampledOn >= from);
    const paper: ReportPaper = {
      ...{ reportId, subject, from, until, choices, madeAt, madeBy, custodyHead },
      figures: toReportFigures(figures),
      loads: ofSpan.map(presentStoredLoad),
      formula: run.loads[0]?.formula ?? "",
      ...{ made: printIso(madeAt), citiesOf: (...asked) => citiesOf(sites, ...asked) },
    };
    let reported = 0;
    // A row of the database for each percent, not for each few lines of a table.
    const reportProgress = async (percent: number) => {
      if (percent > reported) await onProgress(percent);
      reported = percent;
    };
    const pdf = await setReport(paper, await font(), (share) => reportProgress(25 + Math.round(share * 60)));
    const xlsx = await writeReport(paper);
    await onProgress(95);
    return { figures, pdf, xlsx, changed: run.changed };
  }

  async function carryOut(id: number, order: ReportOrder): Promise<void> {
    let run: number | null = null;
    const advance = async (percent: number) => {
      if (stopping || !(await store.advance(id, percent, run))) throw new ReportEnded();
    };
    const kept: KeptFile[] = [];
    try {
      await advance(1);
      const { unitId, pointId, from, until, choices, madeBy } = order;
      const asked = { unitId, pointId, from, until, madeBy, ...choices };
      const { runId, skipped } = await loads.computeForReport(asked);
      if (runId === null) throw new AppError("refused", nothingFound);
      run = runId;
      await advance(20);
      await options.issues.freeze(id, runId);
      const made = await set(await require(systemScope, id), runId, skipped, advance);
      for (const [bytes, extension] of [
        [made.pdf, "pdf"],
        [made.xlsx, "xlsx"],
      ] as const) {
        kept.push(await keep(bytes, extension));
      }
      const [pdf, xlsx] = kept;
      if (pdf === undefined || xlsx === undefined) throw new Error("a report file was not stored");
      if (!(await store.finish(id, { figures: made.figures, pdf, xlsx }))) throw new ReportEnded();
    } catch (error) {
      for (const { name } of kept) await files.remove(name);
      if (error instanceof ReportEnded && !stopping) return;
      const reason = error instanceof AppError ? error.text : stopping ? interrupted : broken;
      if (reason === broken) log.error({ err: error, report: id }, "a report could not be generated");
      await store.end(id, "failed", reason);
    }
  }

  async function keep(bytes: Buffer, extension: "pdf" | "xlsx"): Promise<KeptFile> {
    const watched = { signal: new AbortController().signal, onBytes: () => undefined };
    const incoming = await files.receive(Readable.from([bytes]), maxFileBytes, watched);
    const name = await files.keep(incoming.path, extension);
    return { name, sha256: incoming.sha256, bytes: incoming.bytes };
  }

  return {
    async list(caller: Caller, query: ReportQuery, language: Language) {
      const total = await store.count(caller.scope, query);
      const rows = await store.list(caller.scope, query, pageOf(query, total));
      return { rows: rows.map((row) => show(row, language)), total };
    },

    async read(scope: Scope, id: number, language: Language): Promise<Report> {
      const row = await require(scope, id);
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
      return show(await require(scope, id), language);
    },

    /** Begins a report; what it is made of was settled before. `over` ends with it, whatever becomes of it. */
    async begin(order: ReportOrder): Promise<{ id: number; over: Promise<void> } | null> {
      const subject = await store.findSubject(order.pointId);
      if (subject === undefined) throw pointNotFound();
      const id = await store.add({
        ...order,
        ...{
          subject,
          node,
          layout: layoutVersion,
          madeAt: new Date(now()),
          custodyHead: await custody.signNow(),
        },
      });
      if (id === undefined) return null;
      const over = last.then(() => carryOut(id, order));
      last = over.catch((error: unknown) =>
        log.error({ err: error, report: id }, "a report was left unfinished"),
      );
      return { id, over: last };
    },

    async make(caller: Caller, body: BodyOf<typeof makeReport>, language: Language): Promise<ReportRow> {
      refuseSpan(body);
      refuseKinds(body);
      const { pointId, from, until, ...rest } = body;
      const unitId = await loads.unitOf(caller.scope, pointId);
      if (unitId === undefined) throw pointNotFound();
      const choices = reportChoices.parse({ ...rest, analytes: [...new Set(rest.analytes)] });
      const order = { unitId, pointId, from, until, choices, madeBy: personLabel(caller), scheduleId: null };
      const begun = await this.begin(order);
      if (begun === null) throw new Error("a report without a schedule was treated as a scheduled one");
      const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([begun.over, timeout]);
      return show(await require(caller.scope, begun.id), language);
    },

    async cancel(caller: Caller, id: number, language: Language): Promise<ReportRow> {
      await require(caller.scope, id);
      const reason = { en: `Canceled by ${personLabel(caller)}.`, zh: `已由 ${personLabel(caller)} 取消。` };
      if (!(await store.end(id, "cancelled", reason))) throw new AppError("conflict", hasEnded);
      return show(await require(caller.scope, id), language);
    },

    /** Makes it again from its stored calculation, to compare; nothing of it is kept. */
    async again(scope: Scope, id: number): Promise<ReplyOf<typeof remakeReport>["data"]> {
      const row = await require(scope, id);
      const stored = await store.findReportValues(id);
      if (row.state !== "done" || row.runId === null || stored === null)
        throw new AppError("refused", notMade);
      const made = await set(row, row.runId, stored.skipped, async () => {
        if (stopping) throw new AppError("refused", interrupted);
      });
      const [pdf, xlsx] = [sha256(made.pdf), sha256(made.xlsx)];
      // The database keeps the figures, not the order in which they were written.
      const hasSameFigures = JSON.stringify(reportValues.parse(made.figures)) === JSON.stringify(stored);
      const isSame =
        hasSameFigures && made.changed === 0 && pdf === row.pdf.sha256 && xlsx === row.xlsx.sha256;
      return { isSame, changedLoads: made.changed, hasSameFigures, pdf, xlsx };
    },

    async open(
      scope: Scope,
      id: number,
      format: "pdf" | "xlsx",
    ): Promise<{ file: FileHandle; name: string; row: StoredReport }> {
      const row = await require(scope, id);
      const name = row[format].name;
      const file = name === null ? null : await files.open(name);
      if (file === null) throw new AppError("refused", row.state === "done" ? lost : notMade);
      const { pointCode } = row.subject;
      return { file, row, name: `${pointCode} ${row.from} ${row.until} (${row.reportId}).${format}` };
    },

    async start(): Promise<void> {
      await store.endAllOf(node, interrupted);
      await files.expire(now());
    },

    async stop(): Promise<void> {
      stopping = true;
      await last;
    },
  };
}

function citiesOf(sites: Sites, ...asked: Parameters<Sites["sitesOf"]>) {
  return sites.sitesOf(...asked).map(({ city, country, load }) => ({ city, country, load: `${load}` }));
}

function digestOf({ sha256, bytes }: { sha256: string | null; bytes: number | null }) {
  return sha256 === null || bytes === null ? null : { sha256, bytes };
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function pointNotFound(): AppError {
  return fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
}
