import { z } from "zod";
import type { Access, Call, CallTitle } from "./call.ts";

type Declared<P, Q, B, R> = {
  name: string;
  method: Call["method"];
  path: string;
  access: Access;
  title?: CallTitle;
  audited?: boolean;
  personOnly?: boolean;
  onDisplays?: boolean;
  confirmation?: Call["confirmation"];
  exemptFromLicence?: boolean;
  takes?: Call["takes"];
  answers?: Call["answers"];
  params?: P;
  query?: Q;
  body?: B;
  reply?: R;
};

const nothing = z.object({});

/** Declares a call; parts that are left out take and give nothing. */
export function defineCall<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  R extends z.ZodType = typeof nothing,
>(declared: Declared<P, Q, B, R>): Call<P, Q, B, R> {
  const empty: z.ZodType = nothing;
  return {
    title: null,
    audited: declared.method !== "GET" || declared.answers === "file",
    personOnly: false,
    onDisplays: false,
    confirmation: "never",
    exemptFromLicence: false,
    takes: "json",
    answers: "json",
    params: empty as P,
    query: empty as Q,
    body: empty as B,
    reply: empty as R,
    ...declared,
  };
}
