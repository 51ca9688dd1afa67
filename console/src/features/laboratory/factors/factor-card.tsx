import type { FactorRow } from "@tracewater/contract/laboratory/factors";
import { useTranslation } from "react-i18next";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { type FactorActions, RowActions, Trust } from "./factor-columns.tsx";

/** A row on a phone. */
export function FactorCard(props: FactorActions & { row: FactorRow }) {
  const { t } = useTranslation("laboratory-factors");
  const analyteName = useAnalyteName();
  const { analyte, category, inForce } = props.row;
  const facts = [
    [t("column.factor"), inForce.factor],
    [t("column.doseMg"), inForce.doseMg],
  ] as const;
  return (
    <div className="record-card">
      <span className="record-line">
        <strong>{analyteName(analyte)}</strong>
        <Trust row={props.row} />
      </span>
      <span className="record-line">
        {facts.map(([label, value]) => (
          <span key={label}>
            <span className="factor-quiet">{label}</span> <span className="num">{value ?? "—"}</span>
          </span>
        ))}
      </span>
      <span className="record-line factor-quiet">
        <span>
          {[
            category === null ? "" : t(`category.${category}`),
            t(inForce.isShipped ? "shipped" : "own", inForce),
          ]
            .filter((part) => part !== "")
            .join(" · ")}
        </span>
        <RowActions {...props} />
      </span>
    </div>
  );
}
