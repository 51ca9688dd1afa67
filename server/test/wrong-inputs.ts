/**
 * Inputs of a declared call, made from its schema: one that is right as far as a schema says, and each that differs
 * from it in a single value that fits the field's type and nothing beyond.
 */
import type { AnyCall } from "@tracewater/contract/call";
import { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;
type Part = Record<string, unknown>;
type Parts = { params: Part; query: Part; body: Part };
type Leaf = { path: (string | number)[]; schema: Schema };

export type WrongInput = Parts & { what: string };

const parts = ["params", "query", "body"] as const;

/** Beyond int4, and beyond what a Date holds. */
const oddNumbers = [2 ** 40, Number.MAX_SAFE_INTEGER];
/** Of the right form, and on no calendar or clock. */
const noMoments = ["2026-02-30", "0000-00-00", "2026-01-01 25:00:00"];
/** What every object answers to in JavaScript. */
const builtIns = ["constructor", "__proto__"];

/** Each with a single value of another kind, or beyond a bound: what a schema refuses by itself. */
export function wrongKindsOf(call: AnyCall): WrongInput[] {
  return differing(call, (schema) => {
    if (schema.type === "integer" || schema.type === "number") return ["x", -(2 ** 50)];
    if (schema.type === "boolean" || schema.enum !== undefined || schema.const !== undefined)
      return ["zq7431"];
    return ["x".repeat(70_000)];
  });
}

export function wrongInputsOf(call: AnyCall): WrongInput[] {
  return differing(call, valuesFor);
}

function differing(call: AnyCall, valuesOf: (schema: Schema, name: string) => unknown[]): WrongInput[] {
  const schemas = Object.fromEntries(parts.map((part) => [part, schemaOf(call[part])]));
  const right = Object.fromEntries(parts.map((part) => [part, exampleOf(schemas[part] ?? {})]));
  return parts.flatMap((part) =>
    leavesOf(schemas[part] ?? {}, []).flatMap(({ path, schema }) =>
      valuesOf(schema, String(path.at(-1))).map((value) => ({
        ...({ ...right, [part]: put(right[part], path, value) } as Parts),
        what: `${part}.${path.join(".")}=${String(value).slice(0, 40)}`,
      })),
    ),
  );
}

/** The parts of a call that is right as far as its schemas say. */
export function rightInputOf(call: AnyCall): Parts {
  return Object.fromEntries(parts.map((part) => [part, exampleOf(schemaOf(call[part]))])) as Parts;
}

function schemaOf(type: z.ZodType): Schema {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
}

function valuesFor(schema: Schema, name: string): unknown[] {
  // An epoch to the schema; a day or a time to whoever sends it.
  if (/^(params\[)?(begin|end)Time/.test(name)) return [...oddNumbers, ...noMoments];
  if (schema.type === "integer" || schema.type === "number") return oddNumbers;
  if (schema.type === "boolean" || schema.enum !== undefined || schema.const !== undefined) return [];
  return /Time|Date|Day|On$|At$|[fF]rom|[uU]ntil|params\[/.test(name) ? noMoments : builtIns;
}

/** Everything in it that is no object and no list. */
function leavesOf(schema: Schema, path: (string | number)[]): Leaf[] {
  const inner = choicesOf(schema).flatMap((one) => leavesOf(one, path));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    typeof one === "object" ? leavesOf(one, [...path, name]) : [],
  );
  const items =
    typeof schema.items === "object" && !Array.isArray(schema.items)
      ? leavesOf(schema.items, [...path, 0])
      : [];
  const isLeaf = schema.type !== "object" && schema.type !== "array" && schema.type !== "null";
  const found = [...inner, ...fields, ...items];
  return found.length === 0 && isLeaf && path.length > 0 ? [{ path, schema }] : found;
}

function choicesOf(schema: Schema): Schema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(
    (one) => typeof one === "object",
  );
}

function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => (typeof one === "object" ? exampleOf(one) : {})));
  const [choice] = choicesOf(schema).filter((one) => one.type !== "null");
  if (choice !== undefined) return exampleOf(choice);
  switch (schema.type) {
    case "object":
      return exampleOfObject(schema);
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        typeof schema.items === "object" && !Array.isArray(schema.items) ? exampleOf(schema.items) : null,
      );
    case "integer":
    case "number":
      return exampleOfNumber(schema);
    case "boolean":
      return false;
    case "string":
      return exampleOfText(schema);
    default:
      return "1";
  }
}

function exampleOfObject(schema: Schema): Record<string, unknown> {
  const required = schema.required ?? [];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      typeof one === "object" && required.includes(name) ? [[name, exampleOf(one)]] : [],
    ),
  );
}

const largestId = 2 ** 31 - 1;

/** Where an id is asked for, one that nobody has: nothing that is there is changed or deleted. */
function exampleOfNumber({ minimum = 0, maximum, exclusiveMinimum }: Schema): number {
  return maximum === largestId ? largestId : Math.max(minimum, exclusiveMinimum === undefined ? 0 : 1);
}

function exampleOfText(schema: Schema): string {
  const { pattern, minLength = 0, format } = schema;
  if (format === "date") return "2026-03-01";
  const tried = [
    String(largestId),
    "a1",
    "A1-b2",
    "2026-03-01",
    "2026-03-01 00:00:00",
    "12:00",
    "a@b.example",
  ];
  const fits = (text: string) => pattern === undefined || new RegExp(pattern).test(text);
  const long = tried.map((text) => text.padEnd(minLength, "x"));
  return long.find(fits) ?? long[0] ?? "";
}

function put(into: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof first === "number") return [put(Array.isArray(into) ? into[0] : undefined, rest, value)];
  const before = typeof into === "object" && into !== null ? into : {};
  const inner = Object.hasOwn(before, first) ? Reflect.get(before, first) : undefined;
  return { ...before, [first]: put(inner, rest, value) };
}
