import type { Check } from "@tracewater/contract/laboratory/batches";
import { useTranslation } from "react-i18next";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import type { BatchDetail } from "./batch-detail.ts";
import { ruleName } from "./control-plot.tsx";
import { useAssayWords } from "./quality-columns.tsx";

/** What was looked at for each analyte, and how it came out; what failed stands first. */
export function VerdictCard({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation("laboratory-quality");
  const word = useAssayWords();
  const verdicts = batch.verdicts.toSorted((a, b) => failures(b.checks) - failures(a.checks));
  return (
    <Card title={word("qc")} hint={t("verdictHint")}>
      {verdicts.length === 0 ? (
        <Blank title={t("none.verdict")} text={t("none.verdictText")} />
      ) : (
        <ul className="quality-verdicts">
          {verdicts.map(({ analyte, checks }) => (
            <li key={analyte}>
              <strong>{word(`analyte.${analyte}`)}</strong>
              <span className="quality-checks">
                {checks.map((check) => (
                  <span key={check.kind} className="quality-check">
                    <State
                      tone={check.isOk ? (check.rules.length > 0 ? "warn" : "ok") : "critical"}
                      label={word(`qc.${check.kind}`)}
                    />
                    <span className="quality-quiet num">
                      <Figure check={check} />
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

function failures(checks: readonly Check[]): number {
  return checks.filter((one) => !one.isOk).length;
}

function Figure({ check: { kind, figure, limit, rules } }: { check: Check }) {
  const { t } = useTranslation("laboratory-quality");
  const print = (value: number | null) => {
    if (value === null) return "—";
    // All that matters of an r² stands behind its nines.
    return kind === "calibration" && value !== limit
      ? value.toFixed(5)
      : formatNumber(Number(value.toPrecision(4)));
  };
  if (kind === "control" && figure === null) return t("figure.noLimits");
  const text = t(`figure.${kind}`, { figure: print(figure), limit: print(limit) });
  return rules.length === 0 ? text : `${text} (${rules.map(ruleName).join(", ")})`;
}
