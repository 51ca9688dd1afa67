import { once } from "node:events";
import { createWriteStream } from "node:fs";
import {
  addAssayBatch,
  addControlResults,
  assignAssayBatch,
  type Batch,
  exportControlChart,
  getAssayBatch,
  getControlChart,
  listAssayBatches,
  listControlCharts,
  removeAssayBatch,
  removeControlResults,
  setControlLimits,
} from "@tracewater/contract/laboratory/batches";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { sendTable } from "../../../platform/files/send-file.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { type Cell, openSheet } from "../../../platform/xlsx/sheet-writer.ts";
import type { BatchService } from "./batch.service.ts";
import type { ChartService } from "./chart.service.ts";

type Parts = { batches: BatchService; charts: ChartService; files: MadeFiles; printMoment: PrintMoment };

export function serveQuality(serve: Serve, parts: Parts): void {
  const { batches } = parts;
  serve.forCaller(listAssayBatches, ({ query }, caller) => batches.list(caller, query));
  serve.forCaller(getAssayBatch, async ({ params }, caller) => ({
    data: await batches.read(caller.scope, params.id),
  }));

  serve.forCaller(addAssayBatch, async ({ body, note }, caller) => {
    const id = await batches.add(caller, body);
    const after = await batches.find(caller.scope, id);
    note({ thing: thingOf(after), after: { ...after, criteria: body.criteria } });
    return { data: { id } };
  });
  serve.forCaller(removeAssayBatch, async ({ params, note }, caller) => {
    const before = await batches.remove(caller.scope, params.id);
    note({ thing: thingOf(before), before });
    return {};
  });
  serve.forCaller(addControlResults, async ({ body, note }, caller) => {
    await batches.addResults(caller, body);
    note({
      thing: thingOf(await batches.find(caller.scope, body.batchId)),
      after: { results: body.results },
    });
    return {};
  });
  serve.forCaller(removeControlResults, async ({ params, note }, caller) => {
    for (const before of await batches.removeResults(caller.scope, params.ids)) {
      note({ thing: thingOf(before), before: { results: params.ids } });
    }
    return {};
  });
  serve.forCaller(assignAssayBatch, async ({ body, note }, caller) => {
    const before = await batches.assign(caller, body);
    const thing =
      body.batchId === null
        ? { kind: "assayBatch", id: 0, unitId: caller.unitId }
        : thingOf(await batches.find(caller.scope, body.batchId));
    const after = body.ids.map((id) => ({ id, batchId: body.batchId }));
    note({ thing, before: { assays: before }, after: { assays: after } });
    return {};
  });
  serveCharts(serve, parts);
}

function serveCharts(serve: Serve, { charts, files, printMoment }: Parts): void {
  serve.forCaller(listControlCharts, ({ query }, caller) => charts.list(caller, query));
  serve.forCaller(getControlChart, async ({ query }, caller) => ({
    data: await charts.read(caller.scope, query),
  }));
  serve.forCaller(setControlLimits, async ({ body, note }, caller) => {
    const { before, after } = await charts.setLimits(caller, body);
    const name = `${body.analyte} ${body.instrument} ${body.material}`;
    note({ thing: { kind: "controlChart", id: 0, name, unitId: body.unitId }, before, after });
    return {};
  });
  serve.stream(exportControlChart, async ({ query, language, reply }, caller) => {
    const { points, limits, analyte, material } = await charts.read(caller.scope, query);
    const heads = chartHeads[language];
    const rows = points.map((one): Cell[] => [
      ...[one.batchNo, printMoment(new Date(one.at)), one.value],
      ...[limits?.mean ?? null, limits?.deviation ?? null, one.z, one.rules.join(" ")],
    ]);
    const file = await files.plan(caller.userId, "controlChart", query.format);
    if (query.format === "csv") await writeCsv(file.path, [heads, ...rows]);
    else {
      const sheet = await openSheet(
        file.path,
        heads.map((head) => ({ head, width: 20 })),
      );
      for (const row of rows) await sheet.add(row);
      await sheet.close();
    }
    const opened = await files.open(caller.userId, file.name, true);
    if (opened === null) throw new Error("a file that was made a moment ago is gone");
    await sendTable(reply, opened, `${analyte} ${material}.${query.format}`, query.format);
  });
}

const chartHeads = {
  en: ["Batch", "Run at", "Value (μg/L)", "Mean (μg/L)", "s (μg/L)", "z", "Westgard rules"],
  zh: ["批次号", "运行时间", "测定值 (μg/L)", "均值 (μg/L)", "标准差 (μg/L)", "z 值", "Westgard 规则"],
};

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

function thingOf({ batchId, batchNo, unitId }: Batch): CallNote["thing"] {
  return { kind: "assayBatch", id: batchId, name: batchNo, unitId };
}
