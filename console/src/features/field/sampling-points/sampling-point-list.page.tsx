import "./sampling-points.css";
import { type SamplingPoint, samplingPoints } from "@tracewater/contract/field/sampling-points";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { useResourceWords } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";

/** The places where water is taken. */
export default function SamplingPointListPage() {
  const { t } = useTranslation("field-sampling-points");
  return (
    <ResourcePage
      resource={samplingPoints}
      columns={toColumns}
      card={(point) => <PointCard point={point} />}
      blank={{ title: t("none.title"), text: t("none.text") }}
    />
  );
}

function toColumns(declared: Column<SamplingPoint>[]): Column<SamplingPoint>[] {
  return declared.map((column) => {
    if (column.id === "code")
      return { ...column, cell: (point) => <span className="code">{point.code}</span> };
    return column.id === "name" ? { ...column, width: 190 } : column;
  });
}

function PointCard({ point }: { point: SamplingPoint }) {
  const word = useResourceWords(samplingPoints);
  const where = [point.place, point.country].filter((part) => part !== "").join(", ");
  const state = point.status === "0" ? "" : word("status.1");
  return (
    <div className="point-card">
      <strong>{point.name}</strong>
      <span className="code">{point.code}</span>
      <span>{[word(`kind.${point.kind}`), where, state].filter((part) => part !== "").join(" · ")}</span>
    </div>
  );
}
