import { samplingLabels } from "@tracewater/contract/laboratory/sampling-labels";
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { SamplingService } from "./sampling.service.ts";
import type { SamplingQuery } from "./sampling.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof samplingLabels)["en"];
type Column = {
  labelKey: LabelKey;
  unit?: string;
  width: number;
  cell: (row: Sampling, label: (key: LabelKey) => string) => Cell;
};

/** Answers with the samples that a query asks for, as an xlsx; numbers as they are stored, times with their offset. */
export async function sendSamplings(
  parts: { samplings: SamplingService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: SamplingQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const label = (key: LabelKey) => samplingLabels[language][key];
  const columns = columnsOf(parts.printMoment);

  async function* each(): AsyncGenerator<Sampling> {
    for (let before = largestId; ; ) {
      const rows = await parts.samplings.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.samplingId;
    }
  }
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map((column) => column.cell(row, label));
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "waterSampling",
    name: textIn({ en: "Water samplings.xlsx", zh: "水样.xlsx" }, language),
    columns: columns.map((one) => ({
      head: one.unit === undefined ? label(one.labelKey) : `${label(one.labelKey)} (${one.unit})`,
      width: one.width,
    })),
    rows: cells(),
    reply,
  });
}

function columnsOf(print: PrintMoment): readonly Column[] {
  const plain = (labelKey: LabelKey, name: keyof Sampling, width = 16, unit?: string): Column => ({
    ...{ labelKey, width, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => {
      const value = row[name];
      return typeof value === "number" || value === null ? value : String(value);
    },
  });
  const choice = (labelKey: "kind" | "origin" | "state"): Column => ({
    ...{ labelKey, width: 16 },
    cell: (row, label) => label(`${labelKey}.${row[labelKey]}` as LabelKey),
  });
  const moment = (labelKey: "began" | "ended"): Column => ({
    ...{ labelKey, width: 28 },
    cell: (row) => print(new Date(row[labelKey])),
  });
  return [
    plain("sampleNo", "sampleNo", 18),
    choice("kind"),
    choice("origin"),
    choice("state"),
    plain("pointCode", "pointCode"),
    plain("point", "pointName", 28),
    plain("unit", "unitName", 24),
    plain("plan", "planNo", 18),
    plain("device", "deviceName"),
    plain("slot", "slot", 8),
    plain("bodyCode", "bodyCode"),
    plain("capCode", "capCode"),
    moment("began"),
    moment("ended"),
    plain("volume", "volume", 12, "mL"),
    plain("aliquotsTaken", "aliquotsTaken"),
    plain("aliquotsMissed", "aliquotsMissed"),
    plain("maxGap", "maxGap", 28, "min"),
    plain("flowSampled", "flowSampled", 28, "%"),
    plain("ph", "ph", 8),
    plain("conductivity", "conductivity", 16, "µS/cm"),
    plain("waterTemp", "waterTemp", 16, "°C"),
    plain("flow", "flow", 14, "m³/d"),
    {
      ...{ labelKey: "flowSource", width: 20 },
      cell: (row, label) => (row.flowSource === null ? null : label(`flowSource.${row.flowSource}`)),
    },
    plain("latitude", "latitude", 12, "°"),
    plain("longitude", "longitude", 12, "°"),
    plain("samplerPerson", "samplerPerson"),
    plain("sealNo", "sealNo"),
    plain("delivery", "deliveryNo", 18),
    plain("note", "note", 40),
  ];
}
