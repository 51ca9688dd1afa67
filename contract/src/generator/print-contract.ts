/** The declaration of a resource with its labels, as `contract/` has it. */
import { factsOf, labelKey } from "./field-facts.ts";
import { bracketed, importLines, keyText, maxWidth, quote, textProperty, widthOf } from "./layout.ts";
import { camel, kebab, pascal, spaced } from "./names.ts";
import { boundsOf, isNullable, type ModelField, type ResourceModel } from "./resource-model.ts";

export function printLabels(model: ResourceModel): string {
  const one = camel(model.one);
  return [
    "const en = {",
    ...labelsOf(model).map(([key, { en }]) => textProperty(keyText(key), en, "  ")),
    "};",
    "",
    "const zh: Record<keyof typeof en, string> = {",
    ...labelsOf(model).map(([key, { zh }]) => textProperty(keyText(key), zh, "  ")),
    "};",
    "",
    `/** The labels of ${spaced(model.many)}. */`,
    `export const ${one}Labels = { en, zh };`,
    "",
  ].join("\n");
}

type Label = readonly [key: string, text: { en: string; zh: string }];

/** Every label of a model by its key. */
export function labelsOf(model: ResourceModel): Label[] {
  return [
    ["title", model.title],
    ["one", model.single],
    ...model.fields.flatMap((field): Label[] => [
      [labelKey(field.name), field],
      ...(field.kind === "choice"
        ? field.options.map((option): Label => [`${labelKey(field.name)}.${option.value}`, option])
        : []),
    ]),
  ];
}

export function printContract(model: ResourceModel): string {
  const many = camel(model.many);
  const choices = model.fields.filter((field) => field.kind === "choice" && !isFlag(field));
  const lines = [
    importLines(importsOf(model)),
    "",
    ...choices.map((field) => printChoice(model, field)),
    ...(choices.length > 0 ? [""] : []),
    `/** The list of ${spaced(model.many)}: calls, table, form and files follow from its declaration. */`,
    `export const ${many} = defineResource({`,
    `  names: { one: ${quote(model.one)}, many: ${quote(model.many)} },`,
    `  path: ${quote(model.path)},`,
    `  permission: ${quote(model.permission)},`,
    `  table: ${quote(model.table)},`,
    `  key: ${quote(model.key)},`,
    `  unique: ${quote(model.unique)},`,
    ...(model.within === null ? [] : [`  within: ${quote(model.within)},`]),
    `  unit: ${hasUnit(model) ? quote("unitId") : "null"},`,
    "  fields: {",
    ...model.fields.map((field) => printField(model, field)),
    "  },",
    hasUnit(model) ? "  shown: { unitName: z.string() }," : "  shown: {},",
    `  labels: ${camel(model.one)}Labels,`,
    "});",
    "",
    `export type ${model.one} = z.infer<typeof ${many}.row>;`,
    "",
  ];
  return lines.join("\n");
}

export function hasUnit(model: ResourceModel): boolean {
  return model.fields.some(({ kind }) => kind === "unit");
}

/** "0" and "1" are a flag of the house. */
function isFlag({ options }: ModelField): boolean {
  return options.map(({ value }) => value).join() === "0,1";
}

function importsOf(model: ResourceModel): [string[], string][] {
  const envelope = [
    ...(model.fields.some((field) => field.kind === "choice" && isFlag(field)) ? ["flag"] : []),
    ...(hasUnit(model) ? ["idInBody"] : []),
  ];
  return [
    [[usesSchemas(model) ? "z" : "type z"], "zod"],
    ...(envelope.length > 0 ? [[envelope, "../envelope.ts"] as [string[], string]] : []),
    [["defineResource"], "../resource/define-resource.ts"],
    [["field"], "../resource/field-metadata.ts"],
    [["text"], "../texts.ts"],
    [[`${camel(model.one)}Labels`], `./${kebab(model.one)}-labels.ts`],
  ];
}

/** Beyond the type of a row. */
function usesSchemas(model: ResourceModel): boolean {
  return model.fields.some((field) => field.kind !== "text" && !(field.kind === "choice" && isFlag(field)));
}

const choiceName = (model: ResourceModel, { name }: ModelField) => `${camel(model.one)}${pascal(name)}`;

function printChoice(model: ResourceModel, field: ModelField): string {
  const values = field.options.map(({ value }) => quote(value));
  return bracketed(`const ${choiceName(model, field)} = z.enum(`, "[", values, ");");
}

function printField(model: ResourceModel, field: ModelField): string {
  const schema = printSchema(model, field);
  const facts = printFacts(field);
  const head = `    ${field.name}: field(`;
  const flat = `${head}${schema}, { ${facts.join(", ")} }),`;
  if (widthOf(flat) <= maxWidth) return flat;
  const opened = `${head}${schema}, {`;
  if (widthOf(opened) <= maxWidth)
    return [opened, ...facts.map((fact) => `      ${fact},`), "    }),"].join("\n");
  return [head, `      ${schema},`, `${bracketed("", "{", facts, ",", "      ")}`, "    ),"].join("\n");
}

/** The zod schema of a field, in the words of the house. */
function printSchema(model: ResourceModel, field: ModelField): string {
  const { kind, initial } = field;
  const base = baseOf(model, field);
  if (field.required) return kind === "text" ? `${base}.min(1)` : base;
  if (isNullable(field)) return `${base}.nullable().default(null)`;
  return `${base}.default(${typeof initial === "number" ? numberText(initial) : quote(initial ?? "")})`;
}

function baseOf(model: ResourceModel, field: ModelField): string {
  switch (field.kind) {
    case "text":
      return `text(${field.maxLength})`;
    case "day":
      return "z.iso.date()";
    case "unit":
      return "idInBody";
    case "choice":
      return isFlag(field) ? "flag" : choiceName(model, field);
    default: {
      const { min, max } = boundsOf(field);
      const bounds = `${min === null ? "" : `.min(${numberText(min)})`}${max === null ? "" : `.max(${numberText(max)})`}`;
      return `z.number()${field.kind === "whole" ? ".int()" : ""}${bounds}`;
    }
  }
}

/** As the formatter writes a number: no sign in an exponent. */
export function numberText(value: number): string {
  return String(value === 0 ? 0 : value).replace("e+", "e");
}

function printFacts(field: ModelField): string[] {
  return Object.entries(factsOf(field)).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? quote(value) : value}`,
  );
}
