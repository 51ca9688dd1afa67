import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { type SamplerRow, samplerRows } from "./sampler-rows.ts";

/** One row a sampler: what each gave, and of how many aliquots. */
export function SamplersCard({ samples }: Pick<Traceability, "samples">) {
  const { t } = useTranslation("laboratory-thread");
  const rows = samplerRows(samples);
  if (rows.length === 0) return null;
  const nameOf = (row: SamplerRow) =>
    row.deviceName === null ? (
      t("sampler.byHand", { who: row.person })
    ) : (
      <span className="code">{row.deviceName}</span>
    );
  const aliquotsOf = ({ taken, missed }: SamplerRow) =>
    taken === null ? "—" : t("sampler.ofAliquots", { taken, all: taken + (missed ?? 0) });
  return (
    <Card flush title={t("sampler.title")} hint={t("sampler.count", { count: rows.length })}>
      <DataTable
        id="trace_samplers"
        rows={rows}
        rowKey={(row) => row.deviceName ?? row.person}
        columns={[
          { id: "name", label: t("sampler.name"), width: 150, required: true, cell: nameOf },
          {
            ...{ id: "aliquots", label: t("sampler.aliquots"), width: 120, align: "right" as const },
            cell: (row) => <span className="num">{aliquotsOf(row)}</span>,
          },
          {
            ...{ id: "volume", label: t("sampler.volume"), unit: "mL", width: 110, align: "right" as const },
            cell: (row) => <Quantity value={row.volume} />,
          },
          {
            ...{ id: "began", label: t("sampler.began"), width: 168 },
            cell: (row) => <span className="num">{formatMoment(row.began)}</span>,
          },
          {
            ...{ id: "ended", label: t("sampler.ended"), width: 168 },
            cell: (row) => <span className="num">{formatMoment(row.ended)}</span>,
          },
          {
            ...{ id: "samples", label: t("samplesTitle"), width: 230 },
            cell: (row) =>
              row.samples.slice(0, 3).map((sample) => (
                <PathLink
                  key={sample.samplingId}
                  className="code trace-sample"
                  to={`/samplingDetail/${sample.samplingId}`}
                >
                  {sample.sampleNo}
                </PathLink>
              )),
          },
        ]}
        cards={(row) => (
          <div className="thread-card">
            {nameOf(row)}
            <span className="num">{aliquotsOf(row)}</span>
            <Quantity value={row.volume} unit="mL" />
          </div>
        )}
      />
    </Card>
  );
}
