/**
 * The generator: models of resources, kept on the server, from which the console makes files. Nothing of it writes a
 * file on the server or runs SQL from outside; tables are described by their catalog, never by a row.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { modelArea, modelDraft, resourceModel } from "../generator/resource-model.ts";
import { sheetFacts } from "../generator/sheet-facts.ts";
import { idsInPath } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { paging, searchText } from "../paging.ts";

const may = (verb: string) => permission(`tool:gen:${verb}`);
const path = "/v2/admin/tool/gen";

/** How a model began. */
export const modelOrigin = z.enum(["table", "sheet", "resource", "empty"]);

const modelRow = z.object({
  tableId: z.number().int(),
  table: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  area: modelArea,
  origin: modelOrigin,
  fields: z.number().int(),
  changedAt: epochMs,
  changedBy: z.string(),
});
export type ModelRow = z.infer<typeof modelRow>;

export const listModels = defineCall({
  name: "listModels",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, keyword: searchText }),
  reply: page(modelRow),
});

const drift = z.object({
  change: z.enum(["added", "removed", "kind", "empty", "values", "bounds"]),
  column: z.string(),
});

/** One model, with what differs by now from the table of its name; null where there is no such table. */
export const getModel = defineCall({
  name: "getModel",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      tableId: z.number().int(),
      origin: modelOrigin,
      model: modelDraft,
      drift: z.array(drift).nullable(),
    }),
  ),
});

export const addModel = defineCall({
  name: "addModel",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Add a generated module", zh: "新增生成模块" },
  body: z.object({ origin: modelOrigin, model: resourceModel }),
  reply: data(z.object({ id: z.number().int() })),
});

export const changeModel = defineCall({
  name: "changeModel",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a generated module", zh: "编辑生成模块" },
  body: z.object({ tableId: idInBody, model: resourceModel }),
});

export const removeModels = defineCall({
  name: "removeModels",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  title: { en: "Delete generated modules", zh: "删除生成模块" },
  params: z.object({ ids: idsInPath }),
});

/** What a model may begin with: tables of the platform's own schema, and resources that exist. */
export const listModelSources = defineCall({
  name: "listModelSources",
  method: "GET",
  path: `${path}/source`,
  access: may("add"),
  reply: data(
    z.object({
      tables: z.array(
        z.object({ table: z.string(), comment: z.string().nullable(), columns: z.number().int() }),
      ),
      resources: z.array(
        z.object({ table: z.string(), title: z.object({ en: z.string(), zh: z.string() }) }),
      ),
    }),
  ),
});

const tableName = z
  .string()
  .max(63)
  .regex(/^[a-z_][a-z0-9_]*$/, localized("must be the name of a table", "须为数据表名称"));

/** The model that follows from a table or from a resource; nothing is stored. */
export const startModel = defineCall({
  name: "startModel",
  method: "GET",
  path: `${path}/start`,
  access: may("add"),
  query: z.object({ from: z.enum(["table", "resource"]), table: tableName }),
  reply: data(modelDraft),
});

/** What the columns of a spreadsheet hold, and the model that follows; the file is not kept. */
export const readModelSheet = defineCall({
  name: "readModelSheet",
  method: "POST",
  path: `${path}/sheet`,
  access: may("add"),
  audited: false,
  takes: "file",
  reply: data(z.object({ facts: sheetFacts, model: modelDraft })),
});

/** The files of this installation that a new resource changes, as they are; those that are not there are left out. */
export const getRegistries = defineCall({
  name: "getRegistries",
  method: "GET",
  path: `${path}/registry`,
  access: may("query"),
  reply: data(z.array(z.object({ path: z.string(), text: z.string() }))),
});
