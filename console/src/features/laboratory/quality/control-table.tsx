import type { ControlResult } from "@tracewater/contract/laboratory/analytical-batches";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import type { AnalyticalBatchDetail } from "./analytical-batch-detail.ts";

type Row = AnalyticalBatchDetail["results"][number];

/** All that was measured for the quality of a batch. */
export function ControlTable(props: {
  batch: AnalyticalBatchDetail;
  onRemove: ((resultId: number) => void) | null;
}) {
  const { batch, onRemove } = props;
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const resultText = useResultText();
  const remove = ({ resultId, result }: Row) =>
    onRemove === null ? null : (
      <Allowed to="laboratory:batch:edit">
        <IconButton
          label={t("act.drop", {
            name: `${label(`analyte.${result.analyte}`)}, ${t(`kind.${result.kind}`)}`,
          })}
          onClick={() => onRemove(resultId)}
        >
          <Trash2 />
        </IconButton>
      </Allowed>
    );
  const columns = useControlColumns(remove);
  return (
    <Card
      flush
      section="results"
      title={t("results")}
      hint={t("resultsHint", { count: batch.results.length })}
    >
      <DataTable
        id="control_result"
        columns={columns}
        rows={batch.results}
        rowKey={(row) => String(row.resultId)}
        empty={<EmptyState title={t("none.results")} text={t("none.resultsText")} />}
        cards={(row) => (
          <div className="record-card">
            <span className="record-line">
              <strong>
                {t(`kind.${row.result.kind}`)} · {label(`analyte.${row.result.analyte}`)}
              </strong>
              {remove(row)}
            </span>
            <span className="num">{resultText(row.result)}</span>
          </div>
        )}
      />
    </Card>
  );
}

/** What was measured, of what, and at the end of a row `remove`. */
function useControlColumns(remove: Column<Row>["cell"]): Column<Row>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const resultText = useResultText();
  return [
    {
      id: "kind",
      label: t("kindHead"),
      width: 140,
      required: true,
      cell: ({ result }) => t(`kind.${result.kind}`),
    },
    {
      id: "analyte",
      label: label("analyte"),
      width: 160,
      required: true,
      cell: ({ result }) => label(`analyte.${result.analyte}`),
    },
    {
      ...{ id: "figures", label: t("figures"), width: 360, required: true },
      cell: ({ result }) => <span className="num">{resultText(result)}</span>,
    },
    {
      ...{
        id: "actions",
        label: t("act.enter"),
        width: 64,
        headless: true,
        required: true,
        align: "right" as const,
      },
      cell: remove,
    },
  ];
}

export function useResultText(): (result: ControlResult) => string {
  const { t } = useTranslation("laboratory-quality");
  return (result) => {
    switch (result.kind) {
      case "calibration":
        return t("told.calibration", { level: result.level, response: result.response });
      case "duplicate":
        return t("told.duplicate", { value: result.value, second: result.second });
      case "spike":
        return t("told.spike", { native: result.native, spiked: result.spiked, added: result.added });
      case "control":
        return t("told.control", { material: result.material, value: result.value });
      default:
        return t("told.blank", { value: result.value ?? t("notFound"), loq: result.loq });
    }
  };
}
