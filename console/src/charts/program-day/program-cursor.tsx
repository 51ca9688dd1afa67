import "../charts.css";
import { localeOf } from "@tracewater/contract/locales";
import { carouselBottle, type ProgramDay } from "@tracewater/wbe/program-day";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../kit/number.ts";
import { useChartTranslation } from "../chart-translation.ts";
import { nearestStop, type Reading } from "./program-reading.ts";
import { floor, height, type Scales, top } from "./program-scales.ts";
import { clockAt, dayAt, type ProgramStart } from "./program-times.tsx";

type Row = [name: string, value: string];

/**
 * What reads the chart: it follows the pointer, and the arrow keys go from one stop to the next. It lies over the
 * drawing and is not seen itself.
 */
export function ProgramCursor(props: {
  stops: readonly number[];
  /** The place in `stops`; null while nothing is read. */
  at: number | null;
  onRead: (at: number | null) => void;
  scales: Scales;
  text: string;
}) {
  const { stops, at, onRead, scales } = props;
  const t = useChartTranslation();
  const follow = (event: { clientX: number; currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    onRead(nearestStop(stops, share * 1440));
  };
  return (
    <input
      type="range"
      className="program-cursor"
      style={{ left: scales.left, width: scales.right - scales.left, top, height: floor - top }}
      min={0}
      max={stops.length - 1}
      value={at ?? 0}
      aria-label={t("programDay.cursor")}
      aria-valuetext={props.text}
      onChange={(event) => onRead(Number(event.target.value))}
      onPointerMove={follow}
      onPointerLeave={() => onRead(null)}
      onFocus={() => onRead(at ?? 0)}
      onBlur={() => onRead(null)}
    />
  );
}

/** The line at what is read, with a dot on the flow. */
export function CursorLine({ reading, scales }: { reading: Reading; scales: Scales }) {
  const x = scales.x(reading.minute);
  return (
    <g className="plan-cursor">
      <line x1={x} x2={x} y1={top} y2={floor} />
      {reading.flow === null ? null : <circle cx={x} cy={scales.yOfFlow(reading.flow)} r="4" />}
    </g>
  );
}

/** The values at the cursor, on the side where there is more room. */
export function CursorTip(props: { reading: Reading; rows: readonly Row[]; time: string; scales: Scales }) {
  const { reading, scales } = props;
  const x = scales.x(reading.minute);
  const isRight = x < scales.width / 2;
  const side = isRight ? { left: x + 12 } : { right: scales.width - x + 12 };
  return (
    <div className="program-tip" style={{ ...side, bottom: height - floor + 8 }} aria-hidden="true">
      <div className="chart-tip-time">{props.time}</div>
      {props.rows.map(([name, value]) => (
        <div key={name} className="chart-tip">
          <span>{name}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}

/** A reading in words: the day and the time, and a row for each value. */
export function useReadingText(plan: ProgramDay, start: ProgramStart | null) {
  const t = useChartTranslation();
  const language = localeOf(useTranslation().i18n.language);
  return ({ minute, flow, range, aliquot }: Reading): { time: string; rows: Row[] } => {
    const clock = clockAt(start, minute);
    const rows: Row[] = [];
    if (flow !== null) rows.push([t("programDay.flow"), `${formatNumber(flow, 0)} m³/h`]);
    if (range !== null)
      rows.push([t("programDay.range"), `${formatNumber(range.low, 0)}–${formatNumber(range.high, 0)} m³/h`]);
    if (aliquot !== null) {
      const name = t("programDay.aliquotOf", { nth: aliquot.nth, of: plan.aliquots.length });
      const volume = `${formatNumber(aliquot.volume, 0)} mL`;
      rows.push([name, aliquot.missed === null ? volume : t("programDay.missed")]);
      if (aliquot.slot !== null)
        rows.push([
          t("programDay.inSlot", { slot: aliquot.slot }),
          t("programDay.volumeOf", {
            volume: formatNumber(aliquot.fillAfter, 0),
            capacity: formatNumber(carouselBottle, 0),
          }),
        ]);
    }
    return { time: start === null ? clock : `${dayAt(start, minute, language)} ${clock}`, rows };
  };
}
