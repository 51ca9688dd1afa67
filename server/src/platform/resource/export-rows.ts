import type { Call } from "@tracewater/contract/call";
import type { AnyResource } from "@tracewater/contract/resource/define-resource";
import { exportFields, type Field, importFields } from "@tracewater/contract/resource/fields";
import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import type { Caller } from "../caller.ts";
import { Failure } from "../failure.ts";
import type { MadeFiles } from "../files/made-files.ts";
import { sendXlsx } from "../files/send-file.ts";
import type { Serve } from "../http/serve-call.ts";
import type { Language } from "../words.ts";
import { type Cell, openSheet } from "../xlsx/sheet-writer.ts";
import type { ResourceDoor, ServedResource } from "./resource-door.ts";

const batch = 1000;

type Asked = { caller: Caller; language: Language; reply: FastifyReply };

/**
 * Exports and the template of imports. A file is written whole before its first byte is sent: whatever goes wrong
 * is still answered in JSON, and a slow reader holds no connection to the store.
 */
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
    const fields = importFields(resource);
    const file = await files.plan(caller.userId, thingOf(resource));
    await writeRows({ path: file.path, resource, fields, rows: none(), language });
    await sendMade(files, resource, file.name, { caller, language, reply });
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

  async function answer(query: Query, { caller, language, reply }: Asked): Promise<void> {
    if ((await door.count(caller.scope, query)) > mostExportRows) throw tooMany();
    const rows = eachRow(resource, (after) => door.listAfter(caller.scope, query, after, batch, caller));
    const fields = exportFields(resource);
    const file = await files.plan(caller.userId, thingOf(resource));
    try {
      await writeRows({ path: file.path, resource, fields, rows, language });
    } catch (error) {
      await files.discard(file.path);
      throw error;
    }
    await sendMade(files, resource, file.name, { caller, language, reply });
  }

  serve.stream(calls.export, ({ query, language, reply }, caller) =>
    answer(query, { caller, language, reply }),
  );
  serve.stream(calls.exportByForm, ({ body, language, reply }, caller) =>
    answer(body, { caller, language, reply }),
  );
}

async function sendMade(
  files: MadeFiles,
  { path, words }: Pick<AnyResource, "path" | "words">,
  name: string,
  { caller, language, reply }: Asked,
): Promise<void> {
  const opened = await files.open(caller.userId, name, true);
  if (opened === null) throw new Error("a file that was made a moment ago is gone");
  await sendXlsx(reply, opened, `${words[language]["title"] ?? thingOf({ path })}.xlsx`);
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

async function writeRows(work: {
  path: string;
  resource: Pick<AnyResource, "words">;
  fields: readonly Field[];
  rows: AsyncIterable<Record<string, unknown>>;
  language: Language;
}): Promise<void> {
  const words = work.resource.words[work.language];
  const columns = work.fields.map((field) => ({
    head: headOf(field, words),
    width: field.kind === "text" ? 24 : 16,
  }));
  const sheet = await openSheet(work.path, columns);
  for await (const row of work.rows) {
    await sheet.add(work.fields.map((field) => cellOf(field, row, words)));
  }
  await sheet.close();
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

function tooMany(): Failure {
  return new Failure("refused", {
    en: `These are more than ${mostExportRows} rows; narrow the search first.`,
    zh: `数据超过 ${mostExportRows} 行，请先缩小查询范围。`,
  });
}
