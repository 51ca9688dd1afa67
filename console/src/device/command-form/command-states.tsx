import "./command-states.css";
import type { Command } from "@tracewater/contract/fleet/commands";
import { memo } from "react";
import { formatClock } from "../../kit/moment.ts";
import { type DeviceTexts, useDeviceTexts } from "../device-texts.ts";
import { clockMs, spanText } from "./command-labels.ts";
import { commandLine, type Station, type StationMark, type Stretch } from "./command-stations.ts";

/** Middle of each of the four columns, in percent, so that the line fits any width. */
const columns = [12.5, 37.5, 62.5, 87.5] as const;
const lineY = 24;

/**
 * The lifecycle of a command as a line with four stations: times beneath them, durations between them. The times are
 * without milliseconds, which a column of a narrow window has no room for; the timeline of the command has them.
 */
export const CommandStates = memo(function CommandStates({ command }: { command: Command }) {
  const texts = useDeviceTexts();
  const { stations, stretches } = commandLine(command);
  return (
    <svg className="life" height="64" role="img" aria-label={describe(stations, texts)}>
      {stretches.map((stretch, index) => (
        <StretchLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
          key={index}
          stretch={stretch}
          from={columns[stretch !== null && index === 2 && stations[2].mark === "none" ? 1 : index] ?? 0}
          to={columns[index + 1] ?? 0}
          texts={texts}
        />
      ))}
      {stations.map((station, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a station is its place
        <StationMarkAt key={index} station={station} x={`${columns[index] ?? 0}%`} texts={texts} />
      ))}
    </svg>
  );
});

function StretchLine(props: { stretch: Stretch | null; from: number; to: number; texts: DeviceTexts }) {
  const { stretch, from, to, texts } = props;
  if (stretch === null) return null;
  return (
    <>
      <line
        className={`life-line life-line-${stretch.tone}`}
        x1={`${from}%`}
        x2={`${to}%`}
        y1={lineY}
        y2={lineY}
        strokeDasharray={stretch.open ? "3 4" : undefined}
      />
      {stretch.duration === null ? null : (
        <text className="life-span" x={`${(from + to) / 2}%`} y={lineY - 8}>
          {spanText(stretch.duration, texts)}
        </text>
      )}
    </>
  );
}

function StationMarkAt({ station, x, texts }: { station: Station; x: string; texts: DeviceTexts }) {
  if (station.mark === "none") {
    return <circle className="life-none" cx={x} cy={lineY} r="4" />;
  }
  const loud = station.mark !== "passed";
  return (
    <>
      <circle className="life-ground" cx={x} cy={lineY} r={loud ? 9 : 7} />
      <svg x={x} y={lineY} overflow="visible" aria-hidden="true">
        <Sign mark={station.mark} />
      </svg>
      <text className={`life-name life-name-${station.mark}`} x={x} y={lineY + 21}>
        {texts.t(`station.${station.name}`)}
      </text>
      <text className="life-time" x={x} y={lineY + 37}>
        {station.at === null ? texts.t("station.waiting") : formatClock(station.at)}
      </text>
    </>
  );
}

/** A shape and a colour for each ending, so that neither has to be distinguished alone. */
function Sign({ mark }: { mark: StationMark }) {
  switch (mark) {
    case "done":
      return (
        <>
          <circle r="6" className="life-ok" />
          <path className="life-stroke" d="M-2.6 .2-.8 2 2.8-1.8" />
        </>
      );
    case "failed":
      return (
        <>
          <circle r="6" className="life-critical" />
          <path className="life-stroke" d="M-2-2 2 2M2-2-2 2" />
        </>
      );
    case "timedOut":
      return (
        <>
          <circle r="6" className="life-warn" />
          <path className="life-stroke" d="M0-3V.4L2 1.8" />
        </>
      );
    case "expired":
      return (
        <>
          <circle r="6" className="life-off" />
          <path className="life-stroke" d="M-2.6 0H2.6" />
        </>
      );
    case "waiting":
      return (
        <>
          <circle r="5" className="life-waiting" />
          <circle r="2" className="life-waiting-dot" />
        </>
      );
    default:
      return <circle r="4" className="life-passed" />;
  }
}

function describe(stations: readonly Station[], texts: DeviceTexts): string {
  return stations
    .filter((station) => station.mark !== "none")
    .map((station) => {
      const when = station.at === null ? texts.t("station.waiting") : clockMs(station.at);
      return `${texts.t(`station.${station.name}`)} ${when}`;
    })
    .join(", ");
}
