import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import { planLabels } from "@tracewater/contract/laboratory/plan-labels";
import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { locales, nameIn, textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import { createOffsetPrinter, type PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { PlanService } from "./plan.service.ts";
import type { PlanQuery } from "./plan.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof planLabels)["en"];
type Column = { labelKey: LabelKey; unit?: string; width: number; cell: (row: SamplingPlan) => Cell };

/** Answers with the plans that a query asks for, as an xlsx; begin and end with the offset of the plan's own zone. */
export async function sendPlans(
  parts: { plans: PlanService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: PlanQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const columns = columnsOf(language, parts.printMoment);

  async function* each(): AsyncGenerator<SamplingPlan> {
    for (let before = largestId; ; ) {
      const rows = await parts.plans.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.planId;
    }
  }
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map((column) => column.cell(row));
  }

  const labels = planLabels[language];
  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "samplingPlan",
    name: textIn({ en: "Sampling plans.xlsx", zh: "采样计划.xlsx" }, language),
    columns: columns.map(({ labelKey, unit, width }) => ({
      head: unit === undefined ? labels[labelKey] : `${labels[labelKey]} (${unit})`,
      width,
    })),
    rows: cells(),
    reply,
  });
}

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const labels = planLabels[language];
  const printers = new Map<string, PrintMoment>();
  const printIn = (zone: string) => {
    const print = printers.get(zone) ?? createOffsetPrinter(zone);
    printers.set(zone, print);
    return print;
  };
  const plain = (labelKey: LabelKey, name: keyof SamplingPlan, width = 16, unit?: string): Column => ({
    ...{ labelKey, width, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => {
      const value = row[name];
      return typeof value === "number" || value === null ? value : String(value);
    },
  });
  const choice = (labelKey: "state" | "purpose" | "mode" | "preservative"): Column => ({
    ...{ labelKey, width: 24 },
    cell: (row) => labels[`${labelKey}.${row[labelKey]}` as LabelKey],
  });
  const planned = (labelKey: "startsAt" | "endsAt"): Column => ({
    ...{ labelKey, width: 28 },
    cell: (row) => printIn(row.zone)(new Date(row[labelKey])),
  });
  const moment = (labelKey: "createdAt" | "approvedAt"): Column => ({
    ...{ labelKey, width: 28 },
    cell: (row) => {
      const at = row[labelKey];
      return at === null ? null : print(new Date(at));
    },
  });
  const between = locales[language].comma;
  return [
    plain("planNo", "planNo", 18),
    plain("name", "name", 28),
    choice("state"),
    choice("purpose"),
    plain("pointCode", "pointCode"),
    plain("point", "pointName", 28),
    plain("unit", "unitName", 24),
    plain("device", "deviceName"),
    choice("mode"),
    planned("startsAt"),
    planned("endsAt"),
    plain("zone", "zone", 20),
    plain("intervalMin", "intervalMin", 12, "min"),
    plain("pulse", "pulse", 12, "m³"),
    plain("aliquot", "aliquot", 12, "mL"),
    plain("bottles", "bottles", 10),
    plain("bottleVolume", "bottleVolume", 16, "mL"),
    {
      labelKey: "days",
      width: 28,
      cell: (row) => row.days.map((day) => labels[`days.${day}`]).join(between),
    },
    {
      ...{ labelKey: "analytes", width: 48 },
      cell: (row) => row.analytes.map((one) => nameIn(analyteLabels[one], language)).join(between),
    },
    choice("preservative"),
    plain("holdingHours", "holdingHours", 14, "h"),
    plain("createdBy", "createdBy"),
    moment("createdAt"),
    plain("approvedBy", "approvedBy"),
    moment("approvedAt"),
    plain("samplings", "samplings", 12),
    plain("note", "note", 40),
  ];
}
