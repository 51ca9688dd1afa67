import { deliveryLabels } from "@tracewater/contract/laboratory/delivery-labels";
import type { SampleDelivery } from "@tracewater/contract/laboratory/sample-deliveries";
import { textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { SampleDeliveryService } from "./sample-delivery.service.ts";
import type { DeliveryQuery } from "./sample-delivery.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof deliveryLabels)["en"];

/** Answers with the deliveries that a query asks for, as an xlsx; times with their offset. */
export async function sendDeliveries(
  parts: { deliveries: SampleDeliveryService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: DeliveryQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const labels = deliveryLabels[language];
  const print = (at: number | null) => (at === null ? null : parts.printMoment(new Date(at)));
  const columns: readonly [LabelKey, number, (row: SampleDelivery) => Cell, string?][] = [
    ["deliveryNo", 20, (row) => row.deliveryNo],
    ["state", 14, (row) => labels[`state.${row.state}`]],
    ["from", 24, (row) => row.unitName],
    ["to", 24, (row) => row.toUnitName],
    ["sampleCount", 10, (row) => row.sampleCount],
    ["courier", 16, (row) => row.courier],
    ["boxNo", 16, (row) => row.boxNo],
    ["sealNo", 16, (row) => row.sealNo],
    ["handedAt", 28, (row) => print(row.handedAt)],
    ["handedBy", 16, (row) => row.handedBy],
    ["receivedAt", 28, (row) => print(row.receivedAt)],
    ["receivedBy", 16, (row) => row.receivedBy],
    ["tempMin", 18, (row) => row.tempMin, "°C"],
    ["tempMax", 18, (row) => row.tempMax, "°C"],
    ["decision", 24, (row) => (row.decision === null ? null : labels[`decision.${row.decision}`])],
    ["reason", 40, (row) => row.reason],
    ["note", 40, (row) => row.note],
  ];

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map(([, , cell]) => cell(row));
  }
  async function* each(): AsyncGenerator<SampleDelivery> {
    for (let before = largestId; ; ) {
      const rows = await parts.deliveries.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.deliveryId;
    }
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "delivery",
    name: textIn({ en: "Deliveries.xlsx", zh: "送样单.xlsx" }, language),
    columns: columns.map(([labelKey, width, , unit]) => ({
      head: unit === undefined ? labels[labelKey] : `${labels[labelKey]} (${unit})`,
      width,
    })),
    rows: cells(),
    reply,
  });
}
