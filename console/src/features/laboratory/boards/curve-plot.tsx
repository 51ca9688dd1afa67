import type { BoardLot } from "@tracewater/contract/laboratory/boards";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../kit/moment.ts";

const size = { width: 720, height: 300, left: 48, right: 16, top: 14, foot: 38 };

type Point = { at: number; ratio: number; concentration: number | null };
type Curve = { a: number; b: number; c: number; d: number; low: number; high: number };
/** From the logarithm of a concentration and from T/C to the picture; what it reaches from and to. */
type Scale = {
  x: (log: number) => number;
  y: (ratio: number) => number;
  from: number;
  to: number;
  top: number;
};

/** T/C against concentration: the curve in its range, its cut-off, its calibrators, and the tests of the lot. */
export function CurvePlot(props: {
  lot: BoardLot;
  points: readonly Point[];
  standards: readonly { x: number; y: number }[];
}) {
  const { t } = useTranslation("laboratory-boards");
  const { lot } = props;
  const curve = curveOf(lot);
  if (curve === null) return <p className="record-quiet">{t("curve.none")}</p>;
  const scale = scaleOf(curve, props.standards);
  const { x, y } = scale;
  const tests = props.points.filter((one) => one.concentration !== null && one.concentration > 0);
  return (
    <div className="board-plot board-scroll">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={t("curve.title")}>
        <Axes scale={scale} curve={curve} cutOff={lot.cutOff} />
        <polyline className="board-curve" points={lineOf(curve, scale)} />
        {tests.map((one) => (
          <circle
            key={`${one.at} ${one.ratio}`}
            className="board-point"
            cx={x(Math.log10(one.concentration ?? 1))}
            cy={y(one.ratio)}
            r={3.2}
          >
            <title>{`${formatMoment(one.at)} · T/C ${one.ratio.toFixed(3)}`}</title>
          </circle>
        ))}
        {props.standards
          .filter((one) => one.x > 0)
          .map((one) => (
            <circle
              key={`${one.x} ${one.y}`}
              className="board-standard"
              cx={x(Math.log10(one.x))}
              cy={y(one.y)}
              r={4}
            />
          ))}
        <text x={size.width - size.right} y={size.height - 4} textAnchor="end">
          {t("curve.axis", { unit: lot.cutOffUnit })}
        </text>
        <text x={size.left} y={size.height - 4}>
          {t("curve.legend")}
        </text>
      </svg>
    </div>
  );
}

function Axes({ scale, curve, cutOff }: { scale: Scale; curve: Curve; cutOff: number }) {
  const { t } = useTranslation("laboratory-boards");
  const { x, y, from, to, top } = scale;
  const decades = Array.from({ length: 20 }, (_, place) => place - 8).filter(
    (log) => log >= from && log <= to,
  );
  const low = x(Math.log10(Math.max(curve.low, 10 ** from)));
  const limit = Math.log10(cutOff);
  const foot = size.height - size.foot;
  return (
    <g>
      <rect
        className="board-range"
        x={low}
        width={x(Math.log10(curve.high)) - low}
        y={size.top}
        height={foot - size.top}
      />
      {[0, top / 2, top].map((ratio) => (
        <g key={ratio}>
          <line
            className="board-axis"
            x1={size.left}
            x2={size.width - size.right}
            y1={y(ratio)}
            y2={y(ratio)}
          />
          <text x={size.left - 6} y={y(ratio) + 4} textAnchor="end">
            {ratio.toFixed(2)}
          </text>
        </g>
      ))}
      {decades.map((log) => (
        <text key={log} x={x(log)} y={size.height - 20} textAnchor="middle">
          {10 ** log >= 0.01 ? String(Number((10 ** log).toPrecision(1))) : `1e${log}`}
        </text>
      ))}
      {limit > from && limit < to ? (
        <line className="board-cut" x1={x(limit)} x2={x(limit)} y1={size.top} y2={foot}>
          <title>{t("cutOff")}</title>
        </line>
      ) : null}
    </g>
  );
}

function scaleOf(curve: Curve, standards: readonly { y: number }[]): Scale {
  const from = Math.log10(Math.max(curve.low, curve.high / 1e6) / 3);
  const to = Math.log10(curve.high * 3);
  const top = 1.1 * Math.max(curve.a, curve.d, ...standards.map(({ y }) => y));
  const height = size.height - size.top - size.foot;
  return {
    ...{ from, to, top },
    x: (log) => size.left + ((size.width - size.left - size.right) * (log - from)) / (to - from),
    y: (ratio) => size.top + height * (1 - Math.min(top, Math.max(0, ratio)) / top),
  };
}

function lineOf({ a, b, c, d }: Curve, { x, y, from, to }: Scale): string {
  return Array.from({ length: 81 }, (_, step) => {
    const log = from + ((to - from) * step) / 80;
    return `${x(log)},${y(d + (a - d) / (1 + (10 ** log / c) ** b))}`;
  }).join(" ");
}

function curveOf({ a, b, c, d, low, high }: BoardLot): Curve | null {
  if (a === null || b === null || c === null || d === null || low === null || high === null) return null;
  return { a, b, c, d, low, high };
}
