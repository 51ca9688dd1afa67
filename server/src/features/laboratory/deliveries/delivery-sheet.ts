import type { Delivery } from "@tracewater/contract/laboratory/deliveries";
import { deliveryWords } from "@tracewater/contract/laboratory/delivery-words";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { atMost, sendSheet } from "../../../platform/files/send-sheet.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Language } from "../../../platform/words.ts";
import type { Cell } from "../../../platform/xlsx/sheet-writer.ts";
import type { DeliveryService } from "./delivery.service.ts";
import type { DeliveryQuery } from "./delivery.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type Word = keyof (typeof deliveryWords)["en"];

/** Answers with the deliveries that a query asks for, as an xlsx; times with their offset. */
export async function sendDeliveries(
  parts: { deliveries: DeliveryService; files: MadeFiles; printMoment: PrintMoment },
  asked: { query: DeliveryQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const words = deliveryWords[language];
  const print = (at: number | null) => (at === null ? null : parts.printMoment(new Date(at)));
  const columns: readonly [Word, number, (row: Delivery) => Cell, string?][] = [
    ["deliveryNo", 20, (row) => row.deliveryNo],
    ["state", 14, (row) => words[`state.${row.state}`]],
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
    ["decision", 24, (row) => (row.decision === null ? null : words[`decision.${row.decision}`])],
    ["reason", 40, (row) => row.reason],
    ["note", 40, (row) => row.note],
  ];

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of atMost(each())) yield columns.map(([, , cell]) => cell(row));
  }
  async function* each(): AsyncGenerator<Delivery> {
    for (let before = largestId; ; ) {
      const rows = await parts.deliveries.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.deliveryId;
    }
  }

  await sendSheet(parts.files, {
    ownerId: caller.userId,
    thing: "delivery",
    name: language === "zh" ? "送样单.xlsx" : "Deliveries.xlsx",
    columns: columns.map(([word, width, , unit]) => ({
      head: unit === undefined ? words[word] : `${words[word]} (${unit})`,
      width,
    })),
    rows: cells(),
    reply,
  });
}
