import { type DataType, type Field, type ThingModel, thingModel } from "@tracewater/alink/thing-model";
import { Failure, type FieldWords } from "../../../platform/failure.ts";
import type { Words } from "../../../platform/words.ts";

const deepest = 5;
const most = { properties: 500, events: 200, services: 200 } as const;
const mostFaults = 50;

/** Reads a thing model as a person gives it. Throws with each fault at its field: `properties.3.dataType.specs.max`. */
export function readModel(given: unknown): ThingModel {
  const read = thingModel.safeParse(given);
  if (!read.success) {
    throw refuse(
      read.error.issues.map((issue) => ({
        field: issue.path.join(".") || "model",
        words: { en: issue.message, zh: shapeWords[issue.code] ?? "格式不正确" },
      })),
    );
  }
  const faults = [...checkModelRules(read.data)];
  if (faults.length > 0) throw refuse(faults);
  return read.data;
}

/** What the shape alone does not say. */
export function* checkModelRules(model: ThingModel): Generator<FieldWords> {
  if (!/^\d{1,4}(\.\d{1,4}){0,3}$/.test(model.version))
    yield fault("version", { en: "is not of the kind 1.2.0", zh: "应为 1.2.0 形式" });
  for (const [part, limit] of Object.entries(most) as [keyof typeof most, number][]) {
    if (model[part].length > limit)
      yield fault(part, { en: `has more than ${limit}`, zh: `不能超过 ${limit} 个` });
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

function* checkFields(field: string, list: readonly Field[], depth: number): Generator<FieldWords> {
  yield* checkNames(field, list);
  for (const [at, one] of list.entries()) yield* checkType(`${field}.${at}.dataType`, one.dataType, depth);
}

function* checkNames(field: string, list: readonly { identifier: string }[]): Generator<FieldWords> {
  const known = new Set<string>();
  for (const [at, { identifier }] of list.entries()) {
    if (known.has(identifier)) {
      yield fault(`${field}.${at}.identifier`, {
        en: `${identifier} stands here twice`,
        zh: `标识符 ${identifier} 重复`,
      });
    }
    known.add(identifier);
  }
}

function* checkType(field: string, type: DataType, depth: number): Generator<FieldWords> {
  if (depth > deepest) {
    yield fault(field, { en: `is nested deeper than ${deepest}`, zh: `嵌套超过 ${deepest} 层` });
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
): Generator<FieldWords> {
  const { min, max, step } = type.specs;
  if (min !== undefined && max !== undefined && min > max)
    yield fault(`${field}.max`, { en: "is below the minimum", zh: "小于最小值" });
  if (step !== undefined && step <= 0)
    yield fault(`${field}.step`, { en: "is not above 0", zh: "必须大于 0" });
  if (type.type !== "int") return;
  for (const [name, value] of Object.entries({ min, max })) {
    if (value !== undefined && !Number.isInteger(value))
      yield fault(`${field}.${name}`, { en: "is no whole number", zh: "必须为整数" });
  }
}

function* checkOptions(field: string, type: DataType & { type: "enum" | "bool" }): Generator<FieldWords> {
  const values = Object.keys(type.specs);
  if (values.length === 0) yield fault(`${field}.specs`, { en: "has no value", zh: "至少需要一个取值" });
  if (type.type === "bool" && (values.length !== 2 || !("0" in type.specs) || !("1" in type.specs)))
    yield fault(`${field}.specs`, { en: "has other values than 0 and 1", zh: "取值只能为 0 和 1" });
  for (const value of Object.keys(type.names ?? {})) {
    if (!(value in type.specs))
      yield fault(`${field}.names.${value}`, { en: "names no value", zh: "没有对应的取值" });
  }
}

const reserved = { en: "is a word of the protocol", zh: "为协议保留字" };

const shapeWords: Record<string, string> = {
  invalid_type: "类型不正确或缺失",
  invalid_format: "只能包含字母、数字和下划线（1 到 50 个字符）",
  invalid_value: "不是允许的取值",
  invalid_union: "不是已知的数据类型",
  too_small: "过小",
  too_big: "过大",
  invalid_key: "取值必须为整数",
};

function fault(field: string, words: Words): FieldWords {
  return { field, words };
}

function refuse(faults: readonly FieldWords[]): Failure {
  const shown = faults.slice(0, mostFaults);
  const sentence = (of: keyof Words) => shown.map((one) => `${one.field}: ${one.words[of]}`).join("; ");
  return new Failure("badInput", { en: sentence("en"), zh: sentence("zh") }, shown);
}
