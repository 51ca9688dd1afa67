/* The map of the situation screens, fetched with the first of them. Its ground is the land that the console brings. */
import "maplibre-gl/dist/maplibre-gl.css";
import type { Catchment } from "@tracewater/contract/field/catchment";
import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import maplibre from "maplibre-gl/dist/maplibre-gl-csp.js";
import workerUrl from "maplibre-gl/dist/maplibre-gl-csp-worker.js?url";
import type { Land } from "../../../../kit/map/topology.ts";
import { fetchLand } from "../land.ts";
import { drawLightly } from "./map-drawing.ts";
import type { MapPoint, MapUnit } from "./map-features.ts";
import { groundOf } from "./map-ground.ts";
import { areaZoom, limitCatchments, type Paint, paintMap, showInPlace, styleOf } from "./map-style.ts";

export type Padding = { left: number; right: number; top: number; bottom: number };
export type MapWindow = { west: number; south: number; east: number; north: number };

export type WallMapEngine = {
  /** Points and their colours come into sight together. Radii are in units of the drawing. */
  show(points: readonly MapPoint[], unit: number, paint: Paint): void;
  showAreas(areas: readonly { pointId: number; catchment: Catchment }[]): void;
  /** The areas of units in place of catchments; null shows catchments. */
  showUnits(units: readonly MapUnit[] | null): void;
  /** The catchment that stands out, where catchments do at all. */
  choose(pointId: number | null, isHighlighted: boolean): void;
  /** Everything in sight, without a movement. */
  overview(points: readonly MapPoint[], padding: Padding): void;
  flyTo(at: [number, number], padding: Padding, isStill: boolean): void;
  project(at: [number, number]): { x: number; y: number };
  /** Pixels. */
  size(): { width: number; height: number };
  destroy(): void;
};

export type WallMapListener = {
  onPoint(pointId: number): void;
  onMove(): void;
  /** The map has taken its place's new size. */
  onResize(): void;
  /** What is in sight once the movement is over; null while no catchments are drawn. */
  onWindow(seen: MapWindow | null): void;
};

const stopZoom = 9;

/** Throws where the browser cannot draw a map (no WebGL). */
export function createWallMap(element: HTMLElement, paint: Paint, listener: WallMapListener): WallMapEngine {
  maplibre.setWorkerUrl(workerUrl);
  const map: MapLibre = new maplibre.Map({
    ...{ container: element, style: styleOf(), attributionControl: false, renderWorldCopies: false },
    ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, maxZoom: 14, fadeDuration: 160 },
    ...{ center: [15, 45] as [number, number], zoom: 2 },
  });
  map.touchZoomRotate.disableRotation();
  // A flight of a few frames a second is worse than none.
  const isSoftware = drawLightly(map);
  const data = createSources(map);
  const marked = createMarks(map, listener);
  // Without its file the points stand on water.
  fetchLand("fine").then(data.showLand, () => undefined);
  let painted = paint;
  let shown: { points: readonly MapPoint[]; unit: number } | null = null;
  let hasUnits = false;
  map.on("load", () => {
    limitCatchments(map);
    paintMap(map, painted);
    showInPlace(map, hasUnits ? "units" : "catchments");
    data.open();
    marked.open();
  });
  map.on("move", () => listener.onMove());
  map.on("resize", () => listener.onResize());
  map.on("moveend", () => {
    const bounds = map.getBounds();
    const isNear = map.getZoom() >= areaZoom;
    listener.onWindow(
      isNear
        ? {
            ...{ west: bounds.getWest(), south: bounds.getSouth() },
            ...{ east: bounds.getEast(), north: bounds.getNorth() },
          }
        : null,
    );
  });
  // A graphics card that took its context back is drawn on again by the library once it is given again.
  map.getCanvas().addEventListener("webglcontextrestored", () => map.triggerRepaint());
  return {
    show(points, unit, next) {
      const isNew = shown?.points !== points || shown.unit !== unit;
      const hasPaint = painted !== next;
      [shown, painted] = [{ points, unit }, next];
      if (isNew) data.showPoints(points, unit);
      if (hasPaint && data.isOpen()) whenDrawable(map, "points", () => paintMap(map, painted));
    },
    showAreas: data.showAreas,
    showUnits(units) {
      hasUnits = units !== null;
      if (data.isOpen()) showInPlace(map, hasUnits ? "units" : "catchments");
      data.showUnits(units ?? []);
    },
    choose: marked.choose,
    overview(points, padding) {
      const bounds = new maplibre.LngLatBounds();
      for (const { at } of points) bounds.extend(at);
      if (!bounds.isEmpty()) map.fitBounds(bounds, { padding, maxZoom: 8, animate: false });
    },
    flyTo(at, padding, isStill) {
      const camera = { center: at, zoom: Math.max(stopZoom, Math.min(map.getZoom(), 11)), padding };
      if (isStill || isSoftware) map.jumpTo(camera);
      else map.flyTo({ ...camera, duration: 1200 });
    },
    project: (at) => map.project(at),
    // Without asking for a layout: names ask in every frame.
    size() {
      const [{ width, height }, ratio] = [map.getCanvas(), map.getPixelRatio()];
      return { width: width / ratio, height: height / ratio };
    },
    destroy: () => map.remove(),
  };
}

/** Once the source's last data can be drawn: at once, or with the frame that shows it first. */
function whenDrawable(map: MapLibre, source: string, run: () => void): void {
  const look = () => {
    if (!map.isSourceLoaded(source)) return;
    map.off("sourcedata", look);
    run();
  };
  map.on("sourcedata", look);
  look();
}

type GeoData = Exclude<Parameters<GeoJSONSource["setData"]>[0], string>;
type Collection = Extract<GeoData, { type: "FeatureCollection" }>;

/** What is given before the map has loaded is shown once it has. */
function createSources(map: MapLibre) {
  // The catchment that nobody sees goes with the first picture.
  const waiting = new Map<string, GeoData>([["areas", { type: "FeatureCollection", features: [] }]]);
  let isOpen = false;
  const give = (name: string, data: GeoData) => {
    if (isOpen) map.getSource<GeoJSONSource>(name)?.setData(data);
    else waiting.set(name, data);
  };
  const show = (name: string, features: Collection["features"]) =>
    give(name, { type: "FeatureCollection", features });
  return {
    isOpen: () => isOpen,
    open() {
      isOpen = true;
      for (const [name, data] of waiting) give(name, data);
      waiting.clear();
    },
    showLand(land: Land) {
      for (const [name, data] of Object.entries(groundOf(land))) give(name, data);
    },
    showPoints(points: readonly MapPoint[], unit: number) {
      show(
        "points",
        points.map(({ pointId, at, kind, load, radius, isUncertain }) => ({
          type: "Feature",
          geometry: { type: "Point", coordinates: at },
          properties: { pointId, kind, load, radius: radius * unit, uncertain: isUncertain },
        })),
      );
    },
    showUnits(units: readonly MapUnit[]) {
      show(
        "units",
        units.map(({ unitId, area, opacity, hasFigure }) => ({
          ...{ type: "Feature", geometry: area, properties: { unitId, opacity, hasFigure } },
        })),
      );
    },
    showAreas(areas: readonly { pointId: number; catchment: Catchment }[]) {
      show(
        "areas",
        areas.map(({ pointId, catchment }) => ({
          ...{ type: "Feature", geometry: catchment, properties: { pointId } },
        })),
      );
    },
  };
}

const pointLayers = ["point", "point-loq", "point-none"];

/** The catchment that is chosen, and the one under the pointer. */
function createMarks(map: MapLibre, listener: WallMapListener) {
  const marks: { chosen: number | null; hover: number | null } = { chosen: null, hover: null };
  let isOpen = false;
  let isHighlighted = true;
  const mark = (name: "chosen" | "hover", id: number | null) => {
    const former = marks[name];
    marks[name] = id;
    if (!isOpen) return;
    if (former !== null) map.setFeatureState({ source: "areas", id: former }, { [name]: false });
    if (id !== null) map.setFeatureState({ source: "areas", id }, { [name]: true });
  };
  const idOf = (feature: { properties: Record<string, unknown> } | undefined) => {
    const id = feature?.properties["pointId"];
    return typeof id === "number" ? id : null;
  };
  map.on("click", (event) => {
    const layers = [...pointLayers, "area-fill"];
    const id = idOf(map.queryRenderedFeatures(event.point, { layers })[0]);
    if (id !== null) listener.onPoint(id);
  });
  map.on("mousemove", "area-fill", (event) => {
    if (isHighlighted) mark("hover", idOf(event.features?.[0]));
  });
  map.on("mouseleave", "area-fill", () => mark("hover", null));
  for (const layer of pointLayers) {
    map.on("mouseenter", layer, () => {
      map.getCanvas().style.cursor = "pointer";
    });
    map.on("mouseleave", layer, () => {
      map.getCanvas().style.cursor = "";
    });
  }
  return {
    open() {
      isOpen = true;
      mark("chosen", marks.chosen);
    },
    choose(id: number | null, highlights: boolean) {
      isHighlighted = highlights;
      if (!highlights) mark("hover", null);
      mark("chosen", highlights ? id : null);
    },
  };
}
