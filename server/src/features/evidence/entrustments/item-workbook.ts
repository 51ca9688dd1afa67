import { itemLabels } from "@tracewater/contract/evidence/item-labels";
import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import { textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { ItemService } from "./item.service.ts";
import type { ItemQuery } from "./item.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof itemLabels)["en"];

/** Answers with the items that a query asks for, as an xlsx; times with their offset. */
export async function sendItems(
  parts: { items: ItemService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: ItemQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const labels = itemLabels[language];
  const columns: readonly [LabelKey, number, (row: EvidenceItem) => Cell][] = [
    ["itemNo", 20, (row) => row.itemNo],
    ["entrustmentNo", 20, (row) => row.entrustmentNo],
    ["name", 30, (row) => row.name],
    ["state", 16, (row) => labels[`state.${row.state}`]],
    ["quantity", 12, (row) => row.quantity],
    ["reserve", 12, (row) => row.reserve],
    ["unit", 8, (row) => labels[`unit.${row.unit}`]],
    ["consumed", 12, (row) => row.consumed],
    ["moved", 12, (row) => row.moved],
    ["returnedAmount", 12, (row) => row.returnedAmount],
    ["destroyedAmount", 12, (row) => row.destroyedAmount],
    ["holder", 20, (row) => row.holder],
    ["place", 28, (row) => row.place],
    ["box", 14, (row) => row.deviceName],
    ["slot", 8, (row) => row.slot],
    ["sealNo", 16, (row) => row.sealNo],
    ["packaging", 24, (row) => row.packaging],
    ["uniqueMark", 24, (row) => row.uniqueMark],
    ["storage", 14, (row) => labels[`storage.${row.storage}`]],
    ["hazard", 14, (row) => labels[`hazard.${row.hazard}`]],
    ["origin", 18, (row) => labels[`origin.${row.origin}`]],
    ["parentNo", 20, (row) => row.parentNo],
    ["photoHash", 68, (row) => row.photoHash],
    ["createdAt", 28, (row) => parts.printMoment(new Date(row.createdAt))],
  ];

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map(([, , cell]) => cell(row));
  }
  async function* each(): AsyncGenerator<EvidenceItem> {
    for (let before = largestId; ; ) {
      const rows = await parts.items.listBefore(caller, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.itemId;
    }
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "evidenceItem",
    name: textIn({ en: "Evidence items.xlsx", zh: "检材.xlsx" }, language),
    columns: columns.map(([labelKey, width]) => ({ head: labels[labelKey], width })),
    rows: cells(),
    reply,
  });
}
