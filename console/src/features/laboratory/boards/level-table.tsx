import type { CurveFit } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { State } from "../../../kit/state.tsx";

const percent = (value: number | null) => (value === null ? "—" : `${(100 * value).toFixed(1)} %`);

/** The levels of a curve, calculated back: what it is accepted or refused by. */
export function LevelTable({ fit, unit }: { fit: CurveFit; unit: string }) {
  const { t } = useTranslation("laboratory-boards");
  return (
    <div className="board-scroll">
      <p className="board-tools">
        <State
          tone={fit.accepted ? "ok" : "critical"}
          variant="tag"
          label={t(fit.accepted ? "curve.accepted" : "curve.refused")}
        />
        <span className="record-quiet num">
          {t("curve.summary", {
            passing: fit.passing,
            judged: fit.judged,
            r2: fit.r2.toFixed(5),
            low: fit.lloq ?? "—",
            high: fit.uloq ?? "—",
            unit,
          })}
        </span>
      </p>
      <table className="board-table">
        <thead>
          <tr>
            {(["level", "count", "back", "recovery", "cv", "limit", "verdict"] as const).map((key) => (
              <th key={key} scope="col">
                {t(`levels.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fit.levels.map((level) => (
            <tr key={level.x}>
              <td className="num">
                {level.x} {unit}
              </td>
              <td className="num">{level.count}</td>
              <td className="num">{level.back === null ? "—" : Number(level.back.toPrecision(4))}</td>
              <td className="num">{percent(level.recovery)}</td>
              <td className="num">{percent(level.cv)}</td>
              <td className="num">± {Math.round(100 * level.limit)} %</td>
              <td>
                {level.isAnchor ? (
                  t("levels.anchor")
                ) : (
                  <State
                    tone={level.passes ? "ok" : "critical"}
                    label={t(level.passes ? "levels.pass" : "levels.fail")}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
