/**
 * The model of a resource: all that its files are generated from. Names follow patterns, texts are data; what a
 * declaration of a resource cannot say, no model can either.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { menuIcons } from "../system/menu-icons.ts";
import { quote, widthOf } from "./layout.ts";
import { camel, columnName, isFreeInCode, isFreeInQueries, isFreeInSql, kebab, plural } from "./names.ts";

export const modelArea = z.enum(["system", "fleet", "field", "laboratory", "evidence"]);
export type ModelArea = z.infer<typeof modelArea>;

/** The roles that see the directory of each area in the menu: a page below it is for no others. */
export const rolesOfArea: Readonly<Record<ModelArea, readonly string[]>> = {
  system: ["unitAdmin", "auditor"],
  fleet: ["viewer", "operator", "engineer", "unitAdmin", "auditor"],
  field: ["viewer", "operator", "engineer", "unitAdmin", "auditor", "analyst", "reviewer"],
  laboratory: ["viewer", "operator", "engineer", "unitAdmin", "auditor", "analyst", "reviewer"],
  evidence: ["unitAdmin", "custodian", "analyst", "reviewer", "auditor"],
};

export const modelVerbs = ["query", "add", "edit", "remove", "export", "import"] as const;
export type ModelVerb = (typeof modelVerbs)[number];

const named = (pattern: RegExp, max: number, en: string, zh: string) =>
  z.string().max(max).regex(pattern, localized(en, zh));
const fieldPattern = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/;
const reservedName = localized("is a reserved name, choose another one", "为保留名称，请更换");

const modelName = named(
  /^[A-Z][a-z0-9]+([A-Z][a-z0-9]+)*$/,
  22,
  "must be words with capital initials: SamplingPoint",
  "须为首字母大写的单词：SamplingPoint",
).refine((name) => isFreeInCode(name) && isFreeInCode(camel(name)), reservedName);

const fieldNameText = named(
  fieldPattern,
  30,
  "must begin with a small letter and have letters and digits: designFlow",
  "须以小写字母开头，仅含字母和数字：designFlow",
).refine((name) => isFreeInSql(columnName(name)) && isFreeInQueries(name), reservedName);

/** A label or a sentence, at most so many columns wide as files have it. No character that is not seen. */
const shownText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(
      (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(text),
      localized("contains characters that are not visible", "含有不可见字符"),
    )
    .refine(
      (text) => Math.max(widthOf(JSON.stringify(text)), widthOf(quote(text))) - 2 <= max,
      localized(
        `is longer than ${max} letters or ${Math.floor(max / 2)} Chinese characters`,
        `超过 ${max} 个字母或 ${Math.floor(max / 2)} 个汉字`,
      ),
    );

const labelText = shownText(60);
const sentence = shownText(90);
const finite = z.number().min(-1e12).max(1e12);

export const modelOption = z.object({
  value: named(
    /^([A-Za-z][A-Za-z0-9]*|[0-9]{1,3})$/,
    30,
    "must be letters and digits: plantInlet",
    "仅可含字母和数字：plantInlet",
  ),
  en: labelText,
  zh: labelText,
});
export type ModelOption = z.infer<typeof modelOption>;

export const modelKind = z.enum(["text", "whole", "decimal", "choice", "day", "unit"]);
export type ModelKind = z.infer<typeof modelKind>;

export const modelField = z.object({
  name: fieldNameText,
  en: labelText,
  zh: labelText,
  kind: modelKind,
  /** Of texts: characters. */
  maxLength: z.number().int().min(1).max(2000).default(100),
  /** Of numbers; a whole number without bounds has those of its column. */
  min: finite.nullable().default(null),
  max: finite.nullable().default(null),
  /** Of numbers: printed behind the value. */
  measure: shownText(12).or(z.literal("")).default(""),
  options: z.array(modelOption).max(40).default([]),
  required: z.boolean().default(false),
  /** What is in where nothing is given; empty: nothing, or null where the column has no value. */
  initial: z.union([shownText(40), z.literal(""), finite, z.null()]).default(null),
  column: z.enum(["shown", "hidden", "never"]).default("shown"),
  search: z.enum(["none", "text", "choice", "exact"]).default("none"),
  sortable: z.boolean().default(false),
  exported: z.boolean().default(true),
});
export type ModelField = z.infer<typeof modelField>;

const roles = z.array(z.string()).max(20);

const modelShape = z.object({
  area: modelArea,
  one: modelName,
  many: modelName,
  table: named(
    /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/,
    40,
    "must be small letters and underscores: sampling_point",
    "仅可含小写字母、数字和下划线：sampling_point",
  ).refine(isFreeInSql, reservedName),
  key: fieldNameText,
  path: named(
    /^\/v2\/admin(\/[a-z][A-Za-z0-9]*){1,3}$/,
    60,
    "must be a path below /v2/admin: /v2/admin/samplePoint",
    "须为 /v2/admin 下的路径：/v2/admin/samplePoint",
  ),
  permission: named(
    /^[a-z][A-Za-z]*:[a-z][A-Za-z0-9]*$/,
    50,
    "must be two names with a colon: field:samplePoint",
    "须为以冒号分隔的两个名称：field:samplePoint",
  ),
  title: z.object({ en: labelText, zh: labelText }),
  single: z.object({ en: labelText, zh: labelText }),
  /** What an empty list says. */
  none: z.object({ en: sentence, zh: sentence, enTitle: labelText, zhTitle: labelText }),
  unique: z.string().max(30),
  within: z.string().max(30).nullable().default(null),
  fields: z.array(modelField).min(1).max(40),
  migration: named(/^[0-9]{4}$/, 4, "must have four digits: 0900", "须为四位数字：0900"),
  menuPath: named(
    /^(\/[a-z][A-Za-z0-9]*){1,4}$/,
    60,
    "must be a path of letters: /laboratory/carrier",
    "须为由字母组成的路径：/laboratory/carrier",
  ),
  icon: z.enum(menuIcons),
  roles: z.object({ query: roles, add: roles, edit: roles, remove: roles, export: roles, import: roles }),
});
export type ResourceModel = z.infer<typeof modelShape>;

/**
 * A model on its way: of the same shape, with names and texts that nobody has judged yet. What a table or a sheet gives
 * may be one that has to be mended first.
 */
export const modelDraft: z.ZodType<ResourceModel> = z.object({
  ...modelShape.shape,
  ...{ one: z.string(), many: z.string(), table: z.string(), key: z.string(), path: z.string() },
  ...{ permission: z.string(), unique: z.string(), migration: z.string(), menuPath: z.string() },
  within: z.string().nullable(),
  title: z.object({ en: z.string(), zh: z.string() }),
  single: z.object({ en: z.string(), zh: z.string() }),
  none: z.object({ en: z.string(), zh: z.string(), enTitle: z.string(), zhTitle: z.string() }),
  fields: z.array(
    z.object({
      ...{ name: z.string(), en: z.string(), zh: z.string(), kind: modelKind, maxLength: z.number() },
      ...{ min: z.number().nullable(), max: z.number().nullable(), measure: z.string() },
      options: z.array(z.object({ value: z.string(), en: z.string(), zh: z.string() })),
      ...{ required: z.boolean(), initial: z.union([z.string(), z.number(), z.null()]) },
      column: modelField.shape.column.unwrap(),
      search: modelField.shape.search.unwrap(),
      ...{ sortable: z.boolean(), exported: z.boolean() },
    }),
  ),
});

type Fault = { path: (string | number)[]; en: string; zh: string };

export const resourceModel = modelShape.superRefine((model, context) => {
  for (const { path, en, zh } of [...faultsOfModel(model), ...model.fields.flatMap(faultsOfField)]) {
    context.addIssue({ code: "custom", path, message: localized(en, zh) });
  }
});

/** The most labels that one file of them has room for. */
const maxLabels = 120;

function faultsOfModel(model: ResourceModel): Fault[] {
  const faults: Fault[] = [];
  const add = (path: Fault["path"], en: string, zh: string) => faults.push({ path, en, zh });
  const { fields, unique, within } = model;
  fields.forEach(({ name }, at) => {
    const isTwice = fields.findIndex((other) => columnName(other.name) === columnName(name)) !== at;
    if (isTwice || name === model.key) add(["fields", at, "name"], "is used twice", "重复使用");
  });
  const known = fields.find((field) => field.name === unique);
  if (known === undefined || known.kind !== "text" || !known.required)
    add(["unique"], "must be a required text field", "须为必填的文本字段");
  const around = fields.find((field) => field.name === within);
  if (
    within !== null &&
    (around === undefined || within === unique || (!around.required && around.initial === null))
  )
    add(["within"], "must be another field that always has a value", "须为另一个始终有值的字段");
  if (fields.filter(({ kind }) => kind === "unit").length > 1)
    add(["fields"], "can have one field with a unit only", "最多只能有一个单位字段");
  if (fields.reduce((sum, field) => sum + 1 + field.options.length, 0) > maxLabels)
    add(
      ["fields"],
      `have more than ${maxLabels} labels with their values`,
      `字段与选项合计超过 ${maxLabels} 个`,
    );
  if (camel(model.one) === camel(model.many) || kebab(model.one) === kebab(model.many))
    add(
      ["many"],
      `must differ from the name of one: ${plural(model.one)}`,
      `须与单数名称不同：${plural(model.one)}`,
    );
  const allowed = rolesOfArea[model.area];
  for (const verb of modelVerbs) {
    const outside = model.roles[verb].find((role) => !allowed.includes(role));
    if (outside !== undefined)
      add(["roles", verb], "names a role that does not see this area", "包含看不到该区域的角色");
    else if (model.roles[verb].some((role) => !model.roles.query.includes(role)))
      add(["roles", verb], "names a role that does not see the list", "包含看不到列表的角色");
  }
  return faults;
}

const largest = 2_147_483_647;

function faultsOfField(field: ModelField, at: number): Fault[] {
  const faults: Fault[] = [];
  const add = (name: keyof ModelField, en: string, zh: string) =>
    faults.push({ path: ["fields", at, name], en, zh });
  const { kind, min, max, search, options } = field;
  const isNumber = kind === "whole" || kind === "decimal";
  if (isNumber && min !== null && max !== null && min > max)
    add("max", "must not be below the smallest value", "不得小于最小值");
  if (kind === "whole") {
    for (const [name, bound] of [["min", min] as const, ["max", max] as const]) {
      if (bound !== null && (!Number.isInteger(bound) || Math.abs(bound) > largest))
        add(name, "must be a whole number of at most ten digits", "须为不超过十位的整数");
    }
  }
  if (kind === "choice" && options.length < 2)
    add("options", "must have at least two values", "至少需要两个选项");
  if (new Set(options.map(({ value }) => value)).size !== options.length)
    add("options", "have a value twice", "选项值重复");
  if (search === "text" && kind !== "text")
    add("search", "finds texts only by a word", "仅文本可按关键字查询");
  if (search === "exact" && kind !== "text") add("search", "is exact for texts only", "仅文本可精确查询");
  if (search === "choice" && kind !== "choice" && kind !== "unit")
    add("search", "is a choice for choices and units only", "仅选项和单位可作筛选");
  if (kind === "unit" && (field.name !== "unitId" || !field.required))
    add("name", "must be unitId and required", "须命名为 unitId 且必填");
  if (kind !== "unit" && field.name === "unitId") add("kind", "must be a unit", "须为单位");
  if (field.name === "unitName") add("name", "is what the name of the unit is called", "为单位名称所用");
  const fault = faultOfInitial(field);
  if (fault !== null) add("initial", ...fault);
  return faults;
}

function faultOfInitial(field: ModelField): [en: string, zh: string] | null {
  const { kind, initial, min, max, options } = field;
  if (initial === null || initial === "") return null;
  if (field.required || kind === "day" || kind === "unit")
    return ["is for optional fields without a date or a unit", "仅用于非必填且不是日期或单位的字段"];
  if (kind === "text")
    return typeof initial === "string" && initial.length <= field.maxLength
      ? null
      : ["must be a text of the allowed length", "须为长度允许的文本"];
  if (kind === "choice")
    return options.some(({ value }) => value === initial)
      ? null
      : ["must be one of the values", "须为选项之一"];
  const isNumber = typeof initial === "number" && (kind === "decimal" || Number.isInteger(initial));
  const fits = isNumber && initial >= (min ?? initial) && initial <= (max ?? initial);
  return fits ? null : ["must be a number within the bounds", "须为范围内的数值"];
}

/** Whether a value may be missing in the table. */
export function isNullable({ kind, required, initial }: ModelField): boolean {
  return kind !== "text" && !required && (initial === null || initial === "");
}

/** The bounds that the declaration has. */
export function boundsOf({ kind, min, max }: ModelField): { min: number | null; max: number | null } {
  return kind === "whole" ? { min: min ?? -largest, max: max ?? largest } : { min, max };
}
