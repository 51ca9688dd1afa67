import type { DetectionDetail } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { Sparkline } from "../../../kit/sparkline.tsx";

/** By their numbers in the thing model. */
const stages = [
  ...["none", "intake", "filtration", "loading", "washing"],
  ...["elution", "separation", "detection", "backflush"],
] as const;
type Stage = (typeof stages)[number];

/** The instrument during the run: its column pressure and its stages. */
export function RunCard({ run }: { run: DetectionDetail }) {
  const { t } = useTranslation("laboratory-detections");
  const values = run.pressure.map((one) => one.value);
  const stageName = (stage: number) => {
    const name: Stage | undefined = stages[stage];
    return name === undefined ? String(stage) : t(`stage.${name}`);
  };
  return (
    <Card title={t("run")} hint={t("runHint")}>
      <dl className="record-facts">
        <div>
          <dt>{t("pressure")}</dt>
          <dd className="num">
            {values.length === 0
              ? "—"
              : `${formatNumber(Math.min(...values), 1)}–${formatNumber(Math.max(...values), 1)} MPa`}
            {values.length < 2 ? null : (
              <Sparkline values={values} width={220} height={40} colour="var(--accent)" />
            )}
          </dd>
        </div>
        <div>
          <dt>{t("stages")}</dt>
          <dd>
            {run.stages.length === 0 ? (
              "—"
            ) : (
              <ol className="detection-stages">
                {run.stages.map((one) => (
                  <li key={one.at}>
                    <span className="num">{formatMoment(one.at)}</span> {stageName(one.stage)}
                  </li>
                ))}
              </ol>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
