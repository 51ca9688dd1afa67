/** Loads in force in the layouts in which others collect them: EUDA and SCORE's weeks, and the tables of PHES-ODM. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { id } from "../envelope.ts";
import type { LocalizedText } from "../locales.ts";
import { blank } from "../paging.ts";
import { assayPhase, assaySource } from "./assay-fields.ts";

const query = z.object({
  pointId: blank(id),
  /** Days of sampling, both included; at most 400 of them. */
  from: z.iso.date(),
  until: z.iso.date(),
  phase: blank(assayPhase).transform((value) => value ?? "liquid"),
  source: blank(assaySource).transform((value) => value ?? "lcms"),
});

const collection = (layout: "euda" | "odm", title: LocalizedText) =>
  defineCall({
    name: layout === "euda" ? "getEudaCollection" : "getOdmCollection",
    method: "GET",
    path: `/v2/admin/load/collection/${layout}`,
    access: permission("laboratory:load:export"),
    title,
    answers: "file",
    query,
  });

/** Weeks with their daily loads per 1000 inhabitants, by residue and site, under the heading of EUDA's own table. */
export const getEudaCollection = collection("euda", {
  en: "Export loads for EUDA/SCORE",
  zh: "导出 EUDA/SCORE 格式负荷",
});
/** Sites, samples and measures, each a table under the column names of PHES-ODM. */
export const getOdmCollection = collection("odm", {
  en: "Export loads as PHES-ODM",
  zh: "导出 PHES-ODM 格式负荷",
});
