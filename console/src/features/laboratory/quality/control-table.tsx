import type { ControlResult } from "@tracewater/contract/laboratory/batches";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import type { BatchDetail } from "./batch-detail.ts";
import { useAssayWords } from "./quality-columns.tsx";

type Row = BatchDetail["results"][number];

/** All that was measured for the quality of a batch. */
export function ControlTable(props: { batch: BatchDetail; onRemove: ((resultId: number) => void) | null }) {
  const { batch, onRemove } = props;
  const { t } = useTranslation("laboratory-quality");
  const word = useAssayWords();
  const told = useToldFigures();
  const remove = ({ resultId, result }: Row) =>
    onRemove === null ? null : (
      <Allowed to="laboratory:batch:edit">
        <IconButton
          label={t("act.drop", { name: `${word(`analyte.${result.analyte}`)}, ${t(`kind.${result.kind}`)}` })}
          onClick={() => onRemove(resultId)}
        >
          <Trash2 />
        </IconButton>
      </Allowed>
    );
  const columns: Column<Row>[] = [
    {
      id: "kind",
      label: t("kindHead"),
      width: 140,
      required: true,
      cell: ({ result }) => t(`kind.${result.kind}`),
    },
    {
      id: "analyte",
      label: word("analyte"),
      width: 160,
      required: true,
      cell: ({ result }) => word(`analyte.${result.analyte}`),
    },
    {
      ...{ id: "figures", label: t("figures"), width: 360, required: true },
      cell: ({ result }) => <span className="num">{told(result)}</span>,
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
  return (
    <Card flush title={t("results")} hint={t("resultsHint", { count: batch.results.length })}>
      <DataTable
        id="control_result"
        columns={columns}
        rows={batch.results}
        rowKey={(row) => String(row.resultId)}
        empty={<Blank title={t("none.results")} text={t("none.resultsText")} />}
        cards={(row) => (
          <div className="record-card">
            <span className="record-line">
              <strong>
                {t(`kind.${row.result.kind}`)} · {word(`analyte.${row.result.analyte}`)}
              </strong>
              {remove(row)}
            </span>
            <span className="num">{told(row.result)}</span>
          </div>
        )}
      />
    </Card>
  );
}

export function useToldFigures(): (result: ControlResult) => string {
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
