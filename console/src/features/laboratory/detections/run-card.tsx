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
  const passed = stagesOf(run);
  return (
    <Card title={t("run")} hint={t("runHint")}>
      <div className="detection-run">
        <section>
          <h3 className="detection-head">{t("pressure")}</h3>
          <p className="num detection-line">
            {values.length === 0
              ? "—"
              : `${formatNumber(Math.min(...values), 1)}–${formatNumber(Math.max(...values), 1)} MPa`}
          </p>
          {values.length < 2 ? null : (
            <div className="detection-pressure">
              <Sparkline values={values} width={420} height={90} colour="var(--accent)" />
            </div>
          )}
        </section>
        <section>
          <h3 className="detection-head">{t("stages")}</h3>
          {passed.length === 0 ? <p>—</p> : <StageTable stages={passed} />}
        </section>
      </div>
    </Card>
  );
}

type Passed = { stage: number; at: number; minutes: number };

function StageTable({ stages: passed }: { stages: readonly Passed[] }) {
  const { t } = useTranslation("laboratory-detections");
  const stageName = (stage: number) => {
    const name: Stage | undefined = stages[stage];
    return name === undefined ? String(stage) : t(`stage.${name}`);
  };
  return (
    <table className="detection-table">
      <thead>
        <tr>
          <th scope="col">{t("stages")}</th>
          <th scope="col">{t("stageStart")}</th>
          <th scope="col">{t("duration")}</th>
        </tr>
      </thead>
      <tbody>
        {passed.map((one) => (
          <tr key={one.at}>
            <td>{stageName(one.stage)}</td>
            <td className="num">{formatMoment(one.at)}</td>
            <td className="num">{formatNumber(one.minutes, 0)} min</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A device repeats its stage with every full report: each stage once, until the next one or the end of the run. */
function stagesOf({ stages: reported, measuredAt }: DetectionDetail): Passed[] {
  const begun = reported.filter((one, at) => reported[at - 1]?.stage !== one.stage);
  return begun
    .map(({ stage, at }, place) => ({
      ...{ stage, at },
      minutes: ((begun[place + 1]?.at ?? measuredAt) - at) / 60_000,
    }))
    .filter(({ stage }) => stage !== 0);
}
