import type { z } from "zod";
import type { Access, CallTitle } from "./call.ts";
import { defineCall } from "./define-call.ts";

/** The two calls of an export: by GET and, for clients of the family's habit, by a form; both mean the same. */
export function defineExport<Q extends z.ZodType>(declared: {
  name: string;
  path: string;
  access: Access;
  title: CallTitle;
  query: Q;
}) {
  const { query, name, ...both } = declared;
  return {
    export: defineCall({ ...both, name, method: "GET", answers: "file", query }),
    exportByForm: defineCall({
      ...both,
      name: `${name}ByForm`,
      method: "POST",
      takes: "form",
      answers: "file",
      body: query,
    }),
  };
}
