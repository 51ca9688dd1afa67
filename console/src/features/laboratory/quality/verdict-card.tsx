import type { Check } from "@tracewater/contract/laboratory/analytical-batches";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State, type StateShape, type Tone } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import type { AnalyticalBatchDetail } from "./analytical-batch-detail.ts";
import { ruleName } from "./control-plot.tsx";

/** What was looked at for each analyte, and how it came out; what failed is first. */
export function VerdictCard({ batch }: { batch: AnalyticalBatchDetail }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const verdicts = batch.verdicts.toSorted((a, b) => failures(b.checks) - failures(a.checks));
  return (
    <Card title={label("qc")} section="verdict" hint={t("verdictHint")}>
      {verdicts.length === 0 ? (
        <EmptyState title={t("none.verdict")} text={t("none.verdictText")} />
      ) : (
        <ul className="quality-verdicts">
          {verdicts.map(({ analyte, checks }) => (
            <li key={analyte}>
              <strong>{label(`analyte.${analyte}`)}</strong>
              <span className="quality-checks">
                {checks.map((check) => (
                  <span key={check.kind} className="quality-check">
                    <State {...lookOf(check)} label={label(`qc.${check.kind}`)} />
                    <span className="quality-quiet num">
                      <QcValue check={check} />
                    </span>
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A control material without limits was measured and not judged. */
function lookOf(check: Check): { tone: Tone; shape?: StateShape } {
  if (check.kind === "control" && check.figure === null) return { tone: "off", shape: "dash" };
  if (!check.isOk) return { tone: "critical" };
  return { tone: check.rules.length > 0 ? "warn" : "ok" };
}

function failures(checks: readonly Check[]): number {
  return checks.filter((one) => !one.isOk).length;
}

function QcValue({ check: { kind, figure, limit, rules } }: { check: Check }) {
  const { t } = useTranslation("laboratory-quality");
  const print = (value: number | null) => {
    if (value === null) return "—";
    // A difference of two times to the thousandth of a minute: beyond it there is noise of the arithmetic alone.
    if (kind === "retentionTime") return formatNumber(Number(value.toFixed(3)));
    // All that matters of an r² is behind its nines.
    return kind === "calibration" && value !== limit
      ? value.toFixed(5)
      : formatNumber(Number(value.toPrecision(4)));
  };
  if (kind === "control" && figure === null) return t("figure.noLimits");
  if (limit === null && (kind === "blank" || kind === "calibration"))
    return t(`figure.${kind}Reported`, { figure: print(figure) });
  const text = t(`figure.${kind}`, { figure: print(figure), limit: print(limit) });
  return rules.length === 0 ? text : `${text} (${rules.map(ruleName).join(", ")})`;
}
