import type { Fit } from "@tracewater/contract/laboratory/analytical-batches";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

const width = 560;
const height = 260;
const left = 64;
const foot = 30;
const head = 10;

const short = (value: number) => formatNumber(Number(value.toPrecision(4)));

/** The calibration of one analyte: its line through the standards, and what comes back from each of them. */
export function CalibrationCard({ fits }: { fits: readonly Fit[] }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const [chosen, setChosen] = useState(fits[0]?.analyte);
  const fit = fits.find((one) => one.analyte === chosen) ?? fits[0];
  if (fit === undefined) return null;
  return (
    <Card
      title={label("qc.calibration")}
      section="calibration"
      hint={t("fit", { r2: fit.r2.toFixed(5), slope: short(fit.slope), intercept: short(fit.intercept) })}
      extra={
        <Select
          aria-label={label("analyte")}
          className="quality-choice"
          value={fit.analyte}
          options={fits.map(({ analyte }) => ({ value: analyte, label: label(`analyte.${analyte}`) }))}
          onChange={setChosen}
        />
      }
    >
      <div className="quality-fit">
        <Line fit={fit} />
        <table className="quality-table">
          <thead>
            <tr>
              <th>{t("level")}</th>
              <th>{t("response")}</th>
              <th>{t("residual")}</th>
            </tr>
          </thead>
          <tbody>
            {fit.points
              .toSorted((a, b) => a.level - b.level)
              .map(({ level, response, residual }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a standard may stand twice
                <tr key={at}>
                  <td className="num">{short(level)}</td>
                  <td className="num">{short(response)}</td>
                  <td className="num">{residual.toFixed(1)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Line({ fit }: { fit: Fit }) {
  const { t } = useTranslation("laboratory-quality");
  const { points, slope, intercept, low, high } = fit;
  const top = Math.max(...points.map((one) => one.response), intercept + slope * high) * 1.05;
  const x = (level: number) => left + ((width - left - 12) * level) / (high * 1.05);
  const y = (response: number) => head + (height - head - foot) * (1 - response / top);
  const ticks = [0.25, 0.5, 0.75, 1];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t("fitLabel")}
      className="quality-fit-plot"
    >
      {ticks.map((part) => (
        <g key={part}>
          <line
            x1={left}
            x2={width - 12}
            y1={y(top * part * 0.95)}
            y2={y(top * part * 0.95)}
            className="quality-grid"
          />
          <text x={left - 8} y={y(top * part * 0.95) + 4} textAnchor="end" className="quality-tick">
            {short(Number((top * part * 0.95).toPrecision(3)))}
          </text>
          <text x={x(high * part)} y={height - 10} textAnchor="middle" className="quality-tick">
            {short(Number((high * part).toPrecision(3)))}
          </text>
        </g>
      ))}
      <line
        x1={x(low)}
        y1={y(intercept + slope * low)}
        x2={x(high)}
        y2={y(intercept + slope * high)}
        className="quality-line-of"
      />
      {points.map(({ level, response }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a standard may stand twice
        <circle key={at} cx={x(level)} cy={y(response)} r={4} className="quality-point quality-point-ok">
          <title>{`${short(level)} μg/L: ${short(response)}`}</title>
        </circle>
      ))}
    </svg>
  );
}
