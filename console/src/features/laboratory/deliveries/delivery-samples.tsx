import type { DeliveredSample } from "@tracewater/contract/laboratory/sample-deliveries";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { ConditionMark, SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";

/** The bottles of a delivery, and how each arrived. */
export function DeliverySamples({ samples }: { samples: readonly DeliveredSample[] }) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useSampleLabels();
  const numberOf = (row: DeliveredSample) => (
    <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
      {row.sampleNo}
    </PathLink>
  );
  const conditionOf = (row: DeliveredSample) =>
    row.condition === null ? "—" : <ConditionMark condition={row.condition} />;
  return (
    <DataTable
      id="delivery_sample"
      rows={samples}
      rowKey={(row) => String(row.samplingId)}
      empty={<EmptyState title={t("noSamples")} text={t("form.sealedOnly")} />}
      columns={[
        { id: "sampleNo", label: label("sampleNo"), width: 133, required: true, cell: numberOf },
        {
          ...{ id: "bottle", label: label("bodyCode"), width: 105 },
          cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
        },
        {
          ...{ id: "seal", label: label("sealNo"), width: 100 },
          cell: (row) => <span className="code">{row.sealNo ?? "—"}</span>,
        },
        {
          ...{ id: "point", label: label("point"), width: 130, flexible: true },
          cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
        },
        {
          ...{ id: "state", label: label("state"), width: 105 },
          cell: (row) => <SampleStateMark state={row.state} />,
        },
        { id: "condition", label: t("condition"), width: 162, cell: conditionOf },
        {
          id: "note",
          label: label("note"),
          width: 160,
          hiddenAtFirst: true,
          cell: (row) => row.conditionNote || "—",
        },
      ]}
      cards={(row) => (
        <div className="record-card">
          <span className="record-line">
            {numberOf(row)}
            <SampleStateMark state={row.state} />
          </span>
          <span className="record-line record-quiet">
            <span className="code">{row.bodyCode}</span>
            {conditionOf(row)}
          </span>
        </div>
      )}
    />
  );
}
