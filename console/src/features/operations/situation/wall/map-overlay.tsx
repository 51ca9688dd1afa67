import { useMemo } from "react";
import {
  type Edges,
  labelledOf,
  loudestOf,
  type MapAlarm,
  type MapPoint,
  type NamedPlace,
  pulseSecondsOf,
} from "./map-features.ts";
import { shownLoad } from "./numbers.ts";

const maxPulses = 40;

/**
 * Names, pulses and alarms over the map, in the fonts of the page. Pulses are moved by the browser's compositor alone:
 * the map itself draws nothing while it stands.
 */
export function MapOverlay(props: {
  points: readonly MapPoint[];
  unit: number;
  /** In place of those of points. */
  names: readonly NamedPlace[] | null;
  alarms: readonly MapAlarm[];
  chosenAt: [number, number] | null;
  max: number;
  edges: Edges;
  isStill: boolean;
  project: (at: [number, number]) => { x: number; y: number };
}) {
  const { points, unit, project } = props;
  // A map that moves draws these in every frame: what does not depend on the camera is made once.
  const loudest = useMemo(() => props.names ?? loudestOf(points), [points, props.names]);
  const pulses = useMemo(
    () => (props.isStill ? [] : points.filter((point) => pulseSecondsOf(point) !== null).slice(0, maxPulses)),
    [points, props.isStill],
  );
  const labels = labelledOf(loudest, project, { unit, max: props.max, edges: props.edges });
  const ring = props.chosenAt === null ? null : project(props.chosenAt);
  return (
    <svg className="wall-overlay" aria-hidden="true">
      {pulses.map((point) => {
        const { x, y } = project(point.at);
        const style = { animationDuration: `${pulseSecondsOf(point) ?? 4}s` };
        return (
          <g key={point.pointId} transform={`translate(${x} ${y})`}>
            <circle className="wall-pulse" r={(point.radius + 8) * unit} style={style} />
          </g>
        );
      })}
      {labels.map(({ point, x, y, isLeft }) => (
        <text
          key={point.pointId}
          className="wall-label"
          {...{ x, y, dominantBaseline: "middle", textAnchor: isLeft ? "end" : "start" }}
        >
          {point.name} <tspan className="wall-label-value">{point.value ?? shownLoad(point.load)}</tspan>
        </text>
      ))}
      {props.alarms.map(({ alarmId, at, severity }) => {
        const { x, y } = project(at);
        return (
          <g
            key={alarmId}
            className={`wall-beacon wall-alarm-${severity}`}
            transform={`translate(${x} ${y}) scale(${unit})`}
          >
            <path d="M0 -13L13 0 0 13 -13 0z" fill="currentColor" />
            <path d="M0 -7v7M0 4v3" stroke="var(--wall-onState)" strokeWidth="3" />
          </g>
        );
      })}
      {ring === null ? null : <circle className="wall-ring" cx={ring.x} cy={ring.y} r={34 * unit} />}
    </svg>
  );
}
