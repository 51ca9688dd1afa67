import { planRunLabels } from "@tracewater/contract/laboratory/plan-run-labels";
import type { PlanRunRow } from "@tracewater/contract/laboratory/plan-runs";
import type { SamplingPlan } from "@tracewater/contract/laboratory/plans";
import { samplingLabels } from "@tracewater/contract/laboratory/sampling-labels";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { ExportRequest } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";

type LabelKey = keyof (typeof planRunLabels)["en"];
type Column = { labelKey: LabelKey; unit?: string; cell: (row: PlanRunRow) => Cell };

/** Answers with the run of a plan as an xlsx, named by the plan's number. */
export async function sendPlanRun(
  parts: { files: ExportFiles; printMoment: PrintMoment },
  asked: ExportRequest & { plan: SamplingPlan; rows: AsyncIterable<PlanRunRow> },
): Promise<void> {
  const { caller, language, plan, reply } = asked;
  const columns = columnsOf(language, parts.printMoment);

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(asked.rows)) yield columns.map((column) => column.cell(row));
  }

  const labels = planRunLabels[language];
  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "planRun",
    name: `${plan.planNo}.xlsx`,
    columns: columns.map(({ labelKey, unit }) => ({
      head: unit === undefined ? labels[labelKey] : `${labels[labelKey]} (${unit})`,
      width: 18,
    })),
    rows: cells(),
    reply,
  });
}

function columnsOf(language: Language, print: PrintMoment): readonly Column[] {
  const labels = planRunLabels[language];
  const ofSample = samplingLabels[language];
  const plain = (labelKey: LabelKey & keyof PlanRunRow, unit?: string): Column => ({
    ...{ labelKey, ...(unit === undefined ? {} : { unit }) },
    cell: (row) => row[labelKey],
  });
  const moment = (labelKey: "began" | "ended"): Column => ({
    labelKey,
    cell: (row) => {
      const at = row[labelKey];
      return at === null ? null : print(new Date(at));
    },
  });
  return [
    plain("day"),
    { labelKey: "outcome", cell: (row) => labels[`outcome.${row.outcome}`] },
    plain("sampleNo"),
    { labelKey: "kind", cell: ({ kind }) => (kind === null ? null : ofSample[`kind.${kind}`]) },
    { labelKey: "state", cell: ({ state }) => (state === null ? null : ofSample[`state.${state}`]) },
    plain("bodyCode"),
    moment("began"),
    moment("ended"),
    plain("volume", "mL"),
    plain("aliquotsTaken"),
    plain("aliquotsMissed"),
    plain("boxTempMax", "°C"),
    plain("deliveryNo"),
    plain("results"),
    plain("approved"),
    plain("exceeded"),
    plain("loads"),
  ];
}
