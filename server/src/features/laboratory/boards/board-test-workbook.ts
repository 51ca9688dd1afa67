import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import type { BoardQuantity } from "@tracewater/contract/laboratory/board-readings";
import { boardTestLabels } from "@tracewater/contract/laboratory/board-test-labels";
import type { BoardTest } from "@tracewater/contract/laboratory/board-tests";
import { nameIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { BoardTestService } from "./board-test.service.ts";
import type { BoardTestQuery } from "./board-test.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof boardTestLabels)["en"];
type Column = { labelKey: LabelKey; unit?: string; width?: number; cell: (row: BoardTest) => Cell };

/** Answers with the tests that a query asks for, as an xlsx; figures as they are stored, times with their offset. */
export async function sendBoardTests(
  parts: { tests: BoardTestService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: BoardTestQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const columns = columnsOf(language, parts.printMoment);

  async function* each(): AsyncGenerator<BoardTest> {
    for (let before = largestId; ; ) {
      const rows = await parts.tests.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.testId;
    }
  }
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map((column) => column.cell(row));
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "boardTest",
    name: `${boardTestLabels[language].title}.xlsx`,
    columns: columns.map(({ labelKey, unit, width = 16 }) => {
      const label = boardTestLabels[language][labelKey];
      return { head: unit === undefined ? label : `${label} (${unit})`, width };
    }),
    rows: cells(),
    reply,
  });
}

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const label = (key: LabelKey) => boardTestLabels[language][key];
  const analyteOf = ({ analyte }: BoardTest) =>
    analyte === null ? null : nameIn(analyteLabels[analyte], language);
  const plain = (labelKey: LabelKey, name: keyof BoardTest, unit?: string): Column => ({
    ...{ labelKey, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => {
      const value = row[name];
      return typeof value === "number" || typeof value === "string" ? value : null;
    },
  });
  return [
    { labelKey: "measuredAt", width: 26, cell: (row) => print(new Date(row.measuredAt)) },
    plain("device", "deviceName"),
    plain("organisation", "unitName"),
    plain("lotNo", "lotNo"),
    { labelKey: "analyte", width: 22, cell: analyteOf },
    plain("sampleNo", "sampleNo"),
    plain("operator", "operator"),
    plain("c", "c"),
    plain("t", "t"),
    plain("ratio", "ratio"),
    plain("background", "background"),
    plain("readAfter", "readAfter", "s"),
    plain("boardTemp", "boardTemp", "°C"),
    plain("preconcentration", "preconcentration"),
    { labelKey: "outcome", width: 22, cell: (row) => label(`outcome.${row.outcome}`) },
    {
      labelKey: "reason",
      width: 30,
      cell: (row) => (row.reason === null ? null : label(`reason.${row.reason}`)),
    },
    { labelKey: "quantity", cell: (row) => quantityText(row.quantity) },
    plain("unit", "quantityUnit"),
    { labelKey: "confirmation", cell: (row) => label(`confirmation.${row.confirmation}`) },
    {
      labelKey: "control",
      width: 20,
      cell: (row) => (row.control === null ? null : label(`control.${row.control}`)),
    },
    {
      labelKey: "withheld",
      width: 30,
      cell: (row) => (row.withheld === null ? null : label(`withheld.${row.withheld}`)),
    },
    { ...plain("sha256", "sha256"), width: 66 },
  ];
}

/** A number inside the calibrated range; beyond it the end of the range with its sign. */
function quantityText(quantity: BoardQuantity | null): Cell {
  if (quantity === null) return null;
  if (quantity.kind === "value") return quantity.value;
  return `${quantity.kind === "below" ? "<" : ">"} ${quantity.limit}`;
}
