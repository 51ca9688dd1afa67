import { z } from "zod";
import type { AnyCall } from "./call.ts";
import { open } from "./call.ts";
import { defineCall } from "./define-call.ts";
import { fieldError } from "./envelope.ts";

/** The description of this API; open, since it says nothing of anybody's data. */
export const getOpenApi = defineCall({
  name: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  access: open,
  exemptFromLicence: true,
  answers: "bare",
  reply: z.looseObject({ openapi: z.string() }),
});

/** The same as a page to read. */
export const getOpenApiPage = defineCall({
  name: "getOpenApiPage",
  method: "GET",
  path: "/openapi",
  access: open,
  exemptFromLicence: true,
  answers: "page",
});

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of calls, all of them under `prefix`. */
export function describeCalls(calls: readonly AnyCall[], prefix: string): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tracewater",
      version: "1",
      description:
        "Every response is HTTP 200 with `{code, msg}`; `code` 200 means success, 400 bad input, 401 not logged in, 403 no " +
        "permission, 404 not found, 409 conflict, 427 sign with a passkey (`data` is what to ask for), 428 confirm who you are first, 500 refused, 601 warning. `errors` lists the fields that are wrong.",
    },
    servers: [{ url: prefix }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

/** One operation of the document. */
export function describeCall(call: AnyCall): Json {
  const body = toSchema(call.body, "input");
  const hasBody = (call.method === "POST" || call.method === "PUT") && !isEmpty(body);
  return {
    operationId: call.name,
    tags: [tagOf(call.path)],
    security: call.access.kind === "open" ? [] : [{ bearer: [] }],
    ...(call.access.kind === "permission" ? { "x-permission": call.access.permission } : {}),
    ...(call.confirmation === "never" ? {} : { "x-confirmation": call.confirmation }),
    ...(call.personOnly ? { "x-person-only": true } : {}),
    parameters: [...parameters(call.params, "path"), ...parameters(call.query, "query")],
    ...(hasBody || isUpload(call) ? { requestBody: describeBody(call, body) } : {}),
    responses: {
      200: { description: "the response, or an error in the same envelope", content: describeReply(call) },
    },
  };
}

/** Calls of one thing are together: `device`, `samplePoint`; what has one word for a path is general. */
export function tagOf(path: string): string {
  const [first = "", ...others] = path
    .split("/")
    .filter((part) => part !== "" && !/^(v\d|admin)$/.test(part));
  return others.length === 0 && !path.startsWith("/v") ? "general" : first;
}

function parameters(schema: z.ZodType, place: "path" | "query"): Json[] {
  const { properties = {}, required = [] } = toSchema(schema, "input");
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: described,
  }));
}

const file = {
  type: "object",
  properties: { file: { type: "string", format: "binary" } },
  required: ["file"],
};

function describeBody(call: AnyCall, body: Json): Json {
  if (call.takes === "bytes") return { content: { "*/*": { schema: { type: "string", format: "binary" } } } };
  if (isUpload(call)) return { content: { "multipart/form-data": { schema: file } } };
  const type = call.takes === "form" ? "application/x-www-form-urlencoded" : "application/json";
  return { content: { [type]: { schema: body } } };
}

function describeReply(call: AnyCall): Json {
  const refusal = toSchema(refused, "output");
  if (call.answers === "page") return { "text/html": {} };
  if (call.answers === "bare") return { "application/json": { schema: toSchema(call.reply, "output") } };
  if (call.answers === "file") {
    const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return { [xlsx]: {}, "application/json": { schema: refusal } };
  }
  const reply = toSchema(call.reply, "output");
  const success = { allOf: [toSchema(succeeded, "output"), ...(isEmpty(reply) ? [] : [reply])] };
  return { "application/json": { schema: { anyOf: [success, refusal] } } };
}

const succeeded = z.looseObject({ code: z.literal(200), msg: z.string() });
const refused = z.looseObject({
  code: z.number().int(),
  msg: z.string(),
  errors: z.array(fieldError).optional(),
  requestId: z.string().optional(),
});

type ObjectSchema = Json & { properties?: Record<string, unknown>; required?: string[] };

function toSchema(schema: z.ZodType, io: "input" | "output"): ObjectSchema {
  const {
    $schema: _,
    "~standard": __,
    ...described
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described as ObjectSchema; // a JSON schema of an object, which every part of a call is
}

function isEmpty(schema: ObjectSchema): boolean {
  return Object.keys(schema.properties ?? {}).length === 0 && schema["anyOf"] === undefined;
}

function isUpload(call: AnyCall): boolean {
  return call.takes !== "json" && call.takes !== "form";
}
