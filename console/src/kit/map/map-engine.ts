/*
 * The map itself, fetched with the first page that shows one. Its ground is the land silhouette that the console brings
 * along: nothing is fetched from anywhere else.
 */
import "maplibre-gl/dist/maplibre-gl.css";
import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as MapLibre,
  Marker as MapMarker,
  StyleSpecification,
} from "maplibre-gl";
import maplibre from "maplibre-gl/dist/maplibre-gl-csp.js";
import workerUrl from "maplibre-gl/dist/maplibre-gl-csp-worker.js?url";
import type { ReadToken } from "../token-value.ts";
import { readLand } from "./land.ts";
import type { Handle, MapContent, Position } from "./map-content.ts";
import { drawGroups, groupSource } from "./point-groups.ts";
import { coastOf } from "./topology.ts";

export type MapEngine = {
  show(content: MapContent): void;
  /** Brings everything that is shown into sight. */
  fit(content: MapContent): void;
  centre(): Position;
  /** Brings a place into the middle, near enough to stand alone. */
  goTo(at: Position): void;
  paint(read: ReadToken): void;
  destroy(): void;
};

export type MapListener = { onPlace(at: Position): void; onPoint(id: string): void };

/** Throws where the browser cannot draw a map (no WebGL). */
export function createMap(
  element: HTMLElement,
  read: ReadToken,
  listener: MapListener,
  isGrouped = false,
): MapEngine {
  maplibre.setWorkerUrl(workerUrl);
  const map: MapLibre = new maplibre.Map({
    container: element,
    style: styleOf(read, isGrouped),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxZoom: 17,
    center: [15, 35],
    zoom: 1,
    fadeDuration: 0,
  });
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new maplibre.ScaleControl({ unit: "metric" }), "bottom-left");
  let handles: MapMarker[] = [];
  let waiting: MapContent | null = null;
  let isReady = false;
  const show = (content: MapContent) => {
    for (const [name, data] of Object.entries(sourcesOf(content))) {
      map.getSource<GeoJSONSource>(name)?.setData(data);
    }
    for (const handle of handles) handle.remove();
    handles = (content.handles ?? []).map((handle) => addHandle(map, handle));
  };
  const repaint = isGrouped ? drawGroups(map, read) : () => undefined;
  map.on("load", () => {
    isReady = true;
    if (waiting !== null) show(waiting);
  });
  map.on("click", (event) => {
    if (isGrouped && map.queryRenderedFeatures(event.point, { layers: ["groups"] }).length > 0) return;
    const [found] = map.queryRenderedFeatures(event.point, { layers: ["points"] });
    const id: unknown = found?.properties["id"];
    if (typeof id === "string") listener.onPoint(id);
    else listener.onPlace([event.lngLat.lng, event.lngLat.lat]);
  });
  map.on("mousemove", "points", () => {
    map.getCanvas().style.cursor = "pointer";
  });
  map.on("mouseleave", "points", () => {
    map.getCanvas().style.cursor = "";
  });
  return {
    show(content) {
      waiting = content;
      if (isReady) show(content);
    },
    fit(content) {
      const bounds = new maplibre.LngLatBounds();
      for (const at of positionsOf(content)) bounds.extend(at);
      if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 48, maxZoom: 13, animate: false });
    },
    centre() {
      const { lng, lat } = map.getCenter();
      return [lng, lat];
    },
    goTo: (center) => void map.flyTo({ center, zoom: Math.max(map.getZoom(), nearZoom), animate: false }),
    paint(next) {
      for (const { layer, property, token } of colours) map.setPaintProperty(layer, property, next(token));
      map.setPaintProperty("points", "circle-color", pointColour(next));
      repaint(next);
    },
    destroy: () => map.remove(),
  };
}

/** A corner that can be dragged, or moved with the arrow keys; Delete takes it away. */
function addHandle(map: MapLibre, handle: Handle): MapMarker {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "map-handle";
  element.setAttribute("aria-label", handle.label);
  const marker = new maplibre.Marker({ element, draggable: true }).setLngLat(handle.at).addTo(map);
  marker.on("dragend", () => {
    const { lng, lat } = marker.getLngLat();
    handle.onMove([lng, lat]);
  });
  element.addEventListener("click", (event) => event.stopPropagation());
  element.addEventListener("keydown", (event) => {
    const step = arrows[event.key];
    if (step === undefined && event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return handle.onRemove();
    const at = map.project(marker.getLngLat());
    const { lng, lat } = map.unproject([at.x + step[0] * keyStep, at.y + step[1] * keyStep]);
    handle.onMove([lng, lat]);
  });
  return marker;
}

const nearZoom = 11;
const keyStep = 8;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function positionsOf(content: MapContent): Position[] {
  return [
    ...content.points.map((point) => point.at),
    ...content.areas.flatMap((area) => area.ring),
    ...(content.line ?? []),
  ];
}

function sourcesOf({ points, areas, line = [], isGrouped = false }: MapContent) {
  const feature = <G>(geometry: G, properties: Record<string, unknown>) => ({
    type: "Feature" as const,
    geometry,
    properties,
  });
  const collection = <F>(features: F[]) => ({ type: "FeatureCollection" as const, features });
  return {
    points: collection(
      points.map(({ id, at, isChosen = false }) =>
        feature(
          { type: "Point" as const, coordinates: at },
          { id, chosen: isChosen, quiet: isGrouped && !isChosen },
        ),
      ),
    ),
    areas: collection(
      areas.map(({ ring }) => feature({ type: "Polygon" as const, coordinates: [ring] }, {})),
    ),
    line: collection(
      line.length < 2 ? [] : [feature({ type: "LineString" as const, coordinates: line }, {})],
    ),
  };
}

const colours = [
  { layer: "water", property: "background-color", token: "--fill" },
  { layer: "land", property: "fill-color", token: "--surface" },
  { layer: "coast", property: "line-color", token: "--control-line" },
  { layer: "areas", property: "fill-color", token: "--series-2" },
  { layer: "area-lines", property: "line-color", token: "--series-2" },
  { layer: "line", property: "line-color", token: "--series-3" },
  { layer: "points", property: "circle-stroke-color", token: "--surface" },
] as const;

/** A point that is chosen, or that matters more, is the accent; where none is, all of them are. */
function pointColour(read: ReadToken): ExpressionSpecification {
  return ["case", ["get", "chosen"], read("--accent"), ["get", "quiet"], read("--text3"), read("--accent")];
}

function styleOf(read: ReadToken, isGrouped: boolean): StyleSpecification {
  const none = { type: "geojson" as const, data: { type: "FeatureCollection" as const, features: [] } };
  const land = readLand();
  const feature = <G>(geometry: G) => ({ type: "Feature" as const, properties: {}, geometry });
  return {
    version: 8,
    sources: {
      land: { type: "geojson", data: feature({ type: "MultiPolygon" as const, coordinates: land }) },
      coast: {
        type: "geojson",
        data: feature({ type: "MultiLineString" as const, coordinates: coastOf(land) }),
      },
      ...{ areas: none, line: none },
      points: isGrouped ? groupSource : none,
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": read("--fill") } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": read("--surface") } },
      { id: "coast", type: "line", source: "coast", paint: { "line-color": read("--control-line") } },
      {
        id: "areas",
        type: "fill",
        source: "areas",
        paint: { "fill-color": read("--series-2"), "fill-opacity": 0.18 },
      },
      {
        id: "area-lines",
        type: "line",
        source: "areas",
        paint: { "line-color": read("--series-2"), "line-width": 2 },
      },
      {
        id: "line",
        type: "line",
        source: "line",
        paint: { "line-color": read("--series-3"), "line-width": 2 },
      },
      {
        id: "points",
        type: "circle",
        source: "points",
        filter: ["!", ["has", "point_count"]],
        paint: {
          "circle-radius": ["case", ["get", "chosen"], 8, 5],
          "circle-color": pointColour(read),
          "circle-stroke-color": read("--surface"),
          "circle-stroke-width": 1.5,
        },
      },
    ],
  };
}
