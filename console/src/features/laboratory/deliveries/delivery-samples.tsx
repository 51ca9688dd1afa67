import type { DeliveredSample } from "@tracewater/contract/laboratory/deliveries";
import { useTranslation } from "react-i18next";
import { Blank } from "../../../kit/blank.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { ConditionMark, SampleStateMark, useSampleWords } from "../../../pickers/sample-words.tsx";

/** The bottles of a delivery, and how each arrived. */
export function DeliverySamples({ samples }: { samples: readonly DeliveredSample[] }) {
  const { t } = useTranslation("laboratory-deliveries");
  const word = useSampleWords();
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
      empty={<Blank title={t("noSamples")} text={t("form.sealedOnly")} />}
      columns={[
        { id: "sampleNo", label: word("sampleNo"), width: 135, required: true, cell: numberOf },
        {
          ...{ id: "bottle", label: word("bodyCode"), width: 115 },
          cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
        },
        {
          ...{ id: "seal", label: word("sealNo"), width: 100 },
          cell: (row) => <span className="code">{row.sealNo ?? "—"}</span>,
        },
        {
          ...{ id: "point", label: word("point"), width: 130 },
          cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
        },
        {
          ...{ id: "state", label: word("state"), width: 105 },
          cell: (row) => <SampleStateMark state={row.state} />,
        },
        { id: "condition", label: t("condition"), width: 125, cell: conditionOf },
        { id: "note", label: word("note"), width: 160, cell: (row) => row.conditionNote || "—" },
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
