import type { Assay } from "@tracewater/contract/laboratory/assays";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { Concentration, FlagMark, QualityMark } from "./assay-parts.tsx";

/** What is decided of: each result with its uncertainty, its flag, its quality control, and what it lacks. */
export function DecisionTable({ rows }: { rows: readonly Assay[] }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  return (
    <div className="assay-decision-scroll">
      <table className="assay-decision">
        <thead>
          <tr>
            <th>{label("analyte")}</th>
            <th>{t("decision.value")}</th>
            <th>{label("flag")}</th>
            <th>{t("decision.qc")}</th>
            <th>{t("decision.recovery")}</th>
            <th>{t("decision.missing")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.assayId}>
              <td>
                {label(`analyte.${row.analyte}`)}
                <br />
                <span className="code assay-quiet">{row.bodyCode}</span>{" "}
                <span className="num assay-quiet">{row.sampledOn}</span>
              </td>
              <td>
                <Concentration row={row} unit />
              </td>
              <td>
                <FlagMark flag={row.flag} />
              </td>
              <td>
                <QualityMark row={row} />
              </td>
              <td>
                <Recovery row={row} />
              </td>
              <td>
                <Missing row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What makes an internal standard's recovery doubtful, in percent. */
const usable = { min: 60, max: 140 };

function Recovery({ row: { recovery } }: { row: Assay }) {
  if (recovery === null) return "—";
  const isDoubtful = recovery < usable.min || recovery > usable.max;
  return isDoubtful ? (
    <State tone="warn" label={`${recovery} %`} />
  ) : (
    <span className="num">{recovery} %</span>
  );
}

function Missing({ row }: { row: Assay }) {
  const { t } = useTranslation("laboratory-assays");
  const missing = missingOf(row);
  if (missing.length === 0) return "—";
  return <State tone="warn" label={missing.map((one) => t(`decision.no.${one}`)).join(", ")} />;
}

/** What somebody who approves a result should find with it. */
export function missingOf(
  row: Pick<Assay, "method" | "batchId" | "uncertainty" | "flag" | "recovery" | "source">,
) {
  const isMeasured = row.source === "lcms";
  return [
    ...(row.method === "" ? ["method" as const] : []),
    ...(isMeasured && row.batchId === null ? ["batch" as const] : []),
    ...(row.flag === "quantified" && row.uncertainty === null ? ["uncertainty" as const] : []),
    ...(isMeasured && row.recovery === null ? ["recovery" as const] : []),
  ];
}
