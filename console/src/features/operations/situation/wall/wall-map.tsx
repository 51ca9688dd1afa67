/** The map of a screen with its overlay; the library is fetched with the first one. */
import { getSituationAreas } from "@tracewater/contract/operations/situation";
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useApi } from "../../../../api/use-api.ts";
import { useMedia } from "../../../../kit/phone.ts";
import { type Edges, lookedAt, type MapAlarm, type MapPoint, type MapUnit } from "./map-features.ts";
import { MapOverlay } from "./map-overlay.tsx";
import type { Paint } from "./map-style.ts";
import type { MapWindow, Padding, WallMapEngine } from "./wall-map-engine.ts";

export function WallMap(props: {
  paint: Paint;
  points: readonly MapPoint[];
  /** What the whole map is around, in place of the points themselves: maps next to each other show the same part of the earth. */
  around?: readonly MapPoint[];
  unit: number;
  padding: Padding;
  /** What the camera stays at; null is the whole map. */
  chosen: { pointId: number | null; at: [number, number] } | null;
  highlights: boolean;
  alarms: readonly MapAlarm[];
  labels: number;
  /** Areas that units answer for in place of catchments; null shows catchments. */
  units?: readonly MapUnit[] | null;
  onPoint: (pointId: number) => void;
}) {
  const { paint, points, unit, chosen, highlights, padding } = props;
  const { t } = useTranslation("operations-situation");
  const place = useRef<HTMLDivElement>(null);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const [seen, setSeen] = useState<MapWindow | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { engine, isImpossible } = useEngine(place, paint, {
    ...{ onPoint: props.onPoint, onMove: redraw, onResize: () => look(), onWindow: setSeen },
  });
  const areas = useAreas(seen, chosen?.pointId ?? null);
  useEffect(() => engine?.show(points, unit, paint), [engine, points, unit, paint]);
  useEffect(() => engine?.showAreas(areas), [engine, areas]);
  const units = props.units ?? null;
  useEffect(() => engine?.showUnits(units), [engine, units]);
  // Without areas the points keep their names.
  const names = useMemo(() => (units?.length ? units.map(({ label }) => label) : null), [units]);
  useEffect(() => engine?.choose(chosen?.pointId ?? null, highlights), [engine, chosen?.pointId, highlights]);
  const inSight = lookedAt(props.around ?? points);
  const look = useEffectEvent(() => {
    if (chosen === null) engine?.overview(inSight, padding);
    else engine?.flyTo(chosen.at, padding, isStill);
  });
  // The camera follows what is chosen, what there is and the size of the map, and stays where somebody moved it otherwise.
  const target = chosen === null ? `all ${inSight.length}` : chosen.at.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target stands for what is looked at
  useEffect(() => look(), [engine, target, unit, padding.left, padding.top]);
  return (
    <section className="wall-map" aria-label={t("wall.map")}>
      <div ref={place} className="wall-map-place" />
      {isImpossible ? <p className="wall-reason">{t("wall.noMap")}</p> : null}
      {engine === null ? null : (
        <MapOverlay
          {...{ points, unit, alarms: props.alarms, isStill, max: props.labels, names }}
          chosenAt={chosen?.at ?? null}
          edges={edgesOf(engine.size(), padding, unit)}
          project={engine.project}
        />
      )}
    </section>
  );
}

/** Columns end a little before the camera's padding does; headline and legend take all of theirs. */
function edgesOf(
  { width, height }: { width: number; height: number },
  padding: Padding,
  unit: number,
): Edges {
  const covered = (side: number) => Math.max(0, side - 40 * unit);
  return {
    ...{ left: covered(padding.left), right: width - covered(padding.right) },
    ...{ top: padding.top, bottom: height - padding.bottom },
  };
}

type Listener = {
  onPoint: (pointId: number) => void;
  onMove: () => void;
  onResize: () => void;
  onWindow: (seen: MapWindow | null) => void;
};

function useEngine(place: { current: HTMLDivElement | null }, paint: Paint, listener: Listener) {
  const [engine, setEngine] = useState<WallMapEngine | null>(null);
  const [isImpossible, setImpossible] = useState(false);
  const current = useEffectEvent(() => listener);
  const painted = useEffectEvent(() => paint);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let made: WallMapEngine | null = null;
    let gone = false;
    import("./wall-map-engine.ts")
      .then(({ createWallMap }) => {
        if (gone) return;
        made = createWallMap(element, painted(), {
          onPoint: (id) => current().onPoint(id),
          onMove: () => current().onMove(),
          onResize: () => current().onResize(),
          onWindow: (seen) => current().onWindow(seen),
        });
        setEngine(made);
      })
      .catch(() => setImpossible(true));
    return () => {
      gone = true;
      made?.destroy();
      setEngine(null);
    };
  }, [place]);
  return { engine, isImpossible };
}

const noAreas: never[] = [];
/** Windows are asked for in steps, so that a small movement asks for nothing. */
const stepDegrees = 0.5;
const widest = 4;

/** The catchments that are in sight, and that of the chosen point. */
function useAreas(seen: MapWindow | null, pointId: number | null) {
  const mayList = hasPermission("field:samplePoint:list", useSession());
  const options = { silent: true, keepPrevious: true, staleMs: 600_000 };
  const query = useMemo(() => (seen === null ? null : stepped(seen)), [seen]);
  const around = useApi(
    getSituationAreas,
    { query: query ?? {} },
    { ...options, enabled: mayList && query !== null },
  ).data?.data;
  const own = useApi(
    getSituationAreas,
    { query: { pointId: pointId ?? 0 } },
    { ...options, enabled: mayList && pointId !== null },
  ).data?.data;
  return useMemo(() => {
    const found = [...(around ?? noAreas), ...(pointId === null ? noAreas : (own ?? noAreas))];
    return [...new Map(found.map((one) => [one.pointId, one])).values()];
  }, [around, own, pointId]);
}

function stepped({ west, south, east, north }: MapWindow): MapWindow | null {
  const down = (value: number) => Math.floor(value / stepDegrees) * stepDegrees;
  const up = (value: number) => Math.ceil(value / stepDegrees) * stepDegrees;
  const window = {
    ...{ west: Math.max(-180, down(west)), south: Math.max(-90, down(south)) },
    ...{ east: Math.min(180, up(east)), north: Math.min(90, up(north)) },
  };
  return window.east - window.west > widest || window.north - window.south > widest ? null : window;
}
