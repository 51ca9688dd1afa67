import type { EnumOption, ProductModel, ValueType } from "@tracewater/contract/fleet/products";
import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import { formatMoment } from "../kit/moment.ts";
import { formatNumber } from "../kit/number.ts";

/** How a value of a thing model is printed: a text, and the unit that is after it. */
export type PrintedValue = { text: string; unit: string | null };

/** The word of an enum's option in the language that is shown. */
export type LabelOf = (option: Pick<EnumOption, "name" | "nameZh">) => string;

export type ModelProperty = ProductModel["properties"][number];
export type ModelService = ProductModel["services"][number];

export const noValue = "—";

/** The options of an enum, or of a list of them; none where the property is another thing. */
export function optionsOf(model: ProductModel | undefined, identifier: string): readonly EnumOption[] {
  const type = model?.properties.find((one) => one.identifier === identifier)?.dataType;
  const own = type?.type === "array" ? type.item : type;
  return own?.type === "enum" || own?.type === "bool" ? own.options : [];
}

/** Prints a value by its type; what does not fit its type is printed as it came. */
export function printValue(type: ValueType | undefined, value: unknown, labelOf: LabelOf): PrintedValue {
  if (value === null || value === undefined || value === "") return { text: noValue, unit: null };
  if (type === undefined) return { text: printRaw(value), unit: null };
  switch (type.type) {
    case "int":
    case "float":
    case "double":
      return typeof value === "number"
        ? { text: formatNumber(value, digitsOf(type.step, type.type)), unit: type.unit }
        : { text: printRaw(value), unit: type.unit };
    case "enum":
    case "bool":
      return { text: printOption(type.options, value, labelOf), unit: null };
    case "struct":
      return { text: printStruct(type, value, labelOf), unit: null };
    case "array":
      return { text: printList(type.item, value, labelOf), unit: null };
    case "date":
      return { text: typeof value === "number" ? formatMoment(value) : printRaw(value), unit: null };
    case "text":
      return { text: printText(value, labelOf), unit: null };
    default:
      return { text: printRaw(value), unit: null };
  }
}

/** Devices name analytes as the specification does on the wire; people read their names. */
function printText(value: unknown, labelOf: LabelOf): string {
  return isAnalyte(value) ? labelOf(analyteLabels[value]) : printRaw(value);
}

function isAnalyte(value: unknown): value is keyof typeof analyteLabels {
  return typeof value === "string" && Object.hasOwn(analyteLabels, value);
}

/** Value and unit in one string; the unit after a space. */
export function printWithUnit(printed: PrintedValue): string {
  return printed.unit === null || printed.unit === "" ? printed.text : `${printed.text} ${printed.unit}`;
}

/** Decimal places that a step asks for: 0.1 -> 1; none for whole numbers; undefined, as it came, without a step. */
export function digitsOf(step: number | null, type: "int" | "float" | "double"): number | undefined {
  if (type === "int") return 0;
  if (step === null || step <= 0) return undefined;
  const text = String(step);
  return text.includes("e-") ? Number(text.split("e-")[1]) : (text.split(".")[1]?.length ?? 0);
}

export type NumericType = Extract<ValueType, { min: number | null }>;

export function isNumeric(type: ValueType): type is NumericType {
  return type.type === "int" || type.type === "float" || type.type === "double";
}

/** What is none of the options is printed as it came. */
function printOption(options: readonly EnumOption[], value: unknown, labelOf: LabelOf): string {
  const number = typeof value === "boolean" ? Number(value) : value;
  const option = options.find((one) => one.value === number);
  return option === undefined ? String(value) : labelOf(option);
}

/** Decimal places of a latitude and a longitude: some 10 m. */
const placeDigits = 4;

function printStruct(type: Extract<ValueType, { type: "struct" }>, value: unknown, labelOf: LabelOf): string {
  if (typeof value !== "object" || value === null) return printRaw(value);
  const members = new Map<string, unknown>(Object.entries(value));
  return type.fields
    .map((field) => {
      const value = members.get(field.identifier);
      const printed = printValue(field.dataType, value, labelOf);
      if (printed.unit !== "°") return printWithUnit(printed);
      return `${typeof value === "number" ? formatNumber(value, placeDigits) : printed.text}°`;
    })
    .join(", ");
}

function printList(item: ValueType, value: unknown, labelOf: LabelOf): string {
  if (!Array.isArray(value)) return printRaw(value);
  return value.map((one: unknown) => printWithUnit(printValue(item, one, labelOf))).join(", ");
}

function printRaw(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return formatNumber(value);
  return JSON.stringify(value) ?? noValue;
}
