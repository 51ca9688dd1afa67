import type { DayComparison } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../kit/number.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

/** The device next to the laboratory: the day itself, and the bias of the last 30 days. */
export function DayComparisonTable({ rows }: { rows: readonly DayComparison[] }) {
  const { t } = useTranslation("laboratory-detections");
  const nameOf = useAnalyteName();
  const assay = useAssayLabels();
  if (rows.length === 0) return <p className="record-quiet">{t("compare.none")}</p>;
  const number = (value: number | null) =>
    value === null ? "—" : formatNumber(Number(value.toPrecision(4)));
  const percent = (value: number | null) => (value === null ? "—" : `${formatNumber(value, 1)} %`);
  return (
    <section>
      <h3 className="detection-head">{t("compare.title")}</h3>
      <p className="record-quiet">{t("compare.hint")}</p>
      <div className="detection-scroll">
        <table className="detection-table">
          <thead>
            <tr>
              <th scope="col">{assay("analyte")}</th>
              <th scope="col">{t("compare.online")}</th>
              <th scope="col">{t("compare.laboratory")}</th>
              <th scope="col">{t("compare.bias")}</th>
              <th scope="col">{t("compare.interval")}</th>
              <th scope="col">{t("compare.pairs")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.analyte}>
                <th scope="row">{nameOf(row.analyte)}</th>
                <td className="num">{number(row.online)}</td>
                <td className="num">{number(row.laboratory)}</td>
                <td className="num">{percent(row.bias)}</td>
                <td className="num">
                  {row.low === null ? "—" : `${percent(row.low)} – ${percent(row.high)}`}
                </td>
                <td className="num">{row.pairs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
