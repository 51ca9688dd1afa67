import type { AssayRatio } from "@tracewater/contract/laboratory/assays";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

/** Ratios of residues of the sample, each with its limit or band, what it says, and its source. */
export function RatiosCard({ ratios }: { ratios: readonly AssayRatio[] }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  if (ratios.length === 0) return null;
  return (
    <Card title={t("ratios.title")} hint={t("ratios.hint")}>
      <ul className="assay-notes">
        {ratios.map((one) => (
          <li key={`${one.over} ${one.under}`}>
            <strong>
              {label(`analyte.${one.over}`)} / {label(`analyte.${one.under}`)}
            </strong>{" "}
            <span className="num">{formatNumber(Number(one.ratio.toPrecision(3)))}</span>
            {" · "}
            {one.isDumped ? <State tone="warn" label={t("ratios.dumped")} /> : null}
            {one.isInBand ? <State tone="warn" label={t("ratios.inBand")} /> : null}
            <span className="assay-quiet">
              {one.isDumped || one.isInBand ? " · " : null}
              {one.above === null ? null : t("ratios.above", { limit: one.above })}
              {one.band === null ? null : t("ratios.band", one.band)}
              {one.above === null && one.band === null ? t("ratios.noLimit") : ` [${one.source}]`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
