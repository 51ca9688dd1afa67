import { detectionLabels } from "@tracewater/contract/laboratory/detection-labels";
import type { Detection } from "@tracewater/contract/laboratory/detections";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { DetectionService } from "./detection.service.ts";
import type { DetectionQuery } from "./detection.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof detectionLabels)["en"];
type Column = { labelKey: LabelKey; unit?: string; width?: number; cell: (row: Detection) => Cell };

/** Answers with the detections that a query asks for, as an xlsx; times with their offset. */
export async function sendDetections(
  parts: { detections: DetectionService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: DetectionQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const labels = detectionLabels[language];
  const columns = columnsOf(language, parts.printMoment);

  async function* each(): AsyncGenerator<Detection> {
    for (let before = largestId; ; ) {
      const rows = await parts.detections.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.detectionId;
    }
  }
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map((column) => column.cell(row));
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "detection",
    name: `${labels.title}.xlsx`,
    columns: columns.map(({ labelKey, unit, width = 16 }) => ({
      head: unit === undefined ? labels[labelKey] : `${labels[labelKey]} (${unit})`,
      width,
    })),
    rows: cells(),
    reply,
  });
}

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const label = (key: LabelKey) => detectionLabels[language][key];
  return [
    { labelKey: "measuredAt", width: 26, cell: (row) => print(new Date(row.measuredAt)) },
    { labelKey: "startedAt", width: 26, cell: (row) => print(new Date(row.startedAt)) },
    { labelKey: "device", cell: (row) => row.deviceName },
    { labelKey: "organisation", cell: (row) => row.unitName },
    { labelKey: "point", width: 24, cell: (row) => row.pointName },
    { labelKey: "sampleNo", width: 24, cell: (row) => row.sampleNo },
    { labelKey: "method", width: 24, cell: (row) => row.method },
    { labelKey: "quantified", cell: (row) => row.quantified },
    { labelKey: "recovery", unit: "%", cell: (row) => row.recovery },
    { labelKey: "qc", cell: (row) => label(`qc.${row.qc}`) },
    { labelKey: "blank", cell: (row) => label(`blank.${row.blank}`) },
    { labelKey: "exceeded", cell: (row) => row.exceeded },
    { labelKey: "state", cell: (row) => label(`state.${row.state}`) },
  ];
}
