import { isStorableText } from "@tracewater/alink/value-check";
import { inLanguage } from "@tracewater/contract/both-languages";
import type { AnyCall, BodyOf, ParamsOf, QueryOf } from "@tracewater/contract/call";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure } from "../failure.ts";
import type { Language } from "../words.ts";
import { unstorable } from "./json-body.ts";

const errorMaps = { en: z.locales.en().localeError, zh: z.locales.zhCN().localeError };

/** Parses what came in by the call's declaration; a bad part is refused with its field and the reason. */
export function parseInput<C extends AnyCall>(
  call: C,
  request: FastifyRequest,
  language: Language,
): { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> } {
  checkTexts(request.params);
  checkTexts(request.query);
  return {
    params: parsePart(call.params, request.params ?? {}, language) as ParamsOf<C>,
    query: parsePart(call.query, request.query ?? {}, language) as QueryOf<C>,
    body: parsePart(call.body, request.body ?? {}, language) as BodyOf<C>,
  };
}

function parsePart(schema: z.ZodType, value: unknown, language: Language): unknown {
  const parsed = schema.safeParse(value, { error: errorMaps[language] });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join(".") || "body",
    words: { en: inLanguage(issue.message, "en"), zh: inLanguage(issue.message, "zh") },
  }));
  const sentence = (of: Language) => fields.map((one) => `${one.field}: ${one.words[of]}`).join("; ");
  throw new Failure("badInput", { en: sentence("en"), zh: sentence("zh") }, fields);
}

/** Bodies are checked as they are parsed; addresses and their parameters here. */
function checkTexts(values: unknown): void {
  if (typeof values !== "object" || values === null) return;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" && !isStorableText(value)) throw unstorable(name);
  }
}
