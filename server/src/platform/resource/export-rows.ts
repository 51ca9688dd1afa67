import type { Call } from "@tracewater/contract/call";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { exportFields, type Field, importFields } from "@tracewater/contract/resource/fields";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import type { ExportFiles } from "../files/export-files.ts";
import { sendWorkbook, tooManyRows } from "../files/send-workbook.ts";
import type { Serve } from "../http/serve-call.ts";
import { type ExportRequest, serveExport } from "../http/serve-export.ts";
import type { Cell } from "../xlsx/workbook-writer.ts";
import type { ResourceService, ServedResource } from "./resource-service.ts";

/** A few milliseconds of reading. */
const batch = 250;

/** Exports and the template of imports. */
export function serveExports<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: ServedResource<Row, Body, Query>,
  service: Pick<ResourceService<Row, Body, Query>, "count" | "listAfter">,
  files: ExportFiles,
): void {
  serveExportCalls(serve, resource, service, files);
  serveTemplate(serve, resource, resource.calls.importTemplate, files);
}

/** An empty sheet with the heads of what an import takes. */
export function serveTemplate(
  serve: Serve,
  resource: Pick<AnyResource, "path" | "fields" | "shown" | "labels">,
  call: Call,
  files: ExportFiles,
): void {
  serve.export(call, async ({ language, reply }, caller) => {
    await sendRows(files, resource, importFields(resource), none(), { caller, language, reply });
  });
}

/** What can go out: a list whose fields are declared, also where it is no resource in all else. */
type Exported<Row, Body, Query> = Pick<AnyResource, "path" | "key" | "labels" | "fields" | "shown"> & {
  calls: Pick<ServedResource<Row, Body, Query>["calls"], "export" | "exportByForm">;
};

/** The exports alone, where nothing comes in. */
export function serveExportCalls<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: Exported<Row, Body, Query>,
  service: Pick<ResourceService<Row, Body, Query>, "count" | "listAfter">,
  files: ExportFiles,
): void {
  const { calls } = resource;

  async function answer(query: Query, asked: ExportRequest): Promise<void> {
    const { caller } = asked;
    if ((await service.count(caller.scope, query)) > maxExportRows) throw tooManyRows();
    const rows = eachRow(resource, (after) => service.listAfter(caller.scope, query, after, batch, caller));
    await sendRows(files, resource, exportFields(resource), rows, asked);
  }

  serveExport(serve, calls.export, calls.exportByForm, answer);
}

async function sendRows(
  files: ExportFiles,
  resource: Pick<AnyResource, "path" | "labels">,
  fields: readonly Field[],
  rows: AsyncIterable<Record<string, unknown>>,
  { caller, language, reply }: ExportRequest,
): Promise<void> {
  const labels = resource.labels[language];
  const subject = auditSubject(resource);

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of rows) yield fields.map((field) => cellOf(field, row, labels));
  }

  await sendWorkbook(files, {
    ownerId: caller.userId,
    subject,
    name: `${labels["title"] ?? subject}.xlsx`,
    columns: fields.map((field) => ({
      head: headOf(field, labels),
      width: field.kind === "text" ? 24 : 16,
    })),
    rows: cells(),
    reply,
  });
}

/** `samplePoint`, the last part of the path. */
export function auditSubject(resource: Pick<AnyResource, "path">): string {
  return resource.path.split("/").at(-1) ?? "rows";
}

async function* none(): AsyncGenerator<Record<string, unknown>> {}

async function* eachRow<Row extends Record<string, unknown>>(
  resource: Pick<AnyResource, "key">,
  read: (afterId: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < batch) return;
    after = Number(rows.at(-1)?.[resource.key]);
  }
}

/** The word over a column, with its unit: `Design flow (m³/d)`. */
export function headOf(field: Field, labels: Readonly<Record<string, string>>): string {
  const label = labels[field.label] ?? field.name;
  return field.unit === undefined ? label : `${label} (${field.unit})`;
}

function cellOf(field: Field, row: Record<string, unknown>, labels: Readonly<Record<string, string>>): Cell {
  const value = row[field.nameIn ?? field.name];
  if (value === null || value === undefined) return null;
  if (field.dictionary !== undefined) return labels[`${field.dictionary}.${String(value)}`] ?? String(value);
  return typeof value === "number" ? value : String(value);
}
