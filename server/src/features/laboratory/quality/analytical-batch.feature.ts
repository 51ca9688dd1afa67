import { once } from "node:events";
import { createWriteStream } from "node:fs";
import {
  type AnalyticalBatch,
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
  type ChartKind,
  exportControlChart,
  getAssayBatch,
  getControlChart,
  listAssayBatches,
  listControlCharts,
  removeAssayBatch,
  removeControlResults,
  setControlLimits,
} from "@tracewater/contract/laboratory/analytical-batches";
import { getRunFile, listInstrumentEvents } from "@tracewater/contract/laboratory/instrument-runs";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { sendTable } from "../../../platform/files/send-file.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { type Cell, openWorkbook } from "../../../platform/xlsx/workbook-writer.ts";
import type { AnalyticalBatchService } from "./analytical-batch.service.ts";
import type { ChartService } from "./chart.service.ts";
import type { InstrumentRunService } from "./instrument-run.service.ts";

type Parts = {
  batches: AnalyticalBatchService;
  runs: InstrumentRunService;
  charts: ChartService;
  files: ExportFiles;
  printMoment: PrintMoment;
};

export function serveQuality(serve: Serve, parts: Parts): void {
  const { batches } = parts;
  serve.forCaller(listAssayBatches, ({ query }, caller) => batches.list(caller, query));
  serve.forCaller(listInstrumentEvents, ({ query }, caller) => parts.runs.list(caller, query));
  serve.forCaller(getAssayBatch, async ({ params }, caller) => ({
    data: await batches.read(caller.scope, params.id),
  }));

  serve.stream(getRunFile, async ({ params, reply }, caller) => {
    await batches.find(caller.scope, params.id);
    const { file, type, name } = await parts.runs.openFile(params.id);
    const { size } = await file.stat();
    const encoded = encodeURIComponent(name);
    reply
      .type(type)
      .header("content-length", size)
      .header("content-disposition", `attachment; filename*=UTF-8''${encoded}`)
      .header("download-filename", encoded)
      .header("content-security-policy", "default-src 'none'; sandbox");
    reply.send(file.createReadStream());
  });

  serve.forCaller(addAssayBatch, async ({ body, audit }, caller) => {
    const id = await batches.add(caller, body);
    const after = await batches.find(caller.scope, id);
    audit({ subject: auditSubject(after), after: { ...after, criteria: body.criteria } });
    return { data: { id } };
  });
  serve.forCaller(removeAssayBatch, async ({ params, audit }, caller) => {
    const before = await batches.remove(caller.scope, params.id);
    audit({ subject: auditSubject(before), before });
    return {};
  });
  serve.forCaller(addControlResults, async ({ body, audit }, caller) => {
    await batches.addResults(caller, body);
    audit({
      subject: auditSubject(await batches.find(caller.scope, body.batchId)),
      after: { results: body.results },
    });
    return {};
  });
  serve.forCaller(removeControlResults, async ({ params, audit }, caller) => {
    for (const before of await batches.removeResults(caller.scope, params.ids)) {
      audit({ subject: auditSubject(before), before: { results: params.ids } });
    }
    return {};
  });
  serve.forCaller(assignAssayBatch, async ({ body, audit }, caller) => {
    const before = await batches.assign(caller, body);
    const subject =
      body.batchId === null
        ? { kind: "assayBatch", id: 0, unitId: caller.unitId }
        : auditSubject(await batches.find(caller.scope, body.batchId));
    const after = body.ids.map((id) => ({ id, batchId: body.batchId }));
    audit({ subject, before: { assays: before }, after: { assays: after } });
    return {};
  });
  serveCharts(serve, parts);
}

function serveCharts(serve: Serve, { charts, files, printMoment }: Parts): void {
  serve.forCaller(listControlCharts, ({ query }, caller) => charts.list(caller, query));
  serve.forCaller(getControlChart, async ({ query }, caller) => ({
    data: await charts.read(caller.scope, query),
  }));
  serve.forCaller(setControlLimits, async ({ body, audit }, caller) => {
    const { before, after } = await charts.setLimits(caller, body);
    const name = `${body.analyte} ${body.instrument} ${body.material}`;
    audit({ subject: { kind: "controlChart", id: 0, name, unitId: body.unitId }, before, after });
    return {};
  });
  serve.export(exportControlChart, async ({ query, language, reply }, caller) => {
    const { points, limits, analyte, material, kind } = await charts.read(caller.scope, query);
    const heads = chartHeads(kind)[language];
    const rows = points.map((one): Cell[] => [
      ...[one.batchNo, printMoment(new Date(one.at)), one.value],
      ...[limits?.mean ?? null, limits?.deviation ?? null, one.z, one.rules.join(" ")],
    ]);
    const file = await files.plan(caller.userId, "controlChart", query.format);
    if (query.format === "csv") await writeCsv(file.path, [heads, ...rows]);
    else {
      const sheet = await openWorkbook(
        file.path,
        heads.map((head) => ({ head, width: 20 })),
      );
      for (const row of rows) await sheet.add(row);
      await sheet.close();
    }
    const opened = await files.open(caller.userId, file.name, true);
    if (opened === null) throw new Error("a file created a moment ago is missing");
    await sendTable(reply, opened, `${[analyte, material || kind].join(" ")}.${query.format}`, query.format);
  });
}

function chartHeads(kind: ChartKind) {
  const unit = kind === "control" || kind === "blank" ? "μg/L" : "%";
  return {
    en: ["Batch", "Run time", `Value (${unit})`, `Mean (${unit})`, `s (${unit})`, "z", "Rules violated"],
    zh: [
      "分析批",
      "运行时间",
      `测定值 (${unit})`,
      `均值 (${unit})`,
      `标准差 (${unit})`,
      "z 值",
      "违反的规则",
    ],
  };
}

/** With its mark, so that spreadsheets take it for UTF-8; what would be a formula there is a text. */
async function writeCsv(path: string, rows: readonly (readonly Cell[])[]): Promise<void> {
  const out = createWriteStream(path, { mode: 0o600 });
  out.write("\ufeff");
  for (const row of rows) out.write(`${row.map(csvCell).join(",")}\r\n`);
  out.end();
  await once(out, "close");
}

function csvCell(cell: Cell): string {
  const text = cell === null ? "" : String(cell);
  const safe = typeof cell === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function auditSubject({ batchId, batchNo, unitId }: AnalyticalBatch): AuditChange["subject"] {
  return { kind: "assayBatch", id: batchId, name: batchNo, unitId };
}
