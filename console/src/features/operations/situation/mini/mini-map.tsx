import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Land } from "../../../../kit/map/topology.ts";
import { fetchLand } from "../land.ts";
import { lookedAt, type MapPoint } from "../wall/map-features.ts";

const width = 1000;
const height = 1000;
const margin = 90;
/** Around a single point there is a country to be seen. */
const minDegrees = 6;

/** Land and points as one drawing, in Mercator's projection around the points. */
export function MiniMap({ points, category }: { points: readonly MapPoint[]; category: AnalyteCategory }) {
  const { t } = useTranslation("operations-situation");
  const outlines = useLand();
  const places = points.map(({ at }) => at.join(" ")).join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the land is drawn again only where points are elsewhere
  const { project, land } = useMemo(() => {
    const around = projectionOf(lookedAt(points).map(({ at }) => at));
    return { project: around, land: pathOf(outlines, around) };
  }, [places, outlines]);
  return (
    <svg
      className="mini-map"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={t("wall.map")}
    >
      <path d={land} fill="var(--wall-land)" stroke="var(--wall-coast)" strokeWidth="1.2" />
      {[...points].reverse().map((point) => (
        <Point
          key={point.pointId}
          point={point}
          at={project(point.at)}
          colour={`var(--wall-cat-${category})`}
        />
      ))}
    </svg>
  );
}

const noLand: Land = [];

/** Without its file the points stand on water. */
function useLand(): Land {
  const [land, setLand] = useState(noLand);
  useEffect(() => {
    let gone = false;
    fetchLand("coarse")
      .then((found) => {
        if (!gone) setLand(found);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return land;
}

function Point({ point, at, colour }: { point: MapPoint; at: [number, number]; colour: string }) {
  const { kind, radius } = point;
  const place = { cx: at[0], cy: at[1] };
  if (kind === "none")
    return <circle {...place} r="3.2" fill="none" stroke="var(--wall-text3)" strokeWidth="1.4" />;
  if (kind === "loq") return <circle {...place} r="5" fill="none" stroke={colour} strokeWidth="1.6" />;
  return (
    <>
      <circle
        {...{ ...place, r: radius, fill: colour, stroke: kind === "falling" ? colour : "var(--wall-land)" }}
        fillOpacity={kind === "falling" ? 0.22 : point.isUncertain ? 0.45 : 0.84}
      />
      {kind === "rising" ? (
        <circle {...place} r={radius + 5} fill="none" stroke={colour} strokeWidth="1.9" />
      ) : null}
      {kind === "falling" ? <circle {...place} r={radius * 0.42} fill={colour} /> : null}
    </>
  );
}

type Place = readonly [number, number];

function mercator(latitude: number): number {
  const limited = Math.max(-85, Math.min(85, latitude)) * (Math.PI / 180);
  return (Math.log(Math.tan(Math.PI / 4 + limited / 2)) * 180) / Math.PI;
}

/** So that all places are in sight; the whole earth where there are none. */
function projectionOf(places: readonly Place[]): (at: Place) => [number, number] {
  const [west, east] = rangeOf(
    places.map(([longitude]) => longitude),
    360,
  );
  const [south, north] = rangeOf(
    places.map(([, latitude]) => mercator(latitude)),
    280,
  );
  const scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (north - south));
  return ([longitude, latitude]) => [
    width / 2 + (longitude - (west + east) / 2) * scale,
    height / 2 - (mercator(latitude) - (south + north) / 2) * scale,
  ];
}

function rangeOf(values: readonly number[], whole: number): [number, number] {
  if (values.length === 0) return [-whole / 2, whole / 2];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = Math.max(0, minDegrees - (high - low)) / 2;
  return [low - more, high + more];
}

function pathOf(land: Land, project: (at: Place) => [number, number]): string {
  return land
    .flat()
    .map(
      (ring) =>
        `M${ring
          .map((at) =>
            project(at)
              .map((value) => value.toFixed(1))
              .join(" "),
          )
          .join("L")}Z`,
    )
    .join("");
}
