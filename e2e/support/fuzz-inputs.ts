/*
 * Requests that make no sense, made from what the contract declares: values missing, of the wrong type, extreme or with
 * the names of object members, and bodies that are no JSON. A part of them fits, so that what lies behind the check of
 * the input is reached too.
 */
import type { AnyCall } from "@tracewater/contract/call";
import { describeCall } from "@tracewater/contract/open-api";
import type { SeededRandom } from "./seeded-random.ts";

type Schema = { [name: string]: unknown };

export type FuzzRequest = {
  call: string;
  method: string;
  path: string;
  type: string | null;
  body: Buffer | null;
};

/** Things that are there; `names` are given where a field asks for a device or a product. */
export type Known = { ids: readonly number[]; names: Readonly<Record<string, readonly string[]>> };

const long = "x".repeat(5_000);
const oddNumbers = [0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER, 1e308, -1e-320];
const oddTexts = [
  ...[
    "",
    " ",
    "\u0000",
    "\ud800",
    "名".repeat(300),
    long,
    "%",
    "%00",
    "../../etc/passwd",
    "' or 1=1 --",
    "\u202e",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "{}",
    "[]",
    "null",
    "NaN",
    "-0",
    "0x10",
    "1e400",
  ],
  ...[
    "2026-02-30",
    "0000-00-00",
    "2026-13-01 25:61:61",
    "9999-12-31 23:59:59",
    "-271821-04-20",
    "12:60",
    "24:00",
  ],
  ...["1,2,3", "1,".repeat(2_000), "1 2 3 * * ? *", "*/0 * * * *", "(a+)+$", "<img src=x>", "=1+1", "😀"],
];
const oddValues: unknown[] = [
  ...[null, true, false, [], {}, [[[[]]]], [null], JSON.parse('{"__proto__":{"a":1}}'), { constructor: 1 }],
  ...oddNumbers,
  ...oddTexts,
];

export function createFuzzInputs(calls: readonly AnyCall[], known: Known, random: SeededRandom) {
  const described = calls.map((call) => ({ call, ...partsOf(call) }));
  let at = 0;

  /** The next call in its turn, with an input of chance. */
  return function next(): FuzzRequest {
    const { call, path, query, body, type } = described[at % described.length] ?? fail();
    at += 1;
    const bend = random.one([0, 0.05, 0.3, 0.9]);
    const make = (schema: Schema, name: string) => makeValue(schema, name, bend);
    const params = path.map(([name, schema]) => [name, make(schema, name)] as const);
    const filled = params.reduce(
      (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(toText(value))),
      call.path,
    );
    const asked = new URLSearchParams();
    for (const [name, schema, isRequired] of query) {
      if (isRequired ? random.isLuck(bend / 2) : random.isLuck(0.6)) continue;
      asked.append(name, toText(make(schema, name)));
      if (random.isLuck(bend / 10)) asked.append(name, toText(random.one(oddValues)));
    }
    if (random.isLuck(bend / 4))
      asked.append(random.one(oddTexts.slice(0, 20)), toText(random.one(oddValues)));
    const search = asked.size === 0 ? "" : `?${asked}`;
    const sent = call.method === "POST" || call.method === "PUT" ? makeBody(body, type, bend) : null;
    return {
      call: call.name,
      method: call.method,
      path: filled + search,
      type: sent?.type ?? null,
      body: sent?.bytes ?? null,
    };
  };

  function makeBody(schema: Schema, type: string, bend: number): { type: string; bytes: Buffer } {
    if (random.isLuck(bend / 8)) return { type: random.one(contentTypes), bytes: makeRubbish() };
    const value = makeValue(schema, "", bend);
    if (type === "multipart/form-data") {
      const name = random.isLuck(bend / 2) ? toText(random.one(oddTexts)) : "file";
      const head = `--b\r\nContent-Disposition: form-data; name="${name.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 100)}"; filename="a.xlsx"\r\n\r\n`;
      const end = random.isLuck(bend / 4) ? "" : "\r\n--b--\r\n";
      const bytes = Buffer.concat([Buffer.from(head), random.bytes(random.below(2_000)), Buffer.from(end)]);
      return { type: "multipart/form-data; boundary=b", bytes };
    }
    if (type === "application/x-www-form-urlencoded") {
      const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
      const pairs = fields.map(([name, one]): [string, string] => [name, toText(one)]);
      return { type, bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
    }
    if (type === "*/*") return { type: random.one(contentTypes), bytes: makeRubbish() };
    return { type, bytes: Buffer.from(JSON.stringify(value) ?? "null") };
  }

  function makeRubbish(): Buffer {
    const depth = random.one([10, 40, 20_000]);
    return random.one([
      () => Buffer.alloc(0),
      () => random.bytes(random.below(3_000)),
      () => Buffer.from('{"a":1'),
      () => Buffer.from("[".repeat(depth)),
      () => Buffer.from(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
      () => Buffer.from('{"a":1,"a":2,"__proto__":{"isAdmin":true}}'),
      () => Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, () => null))),
      () => Buffer.from("NaN"),
    ])();
  }

  function makeValue(schema: Schema, name: string, bend: number, depth = 0): unknown {
    if (random.isLuck(bend / 2) && name !== "") return random.one(oddValues);
    if (name === "" && random.isLuck(bend / 10)) return random.one(oddValues);
    const choices = [schema["anyOf"], schema["oneOf"]].flatMap(listOf);
    if (choices.length > 0) return makeValue(random.one(choices), name, bend, depth);
    if (schema["const"] !== undefined) return schema["const"];
    if (Array.isArray(schema["enum"])) return random.one(schema["enum"] as unknown[]);
    const all = listOf(schema["allOf"]);
    if (all.length > 0) return Object.assign({}, ...all.map((one) => makeValue(one, name, bend, depth)));
    switch (schema["type"]) {
      case "object":
        return makeObject(schema, bend, depth);
      case "array":
        return makeArray(schema, name, bend, depth);
      case "integer":
      case "number":
        return makeNumber(schema);
      case "boolean":
        return random.isLuck(0.5);
      case "string":
        return makeText(schema, name);
      default:
        return random.one(oddValues);
    }
  }

  function makeObject(schema: Schema, bend: number, depth: number): Record<string, unknown> {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const made: [string, unknown][] = [];
    for (const [name, one] of Object.entries(asSchema(schema["properties"]))) {
      const isLeft = required.includes(name) ? random.isLuck(bend / 4) : random.isLuck(0.5);
      if (!isLeft && depth < 8) made.push([name, makeValue(asSchema(one), name, bend, depth + 1)]);
    }
    if (random.isLuck(bend / 3)) made.push([random.one(oddTexts), random.one(oddValues)]);
    return Object.fromEntries(made);
  }

  function makeArray(schema: Schema, name: string, bend: number, depth: number): unknown[] {
    const minItems = Number(schema["minItems"] ?? 0);
    const length = random.isLuck(bend / 20) ? 3_000 : minItems + random.below(3);
    return Array.from({ length }, () => makeValue(asSchema(schema["items"]), name, bend, depth + 1));
  }

  function makeNumber(schema: Schema): number {
    const max = Number(schema["maximum"] ?? 1_000);
    if (max === 2 ** 31 - 1) return random.one([...known.ids, max]);
    const min = Number(schema["minimum"] ?? schema["exclusiveMinimum"] ?? 0);
    return random.one([min, max, Math.min(max, min + 1), Math.round((min + Math.min(max, 1e6)) / 2)]);
  }

  function makeText(schema: Schema, name: string): string {
    const there = Object.entries(known.names).find(([field]) => name.toLowerCase().includes(field))?.[1];
    if (there !== undefined && random.isLuck(0.7)) return random.one(there);
    const pattern = typeof schema["pattern"] === "string" ? new RegExp(schema["pattern"]) : null;
    const tried = [
      String(random.one(known.ids)),
      "a1",
      "A1-b2",
      "2026-03-01",
      "2026-03-01 00:00:00",
      "12:00",
      "a@b.example",
      "en",
    ];
    const fit = tried.filter((text) => pattern === null || pattern.test(text));
    const minLength = Number(schema["minLength"] ?? 0);
    return fit.length === 0 ? random.one(oddTexts) : random.one(fit).padEnd(minLength, "x");
  }
}

const contentTypes = [
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "image/png",
  "x",
];

function partsOf(call: AnyCall) {
  const described = describeCall(call) as {
    parameters: { name: string; in: string; required: boolean; schema: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  const [[type, body] = ["application/json", { schema: {} }]] = Object.entries(
    described.requestBody?.content ?? {},
  );
  const of = (place: string) => described.parameters.filter((one) => one.in === place);
  return {
    path: of("path").map(({ name, schema }) => [name, schema] as const),
    query: of("query").map(({ name, schema, required }) => [name, schema, required] as const),
    type,
    body: body.schema,
  };
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

/** A lone surrogate cannot be in an address. */
function toText(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  return text.toWellFormed?.() ?? text.replaceAll(/[\ud800-\udfff]/g, "?");
}

function fail(): never {
  throw new Error("no call is declared");
}
