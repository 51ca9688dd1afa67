import type { AssayDoubt } from "@tracewater/contract/laboratory/assays";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

/** Controls that failed after the result was handed over, and what a reviewer decided. */
export function DoubtsCard({ doubts }: { doubts: readonly AssayDoubt[] }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  if (doubts.length === 0) return null;
  const nameOf = (kind: string) => label(`qc.${kind}`);
  return (
    <Card title={t("doubts.title")} hint={t("doubts.hint")}>
      <ul className="assay-notes">
        {doubts.map((one) => (
          <li key={`${one.kind} ${one.at}`}>
            <State
              tone={one.confirmed === null ? "critical" : "off"}
              label={t(one.confirmed === null ? "doubts.open" : "doubts.confirmed")}
            />{" "}
            <strong>{nameOf(one.kind)}</strong>
            {one.figure === null ? null : (
              <span className="num">
                {" "}
                {t(`doubts.figure.${one.kind}`, { figure: formatNumber(one.figure) })}
              </span>
            )}
            {" · "}
            {t(`doubts.${one.origin}`)} · <span className="num">{formatMoment(one.at)}</span>
            {one.confirmed === null ? null : (
              <span className="assay-quiet">
                {" · "}
                {t("doubts.by", { by: one.confirmed.by, at: formatMoment(one.confirmed.at) })}
                {": "}
                {one.confirmed.reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
