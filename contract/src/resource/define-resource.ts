import { z } from "zod";
import { type Call, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInPath } from "../id-list.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { type TimeSpan, timeSpan } from "../time-span.ts";
import { exactFields, filterFields, keywordFields, sortableFields } from "./fields.ts";
import { importProgress } from "./imports.ts";

/** Words of a resource in both languages; the same keys in each. */
export type ResourceLabels<K extends string = string> = {
  en: Readonly<Record<K, string>>;
  zh: Readonly<Record<K, string>>;
};

/** Paging, sorting, the keyword, the span in which a row was added, and a filter for each field that declares one. */
export type ListQuery<F extends z.core.$ZodShape> = {
  pageNum: number;
  pageSize: number;
  orderByColumn?: string | undefined;
  isAsc?: "asc" | "desc" | undefined;
  keyword?: string | undefined;
} & TimeSpan & { [K in keyof F]?: z.output<F[K]> | undefined };

type ListInput<F extends z.core.$ZodShape> = {
  pageNum?: number | string | undefined;
  pageSize?: number | string | undefined;
  orderByColumn?: string | undefined;
  isAsc?: string | undefined;
  keyword?: string | undefined;
  beginTime?: string | number | undefined;
  endTime?: string | number | undefined;
} & { [K in keyof F]?: z.output<F[K]> | undefined };

/**
 * A plain list with a form, declared once: its calls are made from it here, its columns, forms and files are
 * read from it by `fields.ts`. Tables stay declared in SQL; a test holds the two against each other.
 */
export function defineResource<
  const Key extends string,
  F extends z.core.$ZodShape,
  S extends z.core.$ZodShape,
  const W extends string,
>(declared: {
  /** What its calls are called after: `{ one: "SamplingPoint", many: "SamplingPoints" }`. */
  names: { one: string; many: string };
  path: string;
  /** Permissions are `<this>:<verb>`. */
  permission: string;
  table: string;
  key: Key;
  /** The field by which people know one, unique in the database. */
  unique: keyof F & string;
  /** Where it is unique only among the rows that have the same value of this field. */
  within?: keyof F & string;
  /** The field that holds the unit a row belongs to; null where rows belong to none. */
  unit: (keyof F & string) | null;
  /** What is written. */
  fields: F;
  /** What the server adds when it is read. */
  shown: S;
  labels: ResourceLabels<W>;
}) {
  const { fields, shown, key } = declared;
  const keyShape = { [key]: idInBody } as Record<Key, z.ZodNumber>;
  const body = z.object(fields);
  const row = z.object({ ...keyShape, ...fields, ...shown });
  const change = z.object({ ...keyShape, ...fields });
  return { ...declared, body, row, change, calls: makeCalls({ ...declared, body, row, change }) };
}

type Shapes<B extends z.ZodType, R extends z.ZodType, C extends z.ZodType, F extends z.core.$ZodShape> = {
  names: { one: string; many: string };
  path: string;
  permission: string;
  fields: F;
  shown: z.core.$ZodShape;
  labels: ResourceLabels;
  body: B;
  row: R;
  change: C;
};

function makeCalls<B extends z.ZodType, R extends z.ZodType, C extends z.ZodType, F extends z.core.$ZodShape>(
  resource: Shapes<B, R, C, F>,
) {
  const { names, path, row } = resource;
  const may = (verb: string) => permission(`${resource.permission}:${verb}`);
  const title = titles(resource);
  const query = listQuery(resource);
  return {
    list: defineCall({
      name: `list${names.many}`,
      method: "GET",
      path: `${path}/list`,
      access: may("list"),
      query,
      reply: page(row),
    }),
    get: defineCall({
      name: `get${names.one}`,
      method: "GET",
      path: `${path}/:id`,
      access: may("query"),
      params: z.object({ id }),
      reply: data(row),
    }),
    add: defineCall({
      name: `add${names.one}`,
      method: "POST",
      path,
      access: may("add"),
      title: title("Add", "新增"),
      body: resource.body,
      reply: data(z.object({ id: z.number().int() })),
    }),
    change: defineCall({
      name: `change${names.one}`,
      method: "PUT",
      path,
      access: may("edit"),
      title: title("Edit", "编辑"),
      body: resource.change,
    }),
    remove: defineCall({
      name: `remove${names.many}`,
      method: "DELETE",
      path: `${path}/:ids`,
      access: may("remove"),
      title: title("Delete", "删除"),
      params: z.object({ ids: idsInPath }),
    }),
    ...makeFileCalls(resource, query),
  };
}

type Titled = { labels: ResourceLabels };

/** `Export sampling points`, `导出采样点`: the verb before what the resource is called. */
function titles({ labels }: Titled) {
  const { en, zh } = labels;
  const things = (en["title"] ?? "rows").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return (verbEn: string, verbZh: string) => ({
    en: `${verbEn} ${things}`,
    zh: `${verbZh}${zh["title"] ?? "数据"}`,
  });
}

function makeFileCalls<Q extends z.ZodType>(
  resource: { names: { many: string }; path: string; permission: string } & Titled,
  query: Q,
) {
  const { names, path, permission: thing } = resource;
  const title = titles(resource);
  const may = (verb: string) => permission(`${thing}:${verb}`);
  const one = z.object({ id: z.string().max(64) });
  return {
    ...defineExport({
      name: `export${names.many}`,
      path: `${path}/export`,
      access: may("export"),
      title: title("Export", "导出"),
      query,
    }),
    import: defineCall({
      name: `import${names.many}`,
      method: "POST",
      path: `${path}/importData`,
      access: may("import"),
      title: title("Import", "导入"),
      takes: "file",
      query: z.object({ updateSupport: z.enum(["0", "1"]).default("0") }),
      reply: data(importProgress),
    }),
    getImport: defineCall({
      name: `getImportOf${names.many}`,
      method: "GET",
      path: `${path}/importData/:id`,
      access: may("import"),
      params: one,
      reply: data(importProgress),
    }),
    cancelImport: defineCall({
      name: `cancelImportOf${names.many}`,
      method: "DELETE",
      path: `${path}/importData/:id`,
      access: may("import"),
      title: title("Cancel the import of", "取消导入"),
      params: one,
      reply: data(importProgress),
    }),
    importTemplate: defineCall({
      name: `importTemplateOf${names.many}`,
      method: "POST",
      path: `${path}/importTemplate`,
      access: may("import"),
      title: title("Download the import template for", "下载导入模板："),
      takes: "form",
      answers: "file",
    }),
  };
}

function listQuery<F extends z.core.$ZodShape>(resource: { fields: F; shown: z.core.$ZodShape }) {
  const [first = "-", ...others] = sortableFields(resource).map((one) => one.name);
  const filters = filterFields(resource).map((one) => [
    one.name,
    blank(one.kind === "choice" ? choice(one.options) : id),
  ]);
  const texts = [...keywordFields(resource), ...exactFields(resource)];
  const schema: z.ZodType = z.object({
    ...paging,
    ...sorting([first, ...others]),
    keyword: searchText,
    ...timeSpan,
    ...Object.fromEntries(filters),
    ...Object.fromEntries(texts.map((one) => [one.name, searchText])),
  });
  return schema as z.ZodType<ListQuery<F>, ListInput<F>>; // the filters' names are known at run time only
}

/** Clients of the family send flags of yes and no as letters. */
function choice(options: readonly string[]): z.ZodType {
  const letters = new Map([
    ["Y", "0"],
    ["N", "1"],
  ]);
  if (options.join() !== "0,1") return z.enum(options);
  return z.preprocess((value) => letters.get(String(value)) ?? value, z.enum(options));
}

/** Any resource, for parts that read declarations. */
export type AnyResource = {
  path: string;
  permission: string;
  table: string;
  key: string;
  unique: string;
  within?: string;
  unit: string | null;
  fields: z.core.$ZodShape;
  shown: z.core.$ZodShape;
  labels: ResourceLabels;
  calls: Record<ResourceVerb, Call>;
};

export type ResourceVerb =
  | "list"
  | "get"
  | "add"
  | "change"
  | "remove"
  | "export"
  | "exportByForm"
  | "import"
  | "getImport"
  | "cancelImport"
  | "importTemplate";
