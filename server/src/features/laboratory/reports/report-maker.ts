/*
 * Makes reports in the background, one after another on each node; how far one is is in its row, and so is its end:
 * anyone who cancels it does so there, from whichever node.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReplyOf } from "@tracewater/contract/call";
import { type ReportChoices, type remakeReport, reportValues } from "@tracewater/contract/laboratory/reports";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import type { Log } from "../../../platform/log.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import type { LoadService } from "../loads/load.service.ts";
import { presentStoredLoad, type Sites } from "../loads/series.service.ts";
import { layoutVersion, reportValuesOf, toReportFigures } from "./report.model.ts";
import { createReportStore, type KeptFile, type StoredReport } from "./report.store.ts";
import type { createReportIssueStore } from "./report-issue.store.ts";
import type { ReportPaper } from "./report-paper.ts";
import { setReport } from "./report-pdf.ts";
import { broken, interrupted, nothingFound, notMade, pointNotFound } from "./report-refusals.ts";
import { writeReport } from "./report-workbook.ts";

/** What a report is made of, anyone who asked for it. */
type ReportOrder = {
  unitId: number;
  pointId: number;
  from: string;
  until: string;
  choices: ReportChoices;
  madeBy: string;
  scheduleId: number | null;
};

const maxFileBytes = 200 * 1024 * 1024;

/** It was cancelled, or this program ends: what was made of it is let go. */
class ReportEnded extends Error {}

export type ReportMakerOptions = {
  db: Db;
  custody: Pick<CustodyService, "signNow">;
  loads: LoadService;
  sites: Sites;
  files: BlobStore;
  font: () => Promise<Buffer>;
  node: string;
  log: Log;
  /** With the offset, as a report prints it. */
  printIso: PrintMoment;
  issues: ReturnType<typeof createReportIssueStore>;
  now: () => number;
};

export function createReportMaker(options: ReportMakerOptions) {
  const { custody, loads, sites, files, font, node, log, printIso, now } = options;
  const store = createReportStore(options.db);
  let stopping = false;
  let last: Promise<void> = Promise.resolve();

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
      const made = await set(await requireReport(store, systemScope, id), runId, skipped, advance);
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

    /** Makes it again from its stored calculation, to compare; nothing of it is kept. */
    async again(row: StoredReport): Promise<ReplyOf<typeof remakeReport>["data"]> {
      const stored = await store.findReportValues(row.reportId);
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

export async function requireReport(
  store: ReturnType<typeof createReportStore>,
  scope: Scope,
  id: number,
): Promise<StoredReport> {
  const found = await store.find(scope, id);
  if (found === undefined) throw notFound({ en: "report", zh: "报告" });
  return found;
}

function citiesOf(sites: Sites, ...asked: Parameters<Sites["sitesOf"]>) {
  return sites.sitesOf(...asked).map(({ city, country, load }) => ({ city, country, load: `${load}` }));
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
