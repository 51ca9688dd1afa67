import { type DataType, type Field, type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { localizedParts } from "@tracewater/contract/both-languages";
import { AppError, type FieldError } from "../../../platform/app-error.ts";
import { issueText } from "../../../platform/input-texts.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

const deepest = 5;
const upper = { properties: 500, events: 200, services: 200 } as const;
const maxFaults = 50;

/** Reads a thing model as a person gives it. Throws with each fault at its field: `properties.3.dataType.specs.max`. */
export function readModel(given: unknown): ThingModel {
  const read = thingModel.safeParse(given, { error: issueText(thingModel) });
  if (!read.success) {
    throw refuse(
      read.error.issues.map((issue) => ({
        field: issue.path.join(".") || "model",
        text: shapeTexts[issue.code] ?? localizedParts(issue.message),
      })),
    );
  }
  const faults = [...checkModelRules(read.data)];
  if (faults.length > 0) throw refuse(faults);
  return read.data;
}

/** What the shape alone does not say. */
export function* checkModelRules(model: ThingModel): Generator<FieldError> {
  if (!/^\d{1,4}(\.\d{1,4}){0,3}$/.test(model.version))
    yield fault("version", { en: "must have the form 1.2.0", zh: "应为 1.2.0 形式" });
  for (const [part, limit] of Object.entries(upper) as [keyof typeof upper, number][]) {
    if (model[part].length > limit)
      yield fault(part, { en: `must have at most ${limit}`, zh: `不能超过 ${limit} 个` });
    yield* checkNames(part, model[part]);
  }
  for (const [at, property] of model.properties.entries())
    yield* checkType(`properties.${at}.dataType`, property.dataType, 1);
  for (const [at, event] of model.events.entries()) {
    if (event.identifier === "property") yield fault(`events.${at}.identifier`, reserved);
    yield* checkFields(`events.${at}.outputData`, event.outputData, 1);
  }
  for (const [at, service] of model.services.entries()) {
    if (service.identifier === "property" || service.identifier.endsWith("_reply"))
      yield fault(`services.${at}.identifier`, reserved);
    yield* checkFields(`services.${at}.inputData`, service.inputData, 1);
    yield* checkFields(`services.${at}.outputData`, service.outputData, 1);
  }
}

function* checkFields(field: string, list: readonly Field[], depth: number): Generator<FieldError> {
  yield* checkNames(field, list);
  for (const [at, one] of list.entries()) yield* checkType(`${field}.${at}.dataType`, one.dataType, depth);
}

function* checkNames(field: string, list: readonly { identifier: string }[]): Generator<FieldError> {
  const known = new Set<string>();
  for (const [at, { identifier }] of list.entries()) {
    if (known.has(identifier)) {
      yield fault(`${field}.${at}.identifier`, {
        en: `duplicate identifier ${identifier}`,
        zh: `标识符 ${identifier} 重复`,
      });
    }
    known.add(identifier);
  }
}

function* checkType(field: string, type: DataType, depth: number): Generator<FieldError> {
  if (depth > deepest) {
    yield fault(field, {
      en: `is nested more than ${deepest} levels deep`,
      zh: `嵌套不能超过 ${deepest} 层`,
    });
    return;
  }
  switch (type.type) {
    case "int":
    case "float":
    case "double":
      yield* checkNumber(`${field}.specs`, type);
      return;
    case "enum":
    case "bool":
      yield* checkOptions(field, type);
      return;
    case "struct":
      yield* checkFields(`${field}.specs`, type.specs, depth + 1);
      return;
    case "array":
      yield* checkType(`${field}.specs.item`, type.specs.item, depth + 1);
  }
}

function* checkNumber(
  field: string,
  type: DataType & { type: "int" | "float" | "double" },
): Generator<FieldError> {
  const { min, max, step } = type.specs;
  if (min !== undefined && max !== undefined && min > max)
    yield fault(`${field}.max`, { en: "must not be below the minimum", zh: "不能小于最小值" });
  if (step !== undefined && step <= 0)
    yield fault(`${field}.step`, { en: "must be greater than 0", zh: "必须大于 0" });
  if (type.type !== "int") return;
  for (const [name, value] of Object.entries({ min, max })) {
    if (value !== undefined && !Number.isInteger(value))
      yield fault(`${field}.${name}`, { en: "must be a whole number", zh: "必须为整数" });
  }
}

function* checkOptions(field: string, type: DataType & { type: "enum" | "bool" }): Generator<FieldError> {
  const values = Object.keys(type.specs);
  if (values.length === 0)
    yield fault(`${field}.specs`, { en: "must have at least one value", zh: "至少需要一个取值" });
  if (type.type === "bool" && (values.length !== 2 || !("0" in type.specs) || !("1" in type.specs)))
    yield fault(`${field}.specs`, { en: "must have the values 0 and 1 only", zh: "取值只能为 0 和 1" });
  for (const value of Object.keys(type.names ?? {})) {
    if (!(value in type.specs))
      yield fault(`${field}.names.${value}`, {
        en: "does not match a listed value",
        zh: "与已列出的取值不对应",
      });
  }
}

const reserved = { en: "is a reserved word of the protocol", zh: "为协议保留字" };

/** What the protocol's own schema, which has no sentences in Chinese, means at these places. */
const shapeTexts: Record<string, LocalizedText> = {
  invalid_format: {
    en: "must be 1 to 50 letters, digits or underscores and not start with a digit",
    zh: "应为 1 至 50 个字母、数字或下划线，且不以数字开头",
  },
  invalid_union: { en: "is not a known data type", zh: "不是已知的数据类型" },
  invalid_key: { en: "must be a whole number", zh: "必须为整数" },
};

function fault(field: string, text: LocalizedText): FieldError {
  return { field, text };
}

function refuse(faults: readonly FieldError[]): AppError {
  const shown = faults.slice(0, maxFaults);
  const sentence = (of: "en" | "zh") => shown.map((one) => `${one.field}: ${one.text[of]}`).join("; ");
  return new AppError("badInput", { en: sentence("en"), zh: sentence("zh") }, shown);
}
