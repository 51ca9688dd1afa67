import { localized } from "@tracewater/contract/both-languages";
import type { LocalizedText } from "@tracewater/contract/locales";
import { z } from "zod";

/**
 * What is wrong with a value that a schema refuses, in both languages as one text (`localized`). A message that the
 * schema carries itself goes first. `schema` is the one that parses: a number's other bound is there alone.
 */
export function issueText(schema: z.core.$ZodType): z.core.$ZodErrorMap {
  return (issue) => {
    switch (issue.code) {
      case "invalid_type":
        return wrongType(issue.input, issue.expected);
      case "invalid_value":
        return wrongChoice(issue.input, issue.values.map(String));
      case "invalid_format":
        return wrongFormat(issue.input, issue.format);
      case "too_big":
      case "too_small":
        return isCounted(issue.origin)
          ? wrongSize(issue.input, issue)
          : outOfRange(issue.input, boundsOf(schemaAt(schema, issue.path ?? []), issue));
      case "not_multiple_of":
        return localized(`must be a multiple of ${issue.divisor}`, `应为 ${issue.divisor} 的倍数`);
      case "unrecognized_keys":
        return localized(`unknown field: ${issue.keys.join(", ")}`, `未知字段：${issue.keys.join("、")}`);
      default:
        return localized("is not valid", "无效");
    }
  };
}

function wrongType(input: unknown, expected: string): string {
  if (input === undefined) return localized("is required", "不能为空");
  if (input === null) return localized("must not be empty", "不能为空");
  const [en, zh] = typeNames[expected] ?? typeNames["object"];
  const value = quote(input);
  if (value === null || expected === "string") return localized(`must be ${en}`, `应为${zh}`);
  return localized(`${value.en} is not ${en}`, `${value.zh}不是${zh}`);
}

const typeNames: Record<string, [en: string, zh: string]> & { object: [string, string] } = {
  string: ["text", "文本"],
  number: ["a number", "数字"],
  int: ["a whole number", "整数"],
  boolean: ["true or false", "true 或 false"],
  date: ["a date", "日期"],
  array: ["a list", "列表"],
  tuple: ["a list", "列表"],
  object: ["an object", "对象"],
};

function wrongChoice(input: unknown, values: readonly string[]): string {
  if (input === undefined) return localized("is required", "不能为空");
  const value = quote(input);
  const isFew = values.join("").length <= 120;
  if (value === null || input === "") {
    return isFew
      ? localized(`must be one of: ${values.join(", ")}`, `应为以下之一：${values.join("、")}`)
      : localized("is not an allowed value", "不是允许的取值");
  }
  return isFew
    ? localized(
        `${value.en} is not one of: ${values.join(", ")}`,
        `${value.zh}不是以下之一：${values.join("、")}`,
      )
    : localized(`${value.en} is not an allowed value`, `${value.zh}不是允许的取值`);
}

/** An address with a password in it is not repeated: refusals are kept in the operation log. */
function wrongFormat(input: unknown, format: string): string {
  const [en, zh] = formatNames[format] ?? ["", ""];
  if (en === "") return localized("has an invalid format", "格式不正确");
  const value = format === "url" ? null : quote(input);
  if (value === null || input === "") return localized(`must be ${en}`, `应为${zh}`);
  return localized(`${value.en} is not ${en}`, `${value.zh}不是${zh}`);
}

const formatNames: Record<string, [en: string, zh: string]> = {
  date: ["a date such as 2026-03-05", "日期（例如 2026-03-05）"],
  datetime: ["a time such as 2026-03-05T08:30:00Z", "时间（例如 2026-03-05T08:30:00Z）"],
  time: ["a time of day such as 08:30", "时刻（例如 08:30）"],
  email: ["an e-mail address", "邮箱地址"],
  url: ["a web address", "网址"],
  uuid: ["a UUID", "UUID"],
};

type Sized = { code?: string; maximum?: number | bigint; minimum?: number | bigint; exact?: boolean };

function isCounted(origin: string): boolean {
  return ["string", "array", "set", "map", "file"].includes(origin);
}

/** The text itself is not repeated: it may be a password, and one that is too long helps nobody. */
function wrongSize(input: unknown, issue: Sized): string {
  const isText = typeof input === "string";
  const limit = Number(issue.code === "too_big" ? issue.maximum : issue.minimum);
  const [subject, kind] = isText
    ? [limit === 1 ? "character" : "characters", "个字符"]
    : [limit === 1 ? "entry" : "entries", "项"];
  const given = isText || Array.isArray(input) ? input.length : null;
  if (given === 0) return localized("must not be empty", "不能为空");
  const [enGiven, zhGiven] = given === null ? ["", ""] : [` (it has ${given})`, `（现有 ${given} ${kind}）`];
  if (issue.exact === true)
    return localized(`must have exactly ${limit} ${subject}${enGiven}`, `应为 ${limit} ${kind}${zhGiven}`);
  return issue.code === "too_big"
    ? localized(`must have at most ${limit} ${subject}${enGiven}`, `最多 ${limit} ${kind}${zhGiven}`)
    : localized(`must have at least ${limit} ${subject}${enGiven}`, `至少 ${limit} ${kind}${zhGiven}`);
}

type Bound = { value: number; isInclusive: boolean };
type Bounds = { min: Bound | null; max: Bound | null };

function outOfRange(input: unknown, { min, max }: Bounds): string {
  const value = quote(input) ?? { en: "the value", zh: "该值" };
  if (min?.isInclusive && max?.isInclusive) {
    const [low, high] = [signed(min.value), signed(max.value)];
    return localized(
      `${value.en} is out of range (${low} to ${high})`,
      `${value.zh}超出范围（${low} 至 ${high}）`,
    );
  }
  const limits = [min === null ? null : minText(min), max === null ? null : maxText(max)].filter(
    (one) => one !== null,
  );
  const en = limits.map((one) => one.en).join(" and ");
  const zh = limits.map((one) => one.zh).join("且");
  return localized(`${value.en} is out of range (must be ${en})`, `${value.zh}超出范围（须${zh}）`);
}

function minText({ value, isInclusive }: Bound) {
  const low = signed(value);
  return isInclusive
    ? { en: `at least ${low}`, zh: `不小于 ${low}` }
    : { en: `greater than ${low}`, zh: `大于 ${low}` };
}

function maxText({ value, isInclusive }: Bound) {
  const high = signed(value);
  return isInclusive
    ? { en: `at most ${high}`, zh: `不大于 ${high}` }
    : { en: `less than ${high}`, zh: `小于 ${high}` };
}

/** Both bounds of a number; the issue names the one that was passed. */
function boundsOf(schema: z.core.$ZodType | null, issue: Sized & { inclusive?: boolean }): Bounds {
  const own: Bound = { value: Number(issue.maximum ?? issue.minimum), isInclusive: issue.inclusive ?? true };
  const declared = schema === null ? { min: null, max: null } : declaredBounds(schema);
  return issue.code === "too_big" ? { ...declared, max: own } : { ...declared, min: own };
}

function declaredBounds(schema: z.core.$ZodType): Bounds {
  const checks = schema._zod.def.checks ?? [];
  return { min: boundOf(checks, "greater_than"), max: boundOf(checks, "less_than") };
}

function boundOf(checks: readonly z.core.$ZodCheck<never>[], kind: string): Bound | null {
  const own: { check: string; value?: unknown; inclusive?: boolean } | undefined = checks
    .map((one) => one._zod.def)
    .find(({ check }) => check === kind);
  if (typeof own?.value !== "number") return null;
  return { value: own.value, isInclusive: own.inclusive ?? true };
}

/** The schema of the value at a path; null where the way there depends on the value (unions, records). */
function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | null {
  const bare = unwrapped(schema);
  const [step, ...rest] = path;
  if (step === undefined) return bare;
  if (bare instanceof z.ZodObject) {
    const next: unknown = bare.shape[String(step)];
    return next instanceof z.core.$ZodType ? schemaAt(next, rest) : null;
  }
  if (bare instanceof z.ZodArray) return schemaAt(bare.element, rest);
  if (bare instanceof z.ZodIntersection) {
    return schemaAt(bare.def.left, path) ?? schemaAt(bare.def.right, path);
  }
  return null;
}

export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodReadonly, z.ZodCatch];
  if (wraps.some((kind) => schema instanceof kind)) {
    const { innerType } = schema._zod.def as unknown as { innerType: z.core.$ZodType };
    return unwrapped(innerType);
  }
  return schema instanceof z.ZodPipe ? unwrapped(pipeValue(schema)) : schema;
}

/** `blank(...)` and transforms before it: the side that judges the value. */
function pipeValue({ def }: z.ZodPipe): z.core.$ZodType {
  return def.in instanceof z.ZodTransform ? def.out : def.in;
}

function signed(value: number): string {
  return String(value).replace(/^-/, "−");
}

/** A short value as it was given; null for what is long, or no number or text. */
function quote(input: unknown): LocalizedText | null {
  if (typeof input === "number")
    return Number.isFinite(input) ? { en: signed(input), zh: `${signed(input)} ` } : null;
  if (typeof input === "boolean") return { en: String(input), zh: ` ${input} ` };
  if (typeof input !== "string" || input.length > maxQuoted) return null;
  const text = input.replace(/\p{Cc}/gu, " ");
  return { en: `"${text}"`, zh: `“${text}”` };
}

const maxQuoted = 40;
