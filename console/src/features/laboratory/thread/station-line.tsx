import "./stations.css";
import type { Traceability } from "@tracewater/contract/laboratory/traceability";
import {
  CalendarCheck,
  ChartSpline,
  Droplet,
  FileText,
  FlaskConical,
  Milk,
  PackageCheck,
  Stamp,
  Truck,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDurationText } from "../../../kit/duration.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import type { CustodyGap } from "./custody-gaps.ts";
import { useLegText } from "./gap-text.ts";
import { type Leg, legsOf, type Station, type StationKind, stationsOf } from "./stations.ts";

const icons: Record<StationKind, typeof Droplet> = {
  plan: CalendarCheck,
  strokes: Droplet,
  bottle: Milk,
  seal: Stamp,
  delivery: Truck,
  receipt: PackageCheck,
  assay: FlaskConical,
  load: ChartSpline,
  report: FileText,
};

/**
 * The way of the water as a line of stations with the time between them. What was not reached yet is drawn open; where
 * nobody can show who had the sample, the line is dashed and says so.
 */
export function StationLine(props: { thread: Traceability; gaps: readonly CustodyGap[] }) {
  const stations = stationsOf(props.thread);
  const legs = legsOf(stations, props.gaps);
  return (
    <ol className="stations">
      {stations.map((station, at) => (
        <StationSpot key={station.kind} station={station} leg={legs[at] ?? null} />
      ))}
    </ol>
  );
}

function StationSpot({ station, leg }: { station: Station; leg: Leg | null }) {
  const { t } = useTranslation("laboratory-thread");
  const { kind, count, name, at, until, who, to } = station;
  const Icon = icons[kind];
  const label = name ?? (count === 0 ? t(`station.${kind}.none`) : t(`station.${kind}.count`, { count }));
  const names = ["station"];
  if (count === 0) names.push("station-open");
  if (leg !== null && leg.gaps.length > 0) names.push("station-after-gap");
  return (
    <li className={names.join(" ")}>
      {leg === null ? null : <LegGaps leg={leg} />}
      <div className="station-body">
        {leg === null || leg.ms === null ? null : <LegTime ms={leg.ms} />}
        <span className="station-mark">
          <Icon size={18} aria-hidden="true" />
        </span>
        <strong>{t(`station.${kind}.title`)}</strong>
        {to === null ? <span>{label}</span> : <PathLink to={to}>{label}</PathLink>}
        {at === null ? null : <span className="num record-quiet station-time">{formatMoment(at)}</span>}
        {until === null ? null : (
          <span className="num record-quiet station-time">{t("until", { time: formatMoment(until) })}</span>
        )}
        {who === null || who === "" ? null : <span className="record-quiet">{who}</span>}
      </div>
    </li>
  );
}

/** What is missing on the way to a station, above its line. */
function LegGaps({ leg: { gaps } }: { leg: Leg }) {
  const legText = useLegText();
  if (gaps.length === 0) return null;
  return (
    <div className="station-gap">
      {legText(gaps).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

function LegTime({ ms }: { ms: number }) {
  const duration = useDurationText();
  return <span className="num station-ms">{duration(ms)}</span>;
}
