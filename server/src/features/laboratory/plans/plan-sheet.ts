import { analyteWords } from "@tracewater/contract/laboratory/analyte-words";
import { planWords } from "@tracewater/contract/laboratory/plan-words";
import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { atMost, sendSheet } from "../../../platform/files/send-sheet.ts";
import { createOffsetPrinter, type PrintMoment } from "../../../platform/moments.ts";
import type { Language } from "../../../platform/words.ts";
import type { Cell } from "../../../platform/xlsx/sheet-writer.ts";
import type { PlanService } from "./plan.service.ts";
import type { PlanQuery } from "./plan.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type Word = keyof (typeof planWords)["en"];
type Column = { word: Word; unit?: string; width: number; cell: (row: SamplingPlan) => Cell };

/** Answers with the plans that a query asks for, as an xlsx; begin and end with the offset of the plan's own zone. */
export async function sendPlans(
  parts: { plans: PlanService; files: MadeFiles; printMoment: PrintMoment },
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
    for await (const row of atMost(each())) yield columns.map((column) => column.cell(row));
  }

  const words = planWords[language];
  await sendSheet(parts.files, {
    ownerId: caller.userId,
    thing: "samplingPlan",
    name: language === "zh" ? "采样计划.xlsx" : "Sampling plans.xlsx",
    columns: columns.map(({ word, unit, width }) => ({
      head: unit === undefined ? words[word] : `${words[word]} (${unit})`,
      width,
    })),
    rows: cells(),
    reply,
  });
}

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const words = planWords[language];
  const printers = new Map<string, PrintMoment>();
  const printIn = (zone: string) => {
    const print = printers.get(zone) ?? createOffsetPrinter(zone);
    printers.set(zone, print);
    return print;
  };
  const plain = (word: Word, name: keyof SamplingPlan, width = 16, unit?: string): Column => ({
    ...{ word, width, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => {
      const value = row[name];
      return typeof value === "number" || value === null ? value : String(value);
    },
  });
  const choice = (word: "state" | "purpose" | "mode" | "preservative"): Column => ({
    ...{ word, width: 24 },
    cell: (row) => words[`${word}.${row[word]}` as Word],
  });
  const planned = (word: "startsAt" | "endsAt"): Column => ({
    ...{ word, width: 28 },
    cell: (row) => printIn(row.zone)(new Date(row[word])),
  });
  const moment = (word: "createdAt" | "approvedAt"): Column => ({
    ...{ word, width: 28 },
    cell: (row) => {
      const at = row[word];
      return at === null ? null : print(new Date(at));
    },
  });
  const between = language === "zh" ? "、" : ", ";
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
    { word: "days", width: 28, cell: (row) => row.days.map((day) => words[`days.${day}`]).join(between) },
    {
      ...{ word: "analytes", width: 48 },
      cell: (row) =>
        row.analytes.map((one) => analyteWords[one][language === "zh" ? "nameZh" : "name"]).join(between),
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
