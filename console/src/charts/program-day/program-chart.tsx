import "./program-day.css";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import type { ProgramDay } from "@tracewater/wbe/program-day";
import { useRef, useState } from "react";
import { formatNumber } from "../../kit/number.ts";
import { useChartTranslation } from "../chart-translation.ts";
import { GridLines } from "../grid-lines.tsx";
import { useWidth } from "../use-width.ts";
import { CursorLine, CursorTip, ProgramCursor, useReadingText } from "./program-cursor.tsx";
import { ProgramFills } from "./program-fills.tsx";
import { readProgram, stopsOf } from "./program-reading.ts";
import { type FlowRange, floor, height, type Scales, scalesOf, shares, top } from "./program-scales.ts";
import { type ProgramStart, ProgramTimes } from "./program-times.tsx";

type Shown = { plan: ProgramDay; flow: FlowCurve | null; range: FlowRange | null };

/**
 * Flow, aliquots and the levels of the bottles over one day, on one axis of time, drawn on the pixels there are, so that
 * its words keep their size. A cursor reads its values.
 */
export function ProgramChart(props: Shown & { start: ProgramStart | null }) {
  const { plan, flow, start } = props;
  const t = useChartTranslation();
  const box = useRef<HTMLDivElement>(null);
  const scales = scalesOf(useWidth(box, 960), plan, flow, props.range);
  const [cursor, setCursor] = useState<number | null>(null);
  const stops = stopsOf(plan, flow);
  const reading = readProgram(stops[cursor ?? 0] ?? 0, props);
  const { time, rows } = useReadingText(plan, start)(reading);
  return (
    <>
      <Legend {...props} />
      <div className="program-chart" ref={box}>
        <svg
          className="plan-chart"
          viewBox={`0 0 ${scales.width} ${height}`}
          role="img"
          aria-label={t("programDay.label", {
            aliquots: plan.taken,
            volume: formatNumber(plan.volume / 1000, 2),
          })}
        >
          <Units scales={scales} />
          <GridLines
            {...{ shares, y: scales.y }}
            left={{ x: scales.left, end: scales.maxFlow }}
            right={{ x: scales.right, end: scales.maxAliquot }}
          />
          <Aliquots plan={plan} scales={scales} chosen={cursor === null ? null : reading.minute} />
          <Flow {...props} scales={scales} />
          <Cap plan={plan} scales={scales} />
          <ProgramTimes start={start} scales={scales} />
          <ProgramFills plan={plan} x={scales.x} />
          {cursor === null ? null : <CursorLine reading={reading} scales={scales} />}
        </svg>
        <ProgramCursor
          {...{ stops, scales }}
          at={cursor}
          onRead={setCursor}
          text={[time, ...rows.map((row) => row.join(" "))].join(", ")}
        />
        {cursor === null ? null : <CursorTip {...{ reading, rows, time, scales }} />}
      </div>
    </>
  );
}

function Legend({ flow, range }: Shown) {
  const t = useChartTranslation();
  return (
    <ul className="plan-legend">
      {flow === null ? null : <li className="plan-legend-flow">{t("programDay.typicalFlow")}</li>}
      {range === null ? null : <li className="plan-legend-range">{t("programDay.range")}</li>}
      <li className="plan-legend-aliquot">{t("programDay.aliquot")}</li>
      <li className="plan-legend-fill">{t("programDay.fill")}</li>
    </ul>
  );
}

function Units({ scales }: { scales: Scales }) {
  return (
    <>
      {scales.maxFlow === null ? null : (
        <text className="chart-tick" x={scales.left - 8} y={top - 16} textAnchor="end">
          m³/h
        </text>
      )}
      <text className="chart-tick" x={scales.right + 8} y={top - 16}>
        mL
      </text>
    </>
  );
}

function Aliquots({ plan, scales, chosen }: { plan: ProgramDay; scales: Scales; chosen: number | null }) {
  const { x, left, right, yOfAliquot } = scales;
  const width = Math.max(1, Math.min(7, (right - left) / Math.max(1, plan.aliquots.length) - 1.5));
  return plan.aliquots.map((one) =>
    one.missed === null ? (
      <rect
        key={one.at}
        className={one.at === chosen ? "plan-bar plan-bar-chosen" : "plan-bar"}
        x={x(one.at)}
        width={width}
        y={yOfAliquot(one.volume)}
        height={floor - yOfAliquot(one.volume)}
      />
    ) : (
      <path key={one.at} className="plan-missed" d={`M${x(one.at)} ${floor - 7}l7 7m-7 0l7 -7`} />
    ),
  );
}

function Flow({ flow, range, scales }: Shown & { scales: Scales }) {
  const line = (curve: FlowCurve) => curve.map((one) => `${scales.x(one.at)},${scales.yOfFlow(one.flow)}`);
  return (
    <>
      {range === null ? null : (
        <polygon
          className="plan-range"
          points={[...line(range.low), ...line(range.high).reverse()].join(" ")}
        />
      )}
      {flow === null ? null : <polyline className="plan-flow" points={line(flow).join(" ")} />}
    </>
  );
}

/** The volume that no aliquot exceeds, however much flows. */
function Cap({ plan, scales }: { plan: ProgramDay; scales: Scales }) {
  const t = useChartTranslation();
  if (plan.cap === null) return null;
  const y = scales.yOfAliquot(plan.cap.aliquot);
  const text = t("programDay.cap", {
    volume: formatNumber(plan.cap.aliquot, 0),
    flow: formatNumber(plan.cap.flow, 0),
  });
  return (
    <>
      <line className="plan-cap" x1={scales.left} x2={scales.right} y1={y} y2={y} />
      <text className="plan-cap-text" x={(scales.left + scales.right) / 2} y={y - 6} textAnchor="middle">
        {text}
      </text>
    </>
  );
}
