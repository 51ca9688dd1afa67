/**
 * Results from the files of instruments, as they are: a mapping, kept by name, says which column holds what and in
 * which unit. A file is looked at, read in preview, and stored; whatever is in the database already is left alone.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, fieldError, id, idInBody, page } from "../envelope.ts";
import { idsInPath } from "../id-list.ts";
import { dateTime } from "../moments.ts";
import { blank } from "../paging.ts";
import { assayFlag, assayPhase, assaySource } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";

const may = permission("laboratory:assay:import");
const path = "/v2/admin/assay/sheet";
const text = (max: number) => z.string().trim().max(max);

/** Results that one file may hold. */
export const maxFileResults = 5000;

/** What a column holds. The figures of one analyte may have columns of their own: one row is a sample then. */
export const columnRole = z.enum([
  ...(["sampleNo", "bodyCode", "sampledOn", "pointCode", "analyte", "value", "flag", "lod", "loq"] as const),
  ...(["uncertainty", "recovery", "ionRatio", "retentionTime", "enantiomericFraction", "unit"] as const),
  ...(["phase", "source", "method", "methodVersion"] as const),
  // Of the whole sequence: blanks, standards and control samples become the quality control of a batch.
  ...(["sampleType", "level", "response"] as const),
]);
export type ColumnRole = z.infer<typeof columnRole>;

/** What is reported in a unit, and what may belong to one analyte. */
export const concentrationRoles = [
  "value",
  "lod",
  "loq",
  "uncertainty",
  "level",
] as const satisfies ColumnRole[];
export const valueRoles = [
  ...concentrationRoles,
  ...(["flag", "recovery", "ionRatio", "retentionTime", "enantiomericFraction"] as const),
] as const satisfies ColumnRole[];

export const concentrationUnit = z.enum(["ng/L", "ug/L"]);
export type ConcentrationUnit = z.infer<typeof concentrationUnit>;

export const mappedColumn = z.object({
  /** As it is over the column. */
  head: text(200).min(1),
  role: columnRole,
  /** Whose figures they are, where a row is a sample. */
  analyte: analyteName.nullable().default(null),
  /** Of concentrations alone. */
  unit: concentrationUnit.nullable().default(null),
});
export type MappedColumn = z.infer<typeof mappedColumn>;

const written = {
  name: text(60).min(1),
  instrument: text(60).default(""),
  columns: z.array(mappedColumn).min(2).max(200),
  /** What the file calls an analyte, where it is none of the names that are known. */
  analytes: z
    .array(z.object({ name: text(100).min(1), analyte: analyteName }))
    .max(100)
    .default([]),
  /** What is before the decimals. */
  decimal: z.enum([".", ","]).default("."),
  /** For all rows, where there is no column for it. */
  phase: assayPhase.default("liquid"),
  source: assaySource.default("lcms"),
  method: text(100).default(""),
  methodVersion: text(40).default(""),
};

const mappingBody = z.object(written).superRefine(({ columns }, context) => {
  for (const { path: at, en, zh } of faultsOfColumns(columns)) {
    context.addIssue({ code: "custom", path: ["columns", ...at], message: localized(en, zh) });
  }
});

type ColumnFault = { path: (string | number)[]; en: string; zh: string };

/** What is wrong with columns as a whole: a file that they map must say whose result each figure is. */
export function faultsOfColumns(columns: readonly MappedColumn[]): ColumnFault[] {
  const faults: ColumnFault[] = [];
  const has = (role: ColumnRole) => columns.some((one) => one.role === role);
  const isWide = columns.some((one) => one.analyte !== null);
  const add = (path: (string | number)[], en: string, zh: string) => faults.push({ path, en, zh });
  if (!has("sampleNo") && !(has("bodyCode") && has("sampledOn"))) {
    add(
      [],
      "map the sample number column, or the bottle and date columns",
      "须指定样品编号列，或采样瓶与采样日期列",
    );
  }
  if (!has("value")) add([], "map the value column", "须指定浓度列");
  if (!isWide && !has("analyte"))
    add(
      [],
      "map the analyte column, or select an analyte for each value column",
      "须指定目标物列，或为各浓度列指定目标物",
    );
  const seen = new Set<string>();
  for (const [at, { head, role, analyte, unit }] of columns.entries()) {
    const isConcentration = concentrationRoles.some((one) => one === role);
    const isValueRole = valueRoles.some((one) => one === role);
    if (isConcentration && unit === null) add([at, "unit"], "select the unit", "请选择单位");
    if (!isConcentration && unit !== null)
      add([at, "unit"], "only concentration columns have a unit", "仅浓度类列有单位");
    if (analyte !== null && !isValueRole)
      add([at, "analyte"], "only value columns can have an analyte", "仅数值类列可指定目标物");
    if (isWide && role === "analyte")
      add(
        [at, "role"],
        "value columns already have analytes; remove the analyte column",
        "已按目标物分列，不能再有目标物列",
      );
    if (isWide && role === "value" && analyte === null)
      add([at, "analyte"], "select the analyte", "请选择目标物");
    for (const key of [`head ${head}`, `${role} ${analyte ?? ""}`]) {
      if (seen.has(key)) add([at, key.startsWith("head") ? "head" : "role"], "is used twice", "重复");
      seen.add(key);
    }
  }
  return faults;
}

export const instrumentFileMapping = z.object({
  mappingId: z.number().int(),
  unitName: z.string(),
  ...written,
  changedAt: dateTime,
  changedBy: z.string(),
});
export type InstrumentFileMapping = z.infer<typeof instrumentFileMapping>;

export const listSheetMappings = defineCall({
  name: "listSheetMappings",
  method: "GET",
  path: `${path}/mapping/list`,
  access: may,
  reply: page(instrumentFileMapping),
});

export const addSheetMapping = defineCall({
  name: "addSheetMapping",
  method: "POST",
  path: `${path}/mapping`,
  access: may,
  title: { en: "Add a result file mapping", zh: "新增结果文件映射" },
  body: mappingBody,
  reply: data(z.object({ id: z.number().int() })),
});

export const changeSheetMapping = defineCall({
  name: "changeSheetMapping",
  method: "PUT",
  path: `${path}/mapping`,
  access: may,
  title: { en: "Edit a result file mapping", zh: "编辑结果文件映射" },
  body: z.intersection(z.object({ mappingId: idInBody }), mappingBody),
});

export const removeSheetMappings = defineCall({
  name: "removeSheetMappings",
  method: "DELETE",
  path: `${path}/mapping/:ids`,
  access: may,
  title: { en: "Delete result file mappings", zh: "删除结果文件映射" },
  params: z.object({ ids: idsInPath }),
});

/** Layouts of vendors' programs that are recognised; their rows are read as one for each sample and compound. */
const vendorLayout = z.enum(["massHunter", "sciexOs", "targetLynx", "mzTabM"]);
export type VendorLayout = z.infer<typeof vendorLayout>;

/** How a file was read. */
const fileFields = {
  format: z.enum(["xlsx", "csv"]),
  encoding: z.enum(["utf-8", "utf-16le", "gb18030"]).nullable(),
  delimiter: z.enum([",", ";", "\t", "|"]).nullable(),
};

/** The heads of a file with its first rows, a first guess of its mapping, and the kept ones that fit it. */
export const lookAtSheet = defineCall({
  name: "lookAtSheet",
  method: "POST",
  path: `${path}/look`,
  access: may,
  audited: false,
  takes: "file",
  reply: data(
    z.object({
      ...fileFields,
      headRow: z.number().int(),
      heads: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      guess: z.array(mappedColumn),
      decimal: z.enum([".", ","]),
      layout: vendorLayout.nullable(),
      fitting: z.array(z.number().int()),
    }),
  ),
});

const figure = z.string().nullable();

/** A result as it was read from a row, with what becomes of it. */
export const instrumentFileRow = z.object({
  /** The line of the file, the first being 1. */
  row: z.number().int(),
  sampleNo: z.string(),
  bodyCode: z.string(),
  sampledOn: z.string(),
  pointCode: z.string(),
  /** What the file calls it; known where `analyte` is. */
  analyteGiven: z.string(),
  analyte: analyteName.nullable(),
  /** The cell of the value as it is in the file, and its unit. */
  given: z.string(),
  givenUnit: z.string(),
  /** μg/L, digit by digit. */
  value: figure,
  flag: assayFlag.nullable(),
  lod: figure,
  loq: figure,
  uncertainty: figure,
  recovery: z.number().nullable(),
  ionRatio: z.number().nullable(),
  retentionTime: z.number().nullable(),
  enantiomericFraction: z.number().nullable(),
  /** `same` is in the database already, `differs` with other figures; both are left alone. */
  ending: z.enum(["new", "same", "differs", "faulty"]),
  /** By the names of the fields above. */
  faults: z.array(fieldError),
});
export type InstrumentFileRow = z.infer<typeof instrumentFileRow>;

const counts = {
  read: z.number().int(),
  fresh: z.number().int(),
  same: z.number().int(),
  differs: z.number().int(),
  faulty: z.number().int(),
  /** Measurements of blanks, standards and control samples. */
  controls: z.number().int(),
  /** What is left out with its reason, to be fetched by `/common/download`; null where there is nothing of it. */
  errorsFile: z.string().nullable(),
};

/**
 * With a batch: results are of its run, those outside its calibration are refused, and the controls of the file become
 * its quality control, once.
 */
const importQuery = z.object({ mappingId: id, batchId: blank(id) });

/** Everything that storing does, but for the storing. It leaves a file of faults. */
export const previewSheet = defineCall({
  name: "previewSheet",
  method: "POST",
  path: `${path}/preview`,
  access: may,
  title: { en: "Preview a file of results", zh: "预览结果文件" },
  takes: "file",
  query: importQuery,
  reply: data(
    z.object({
      ...fileFields,
      ...counts,
      rows: z.array(instrumentFileRow),
      /** When this very file was stored before. */
      before: z.object({ at: dateTime, by: z.string() }).nullable(),
    }),
  ),
});

/**
 * Results without a fault become drafts of who imports them, or with `submit` go to review at once; a file that comes
 * twice adds nothing.
 */
export const storeSheet = defineCall({
  name: "storeSheet",
  method: "POST",
  path: `${path}/store`,
  access: may,
  title: { en: "Import a result file", zh: "导入结果文件" },
  takes: "file",
  query: importQuery.extend({ submit: z.enum(["0", "1"]).default("0") }),
  reply: data(z.object(counts)),
});
