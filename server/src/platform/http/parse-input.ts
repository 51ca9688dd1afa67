import { isStorableText } from "@tracewater/alink/value-check";
import { localizedParts } from "@tracewater/contract/both-languages";
import type { AnyCall, BodyOf, ParamsOf, QueryOf } from "@tracewater/contract/call";
import { textIn } from "@tracewater/contract/locales";
import { toleratedParameters } from "@tracewater/contract/tolerated-parameters";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../app-error.ts";
import { issueText, unwrapped } from "../input-texts.ts";
import type { Language } from "../localized-text.ts";
import { unstorable } from "./json-body.ts";
import { createSpanReader } from "./read-span.ts";

type Input<C extends AnyCall> = { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> };

/**
 * Parses what came in by the call's declaration; a bad part is refused with its field and the reason. `zone` is that
 * of days and times that are given without one.
 */
export function createInputParser<C extends AnyCall>(
  call: C,
  zone: string,
): (request: FastifyRequest) => Input<C> {
  const readQuery = createFieldReader(call, call.query, zone);
  // A form stands for the query of the same call by GET.
  const readForm = call.takes === "form" ? createFieldReader(call, call.body, zone) : null;
  return (request) => {
    checkTexts(request.params);
    checkTexts(request.query);
    return {
      query: readQuery(request.query ?? {}) as QueryOf<C>,
      params: parsePart(call.params, request.params ?? {}) as ParamsOf<C>,
      body: (readForm ?? ((body) => parsePart(call.body, body)))(request.body ?? {}) as BodyOf<C>,
    };
  };
}

function createFieldReader(call: AnyCall, schema: z.ZodType, zone: string): (values: unknown) => unknown {
  const fields = fieldsOf(schema);
  const known = new Set([...Object.keys(fields), ...toleratedParameters(call)]);
  const readSpan = createSpanReader(fields, zone);
  return (values) => {
    if (!isRecord(values)) return parsePart(schema, values);
    refuseUnknown(values, known);
    return parsePart(schema, readSpan(values));
  };
}

/** The parameters that a part of a call declares. */
function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodObject) return bare.shape;
  if (bare instanceof z.ZodIntersection) return { ...fieldsOf(bare.def.left), ...fieldsOf(bare.def.right) };
  throw new Error("the parameters of a call are declared as an object");
}

/** A parameter that nobody reads would be a filter that everything passes. An empty one asks for nothing. */
function refuseUnknown(values: Record<string, unknown>, known: ReadonlySet<string>): void {
  const unknown = Object.keys(values).filter((name) => values[name] !== "" && !known.has(name));
  if (unknown.length === 0) return;
  throw new AppError(
    "badInput",
    { en: `Unknown parameter: ${unknown.join(", ")}`, zh: `未知参数：${unknown.join("、")}` },
    unknown.map((field) => ({
      field,
      text: { en: "is not a parameter of this call", zh: "不是该接口的参数" },
    })),
  );
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: issueText(schema) });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join(".") || "body",
    text: localizedParts(issue.message),
  }));
  const sentence = (of: Language) => fields.map((one) => `${one.field}: ${textIn(one.text, of)}`).join("; ");
  throw new AppError("badInput", { en: sentence("en"), zh: sentence("zh") }, fields);
}

/** Bodies are checked as they are parsed; addresses and their parameters here. */
function checkTexts(values: unknown): void {
  if (!isRecord(values)) return;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" && !isStorableText(value)) throw unstorable(name);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
