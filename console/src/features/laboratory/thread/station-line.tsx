import type { Thread } from "@tracewater/contract/laboratory/thread";
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
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { type Station, type StationKind, stationsOf } from "./stations.ts";

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

/** The way of the water as a line of stations; what was not reached yet is drawn open. */
export function StationLine({ thread }: { thread: Thread }) {
  return (
    <ol className="stations">
      {stationsOf(thread).map((station) => (
        <StationSpot key={station.kind} station={station} />
      ))}
    </ol>
  );
}

function StationSpot({ station }: { station: Station }) {
  const { t } = useTranslation("laboratory-thread");
  const { kind, count, name, at, who, to } = station;
  const Icon = icons[kind];
  const label = name ?? (count === 0 ? t(`station.${kind}.none`) : t(`station.${kind}.count`, { count }));
  return (
    <li className={count === 0 ? "station station-open" : "station"}>
      <span className="station-mark">
        <Icon size={18} aria-hidden="true" />
      </span>
      <strong>{t(`station.${kind}.title`)}</strong>
      {to === null ? <span>{label}</span> : <PathLink to={to}>{label}</PathLink>}
      {at === null ? null : <span className="num record-quiet">{formatMoment(at)}</span>}
      {who === null || who === "" ? null : <span className="record-quiet">{who}</span>}
    </li>
  );
}
