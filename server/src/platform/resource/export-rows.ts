import type { Call } from "@tracewater/contract/call";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { exportFields, type Field, importFields } from "@tracewater/contract/resource/fields";
import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { MadeFiles } from "../files/made-files.ts";
import { sendSheet, tooManyRows } from "../files/send-sheet.ts";
import type { Serve } from "../http/serve-call.ts";
import { type AskedSheet, serveExport } from "../http/serve-export.ts";
import type { Cell } from "../xlsx/sheet-writer.ts";
import type { ResourceDoor, ServedResource } from "./resource-door.ts";

const batch = 1000;

/** Exports and the template of imports. */
export function serveExports<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: ServedResource<Row, Body, Query>,
  door: Pick<ResourceDoor<Row, Body, Query>, "count" | "listAfter">,
  files: MadeFiles,
): void {
  serveExportCalls(serve, resource, door, files);
  serveTemplate(serve, resource, resource.calls.importTemplate, files);
}

/** An empty sheet with the heads of what an import takes. */
export function serveTemplate(
  serve: Serve,
  resource: Pick<AnyResource, "path" | "fields" | "shown" | "words">,
  call: Call,
  files: MadeFiles,
): void {
  serve.stream(call, async ({ language, reply }, caller) => {
    await sendRows(files, resource, importFields(resource), none(), { caller, language, reply });
  });
}

/** What can go out: a list whose fields are declared, also where it is no resource in all else. */
type Exported<Row, Body, Query> = Pick<AnyResource, "path" | "key" | "words" | "fields" | "shown"> & {
  calls: Pick<ServedResource<Row, Body, Query>["calls"], "export" | "exportByForm">;
};

/** The exports alone, where nothing comes in. */
export function serveExportCalls<Row extends Record<string, unknown>, Body, Query extends object>(
  serve: Serve,
  resource: Exported<Row, Body, Query>,
  door: Pick<ResourceDoor<Row, Body, Query>, "count" | "listAfter">,
  files: MadeFiles,
): void {
  const { calls } = resource;

  async function answer(query: Query, asked: AskedSheet): Promise<void> {
    const { caller } = asked;
    if ((await door.count(caller.scope, query)) > mostExportRows) throw tooManyRows();
    const rows = eachRow(resource, (after) => door.listAfter(caller.scope, query, after, batch, caller));
    await sendRows(files, resource, exportFields(resource), rows, asked);
  }

  serveExport(serve, calls.export, calls.exportByForm, answer);
}

async function sendRows(
  files: MadeFiles,
  resource: Pick<AnyResource, "path" | "words">,
  fields: readonly Field[],
  rows: AsyncIterable<Record<string, unknown>>,
  { caller, language, reply }: AskedSheet,
): Promise<void> {
  const words = resource.words[language];
  const thing = thingOf(resource);

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of rows) yield fields.map((field) => cellOf(field, row, words));
  }

  await sendSheet(files, {
    ownerId: caller.userId,
    thing,
    name: `${words["title"] ?? thing}.xlsx`,
    columns: fields.map((field) => ({
      head: headOf(field, words),
      width: field.kind === "text" ? 24 : 16,
    })),
    rows: cells(),
    reply,
  });
}

/** `samplePoint`, the last part of the path. */
export function thingOf(resource: Pick<AnyResource, "path">): string {
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
export function headOf(field: Field, words: Readonly<Record<string, string>>): string {
  const label = words[field.label] ?? field.name;
  return field.unit === undefined ? label : `${label} (${field.unit})`;
}

function cellOf(field: Field, row: Record<string, unknown>, words: Readonly<Record<string, string>>): Cell {
  const value = row[field.nameIn ?? field.name];
  if (value === null || value === undefined) return null;
  if (field.dictionary !== undefined) return words[`${field.dictionary}.${String(value)}`] ?? String(value);
  return typeof value === "number" ? value : String(value);
}
