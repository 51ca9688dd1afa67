import type { Call } from "@tracewater/contract/call";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Caller } from "../caller.ts";
import type { Language } from "../localized-text.ts";
import type { Serve } from "./serve-call.ts";

/** What a sheet needs to know alongside its rows. */
export type ExportRequest = { caller: Caller; language: Language; reply: FastifyReply };

/** Answers both calls of an export, by GET and by a form, in one way. */
export function serveExport<Q>(
  serve: Serve,
  byGet: Call<z.ZodType, z.ZodType<Q>>,
  byForm: Call<z.ZodType, z.ZodType, z.ZodType<Q>>,
  answer: (query: Q, asked: ExportRequest) => Promise<void>,
): void {
  serve.export(byGet, ({ query, language, reply }, caller) => answer(query, { caller, language, reply }));
  serve.export(byForm, ({ body, language, reply }, caller) => answer(body, { caller, language, reply }));
}
