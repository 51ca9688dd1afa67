import type { Alarm } from "@tracewater/contract/fleet/alarms";
import { getSeries } from "@tracewater/contract/fleet/telemetry";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { useModelWords } from "./model-words.ts";
import { type Frame, frameOf, linesOf } from "./raise-lines.ts";

const width = 512;
const height = 140;
const marginMs = 30 * 60_000;
const longestMs = 7 * 86_400_000;

/** The values before, at and after the raise, with the threshold and the span in which it was open. */
export function RaiseChart({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation("fleet-alarms");
  const words = useModelWords(alarm.typeKey);
  const long = Math.max(marginMs, (alarm.raisedAt - alarm.beganAt) * 2);
  const begin = alarm.beganAt - long;
  const until = (alarm.clearedAt ?? Math.max(alarm.lastAt, alarm.raisedAt)) + long;
  const end = Math.min(until, begin + longestMs);
  const query = { deviceId: alarm.deviceId, identifiers: alarm.identifier, begin, end, points: 300 };
  const series = useApi(getSeries, { query }, { silent: true });
  const points = series.data?.data[0]?.points ?? [];
  if (points.length === 0) {
    return <p className="alarm-quiet">{series.isPending ? " " : t("chart.none")}</p>;
  }
  const frame = frameOf(points, alarm.threshold, { begin, end }, { width, height });
  const label = t("chart.label", { name: words.propertyName(alarm.identifier) });
  return (
    <figure className="raise-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <rect
          className="raise-open"
          x={frame.x(alarm.raisedAt)}
          y={0}
          width={Math.max(2, frame.x(alarm.clearedAt ?? end) - frame.x(alarm.raisedAt))}
          height={height}
        />
        <Threshold frame={frame} threshold={alarm.threshold} />
        {linesOf(points, frame).map((line) => (
          <polyline key={line} className="raise-line" points={line} />
        ))}
      </svg>
      <figcaption>
        <span className="num">{formatMoment(begin)}</span>
        <span>
          {words.propertyName(alarm.identifier)}
          {words.unitOf(alarm.identifier) === "" ? null : ` (${words.unitOf(alarm.identifier)})`}
          {alarm.threshold === null ? null : (
            <span className="raise-limit">
              {" "}
              — {t("chart.threshold")} {words.valueText(alarm.identifier, alarm.threshold)}
            </span>
          )}
        </span>
        <span className="num">{formatMoment(end)}</span>
      </figcaption>
    </figure>
  );
}

function Threshold({ frame, threshold }: { frame: Frame; threshold: number | null }) {
  if (threshold === null) return null;
  const y = frame.y(threshold);
  return <line className="raise-threshold" x1={0} x2={width} y1={y} y2={y} />;
}
