import type { ReplyOf } from "@tracewater/contract/call";
import { type Assay, type AssayWarning, getAssay } from "@tracewater/contract/laboratory/assays";
import Segmented from "antd/es/segmented";
import { GitCompareArrows, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { AssayCard, useSampleColumns } from "./assay-columns.tsx";
import { WarningMark } from "./assay-parts.tsx";
import { AssayValuesDialog } from "./assay-values-dialog.tsx";
import { type Decision, DecisionDialog } from "./decision-dialog.tsx";
import { DoubtsCard } from "./doubts-card.tsx";
import { FollowedCard } from "./followed-card.tsx";
import { RatiosCard } from "./ratios-card.tsx";
import { SampleHead } from "./sample-head.tsx";
import { decadesOf } from "./strip.tsx";

const largestId = 2_147_483_647;

/** All that was found in one sample: values with what they are worth, who found and who approved them; on a device's page of its own. */
export function SampleView({ assayId, ofDevice }: { assayId: number; ofDevice?: string }) {
  const { t } = useTranslation("laboratory-assays");
  const isId = Number.isInteger(assayId) && assayId > 0 && assayId <= largestId;
  const { data, error, refetch } = useApi(
    getAssay,
    { params: { id: isId ? assayId : 0 } },
    { handled: true, enabled: isId },
  );
  const isOthers = ofDevice !== undefined && data !== undefined && data.data.assay.deviceName !== ofDevice;
  if (!isId || error?.code === 404 || isOthers) {
    return <EmptyState title={t("sample.missing")} text={t("sample.missingText")} />;
  }
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <Sample {...data.data} isPart={ofDevice !== undefined} />;
}

function Sample(
  sample: ReplyOf<typeof getAssay>["data"] & {
    isPart: boolean;
  },
) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [editing, setEditing] = useState<Assay | null>(null);
  return (
    <>
      <SampleHead
        assay={sample.assay}
        results={sample.results}
        sample={sample.sample ?? undefined}
        isPart={sample.isPart}
        onDecide={setDecision}
      />
      <DoubtsCard doubts={sample.doubts} />
      <FollowedCard assayId={sample.assay.assayId} />
      <Results {...sample} onEdit={setEditing} />
      <RatiosCard ratios={sample.ratios} />
      {decision === null ? null : <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
      {editing === null ? null : <AssayValuesDialog row={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const kinds = ["quantified", "belowLoq", "notDetected", "aboveRange", "rejected"] as const;

function Results(props: {
  results: readonly Assay[];
  warnings: readonly AssayWarning[];
  onEdit: (row: Assay) => void;
}) {
  const { results, warnings, onEdit } = props;
  const { t } = useTranslation("laboratory-assays");
  const labelOf = useAssayLabels();
  const [flag, setFlag] = useState<string>("all");
  const actions = (row: Assay) => <EditButton row={row} onEdit={onEdit} />;
  const columns = useSampleColumns({ warnings, decades: decadesOf(results), actions });
  const shown = flag === "all" ? results : results.filter((row) => row.flag === flag);
  const option = (value: string, label: string, count: number) => ({ value, label: `${label} ${count}` });
  return (
    <Card flush className="assay-rows">
      <div className="assay-filter">
        <div className="assay-kinds">
          <Segmented
            aria-label={labelOf("flag")}
            value={flag}
            onChange={setFlag}
            options={[
              option("all", t("all"), results.length),
              ...kinds.flatMap((kind) => {
                const count = results.filter((row) => row.flag === kind).length;
                return count === 0 ? [] : [option(kind, labelOf(`flag.${kind}`), count)];
              }),
            ]}
          />
        </div>
        <div className="assay-legend assay-quiet">
          <span>
            <i className="assay-band" /> {t("sample.legend")}
          </span>
          <span>
            <i className="assay-dot" /> {t("sample.legendValue")}
          </span>
          <span>{t("sample.expanded")}</span>
        </div>
      </div>
      <DataTable
        id="assay_sample"
        columns={columns}
        rows={shown}
        rowKey={(row) => String(row.assayId)}
        empty={<EmptyState title={t("sample.none")} />}
        cards={(row) => (
          <AssayCard row={row}>
            <span className="assay-row-actions">
              {warnings
                .filter((one) => one.analyte === row.analyte)
                .map((one) => (
                  <WarningMark key={one.key} warning={one} />
                ))}
              {actions(row)}
            </span>
          </AssayCard>
        )}
      />
    </Card>
  );
}

/** A draft is changed; what was approved is superseded. */
function EditButton({ row, onEdit }: { row: Assay; onEdit: (row: Assay) => void }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const isOpen = row.state === "draft";
  if (!isOpen && (row.state !== "approved" || row.supersededBy !== null)) return null;
  return (
    <Allowed to="laboratory:assay:edit">
      <IconButton
        label={t(isOpen ? "act.change" : "act.supersede", { name: label(`analyte.${row.analyte}`) })}
        onClick={() => onEdit(row)}
      >
        {isOpen ? <Pencil /> : <GitCompareArrows />}
      </IconButton>
    </Allowed>
  );
}
