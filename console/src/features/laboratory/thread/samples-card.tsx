import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { SampleStateMark, useSampleLabels } from "../../../pickers/sample-labels.tsx";

export function SamplesCard({ samples }: { samples: Traceability["samples"] }) {
  const { t } = useTranslation("laboratory-thread");
  const label = useSampleLabels();
  const numberOf = (row: Traceability["samples"][number]) => (
    <PathLink className="code" to={`/samplingDetail/${row.samplingId}`}>
      {row.sampleNo}
    </PathLink>
  );
  return (
    <Card flush title={t("samplesTitle")}>
      <DataTable
        id="thread_sample"
        rows={samples}
        rowKey={(row) => String(row.samplingId)}
        empty={<EmptyState title={t("noSamples")} text={t("noSamplesText")} />}
        columns={[
          { id: "no", label: label("sampleNo"), width: 150, required: true, cell: numberOf },
          {
            ...{ id: "state", label: label("state"), width: 110 },
            cell: (row) => <SampleStateMark state={row.state} />,
          },
          {
            ...{ id: "bottle", label: label("bodyCode"), width: 120 },
            cell: (row) =>
              row.bottleId === null ? (
                "—"
              ) : (
                <PathLink className="code" to={`/thread/bottle/${row.bottleId}`}>
                  {row.bodyCode}
                </PathLink>
              ),
          },
          {
            ...{ id: "point", label: label("point"), width: 170 },
            cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
          },
          {
            ...{ id: "began", label: label("began"), width: 170 },
            cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
          },
        ]}
        cards={(row) => (
          <div className="thread-card">
            {numberOf(row)}
            <SampleStateMark state={row.state} />
          </div>
        )}
      />
    </Card>
  );
}
