/** Which call an address is, and what the server makes of the input, by the contract. */
import type { AnyCall, BodyOf, ParamsOf, QueryOf } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { z } from "zod";

export type SentInput = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: BodyInit | null;
};

/** What the server makes of an input: defaults are filled in, numbers of an address are numbers. */
export type Received<C extends AnyCall> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Of a call that takes one. */
  file: File | null;
};
const prefix = "/prod-api";
const routes = declaredCalls
  .map((call) => ({ call, parts: `${prefix}${call.path}`.split("/") }))
  // As the server's router has it: what is written out goes before what stands for anything.
  .sort((a, b) => nameless(a.parts).localeCompare(nameless(b.parts)));

/** Parameters sort behind every letter. */
function nameless(parts: readonly string[]): string {
  return parts.map((part) => (part.startsWith(":") ? "\uffff" : part)).join("/");
}

/** The call that an address is, with what its path names. */
export function callAt(
  method: string,
  path: string,
): { call: AnyCall; params: Record<string, string> } | null {
  const given = path.split("/");
  for (const { call, parts } of routes) {
    if (call.method !== method || parts.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = parts.every((part, at) => {
      const value = decodeURIComponent(given[at] ?? "");
      if (!part.startsWith(":")) return part === value;
      params[part.slice(1)] = value;
      return true;
    });
    if (fits) return { call, params };
  }
  return null;
}

/** The input as the server reads it, and what it would refuse; of what is refused the input is as it was sent. */
export function parseInput(
  call: AnyCall,
  sent: SentInput,
): { input: Received<AnyCall>; fault: string | null } {
  const file = sent.body instanceof FormData ? sent.body.get("file") : null;
  const body = typeof sent.body === "string" ? JSON.parse(sent.body) : {};
  const given = { params: sent.params, query: sent.query, body };
  const faults: string[] = [];
  const read = (part: "params" | "query" | "body"): unknown => {
    const known = keysOf(call[part]);
    const unknown = Object.keys(given[part]).filter((key) => known !== null && !known.includes(key));
    if (unknown.length > 0) faults.push(`the ${part} of ${call.name} has no ${unknown.join(", ")}`);
    const parsed = call[part].safeParse(given[part]);
    if (parsed.success) return parsed.data;
    faults.push(`the server refuses the ${part} of ${call.name}: ${z.prettifyError(parsed.error)}`);
    return given[part];
  };
  const input = {
    params: read("params"),
    query: read("query"),
    body: read("body"),
    file: file instanceof File ? file : null,
  };
  return { input, fault: faults.length === 0 ? null : faults.join("; ") };
}

/** The names of an object's fields; null where a schema does not tell them. */
export function keysOf(schema: z.ZodType): string[] | null {
  const { properties, anyOf, oneOf, allOf } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  if (properties !== undefined) return Object.keys(properties);
  const parts = (anyOf ?? oneOf ?? allOf ?? []) as { properties?: object }[];
  if (parts.length === 0 || parts.some((part) => part.properties === undefined)) return null;
  return parts.flatMap((part) => Object.keys(part.properties ?? {}));
}
