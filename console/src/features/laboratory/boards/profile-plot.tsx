import { useTranslation } from "react-i18next";
import type { BoardMeasurement } from "./reading-types.ts";

const size = { width: 640, height: 240, left: 44, right: 12, top: 20, foot: 26 };

/** The levels along the strip, the base under its lines, and the places that were integrated. */
export function ProfilePlot({ measurement }: { measurement: BoardMeasurement }) {
  const { t } = useTranslation("laboratory-boards");
  const { profile, c, t: tLine, lineWidth } = measurement;
  const { levels, base, scale } = profile;
  if (levels.length < 2) return null;
  const all = [...levels, ...base];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const pad = Math.max(2, (highest - lowest) * 0.08);
  const x = (at: number) => size.left + ((size.width - size.left - size.right) * at) / (levels.length - 1);
  const y = (level: number) =>
    size.top +
    ((size.height - size.top - size.foot) * (highest + pad - level)) / (highest - lowest + 2 * pad);
  const path = (values: readonly number[]) => values.map((value, at) => `${x(at)},${y(value)}`).join(" ");
  const mark = (line: typeof c, name: "c" | "t") => {
    if (line === null) return null;
    const [from, to] = [(line.at - 0.9 * lineWidth) / scale, (line.at + 0.9 * lineWidth) / scale];
    return (
      <g>
        <rect
          className={`board-mark-${name}`}
          x={x(Math.max(0, from))}
          width={Math.max(1, x(Math.min(levels.length - 1, to)) - x(Math.max(0, from)))}
          y={size.top}
          height={size.height - size.top - size.foot}
        />
        <text x={x(line.at / scale)} y={size.top - 6} textAnchor="middle">
          {name.toUpperCase()}
        </text>
      </g>
    );
  };
  return (
    <div className="board-plot board-scroll">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={t("plot.profile")}>
        {[lowest, (lowest + highest) / 2, highest].map((level) => (
          <g key={level}>
            <line
              className="board-axis"
              x1={size.left}
              x2={size.width - size.right}
              y1={y(level)}
              y2={y(level)}
            />
            <text x={size.left - 6} y={y(level) + 4} textAnchor="end">
              {Math.round(level)}
            </text>
          </g>
        ))}
        {mark(c, "c")}
        {mark(tLine, "t")}
        <polyline className="board-base" points={path(base)} />
        <polyline className="board-curve" points={path(levels)} />
        <text x={size.width - size.right} y={size.height - 8} textAnchor="end">
          {t("plot.along")}
        </text>
        <text x={size.left} y={size.height - 8}>
          {t("plot.level")}
        </text>
      </svg>
    </div>
  );
}
