/*
 * Reports of sampling points. One is made in the background, one after another on each node; how far it is stands in its
 * row, and so does its end: whoever cancels it does so there, from whichever node.
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
  reportFigures,
} from "@tracewater/contract/laboratory/reports";
import type { Caller } from "../../../platform/caller.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import type { KeptFiles } from "../../../platform/files/kept-files.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Log } from "../../../platform/log.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { ownWork, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Language, Words } from "../../../platform/words.ts";
import { type LoadService, refuseSpan } from "../loads/load.service.ts";
import { type Sites, tellKeptLoad } from "../loads/series.service.ts";
import { figuresOf, layoutVersion, tellFigures } from "./report.model.ts";
import { createReportStore, type KeptFile, type ReportQuery, type StoredReport } from "./report.store.ts";
import type { ReportPaper } from "./report-paper.ts";
import { setReport } from "./report-pdf.ts";
import { writeReport } from "./report-sheet.ts";

export type ReportService = ReturnType<typeof createReportService>;

/** What a report is made of, whoever asked for it. */
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
const patienceMs = 1500;
const mostFileBytes = 200 * 1024 * 1024;
const thing: Words = { en: "report", zh: "报告" };

/** It was cancelled, or this program ends: what was made of it is let go. */
class Ended extends Error {}

export function createReportService(options: {
  db: Db;
  loads: LoadService;
  sites: Sites;
  files: KeptFiles;
  font: () => Promise<Buffer>;
  node: string;
  log: Log;
  printMoment: PrintMoment;
  /** With the offset, as a report prints it. */
  printIso: PrintMoment;
  now: () => number;
}) {
  const { loads, sites, files, font, node, log, printMoment, printIso, now } = options;
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
      reason: language === "zh" ? row.reasonZh : row.reasonEn,
      isScheduled: row.scheduleId !== null,
      pdf: digestOf(pdf),
      xlsx: digestOf(xlsx),
      madeAt: printMoment(row.madeAt),
    };
  }

  async function require(scope: Scope, id: number): Promise<StoredReport> {
    const found = await store.find(scope, id);
    if (found === undefined) throw noSuch(thing);
    return found;
  }

  /** The files of a report from what is stored of it; the same each time. */
  async function set(
    row: StoredReport,
    runId: number,
    skipped: Parameters<typeof figuresOf>[1],
    onProgress: (percent: number) => Promise<void>,
  ) {
    const { from, until, choices, subject, reportId, madeAt, madeBy } = row;
    const run = await loads.readRun(runId);
    const figures = figuresOf({ choices, from, loads: run.loads, sites }, skipped);
    const ofSpan = run.loads.filter((one) => one.sampledOn >= from);
    const paper: ReportPaper = {
      ...{ reportId, subject, from, until, choices, madeAt, madeBy },
      figures: tellFigures(figures),
      loads: ofSpan.map(tellKeptLoad),
      formula: run.loads[0]?.formula ?? "",
      made: printIso(madeAt),
    };
    let told = 0;
    // A row of the store for each percent, not for each few lines of a table.
    const tell = async (percent: number) => {
      if (percent > told) await onProgress(percent);
      told = percent;
    };
    const pdf = await setReport(paper, await font(), (share) => tell(25 + Math.round(share * 60)));
    const xlsx = await writeReport(paper);
    await onProgress(95);
    return { figures, pdf, xlsx, changed: run.changed };
  }

  async function carryOut(id: number, order: ReportOrder): Promise<void> {
    let run: number | null = null;
    const advance = async (percent: number) => {
      if (stopping || !(await store.advance(id, percent, run))) throw new Ended();
    };
    const kept: KeptFile[] = [];
    try {
      await advance(1);
      const { unitId, pointId, from, until, choices, madeBy } = order;
      const asked = { unitId, pointId, from, until, madeBy, ...choices };
      const { runId, skipped } = await loads.computeForReport(asked);
      if (runId === null) throw new Failure("refused", nothingFound);
      run = runId;
      await advance(20);
      const made = await set(await require(ownWork, id), runId, skipped, advance);
      for (const [bytes, extension] of [
        [made.pdf, "pdf"],
        [made.xlsx, "xlsx"],
      ] as const) {
        kept.push(await keep(bytes, extension));
      }
      const [pdf, xlsx] = kept;
      if (pdf === undefined || xlsx === undefined) throw new Error("a file of a report was not kept");
      if (!(await store.finish(id, { figures: made.figures, pdf, xlsx }))) throw new Ended();
    } catch (error) {
      for (const { name } of kept) await files.remove(name);
      if (error instanceof Ended && !stopping) return;
      const reason = error instanceof Failure ? error.words : stopping ? interrupted : broken;
      if (reason === broken) log.error({ err: error, report: id }, "a report could not be made");
      await store.end(id, "failed", reason);
    }
  }

  async function keep(bytes: Buffer, extension: "pdf" | "xlsx"): Promise<KeptFile> {
    const watched = { signal: new AbortController().signal, onBytes: () => undefined };
    const incoming = await files.receive(Readable.from([bytes]), mostFileBytes, watched);
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
      const { runId, choices, subject } = row;
      const [kept, stale] = await Promise.all([
        store.findFigures(id),
        runId === null ? 0 : store.countStale(runId),
      ]);
      const figures = kept === null ? null : tellFigures(kept);
      return { ...show(row, language), runId, choices, population: subject.population, figures, stale };
    },

    async show(scope: Scope, id: number, language: Language): Promise<ReportRow> {
      return show(await require(scope, id), language);
    },

    /** Begins a report; what it is made of was settled before. `over` ends with it, whatever becomes of it. */
    async begin(order: ReportOrder): Promise<{ id: number; over: Promise<void> } | null> {
      const subject = await store.findSubject(order.pointId);
      if (subject === undefined) throw noSuchPoint();
      const id = await store.add({
        ...order,
        ...{ subject, node, layout: layoutVersion, madeAt: new Date(now()) },
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
      const { pointId, from, until, ...rest } = body;
      const unitId = await loads.unitOf(caller.scope, pointId);
      if (unitId === undefined) throw noSuchPoint();
      const choices = reportChoices.parse({ ...rest, analytes: [...new Set(rest.analytes)] });
      const order = { unitId, pointId, from, until, choices, madeBy: caller.nickName, scheduleId: null };
      const begun = await this.begin(order);
      if (begun === null) throw new Error("a report of no schedule was taken for one of a schedule");
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
      await Promise.race([begun.over, patience]);
      return show(await require(caller.scope, begun.id), language);
    },

    async cancel(caller: Caller, id: number, language: Language): Promise<ReportRow> {
      await require(caller.scope, id);
      const reason = { en: `Cancelled by ${caller.nickName}.`, zh: `已由 ${caller.nickName} 取消。` };
      if (!(await store.end(id, "cancelled", reason))) throw new Failure("conflict", hasEnded);
      return show(await require(caller.scope, id), language);
    },

    /** Makes it anew from its stored calculation, to compare; nothing of it is kept. */
    async again(scope: Scope, id: number): Promise<ReplyOf<typeof remakeReport>["data"]> {
      const row = await require(scope, id);
      const stored = await store.findFigures(id);
      if (row.state !== "done" || row.runId === null || stored === null)
        throw new Failure("refused", notMade);
      const made = await set(row, row.runId, stored.skipped, async () => {
        if (stopping) throw new Failure("refused", interrupted);
      });
      const pdf = sha256(made.pdf);
      const xlsx = sha256(made.xlsx);
      // The store keeps the figures, not the order in which they were written.
      const hasSameFigures = JSON.stringify(reportFigures.parse(made.figures)) === JSON.stringify(stored);
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
      if (file === null) throw new Failure("refused", row.state === "done" ? lost : notMade);
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

function digestOf({ sha256, bytes }: { sha256: string | null; bytes: number | null }) {
  return sha256 === null || bytes === null ? null : { sha256, bytes };
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function noSuchPoint(): Failure {
  return badField("pointId", { en: "there is no such sampling point", zh: "采样点不存在" });
}

const nothingFound = {
  en: "No load of these analytes can be computed for this span: there is no approved result with a flow.",
  zh: "该日期范围内没有可计算的负荷：没有已批准且有流量的检测结果。",
};
const interrupted = {
  en: "The server was restarted while the report was made; make it again.",
  zh: "生成报告时服务器重新启动，请重新生成。",
};
const broken = {
  en: "The report could not be made; the log of the server tells why.",
  zh: "报告生成失败，原因见服务器日志。",
};
const hasEnded = { en: "The report is not being made any more.", zh: "报告已不在生成中。" };
const notMade = { en: "The report is not made.", zh: "报告尚未生成。" };
const lost = {
  en: "The file of this report is not there any more; make the report again and compare its digest.",
  zh: "报告文件已不存在，请重新生成报告并核对哈希值。",
};
