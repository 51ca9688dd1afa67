/** The layers of the situation map, in their order, and what a theme and a category paint them with. */
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { Map as MapLibre, StyleSpecification } from "maplibre-gl";
import { groundLayers, paintGround } from "./map-ground.ts";
import type { WallTheme } from "./wall-theme.ts";

export type Paint = { theme: WallTheme; hasPupils: boolean; category: AnalyteCategory };

const none = { type: "geojson" as const, data: { type: "FeatureCollection" as const, features: [] } };
const radius = ["get", "radius"] as const;
const kindIs = (kind: string) => ["==", ["get", "kind"], kind] as const;
const hasLoad = ["in", ["get", "kind"], ["literal", ["rising", "stable", "falling"]]] as const;
const isChosen = ["boolean", ["feature-state", "chosen"], false] as const;
const isHovered = ["boolean", ["feature-state", "hover"], false] as const;
const transparent = "rgba(0, 0, 0, 0)";
/** A catchment that nobody sees: with it the first picture compiles the shaders of catchments, and none is compiled later. */
const unseen = {
  type: "geojson" as const,
  data: {
    ...{ type: "Feature" as const, properties: {} },
    geometry: {
      type: "Polygon" as const,
      coordinates: [
        [
          [14, 44],
          [16, 44],
          [15, 46],
          [14, 44],
        ],
      ],
    },
  },
};
/** Largest last would hide the small ones. */
const smallOnTop = ["-", 0, ["get", "load"]] as const;

type Layers = StyleSpecification["layers"];

export function styleOf(): StyleSpecification {
  return {
    version: 8,
    // The page around it changes at once.
    transition: { duration: 0, delay: 0 },
    sources: {
      ...{ land: none, coast: none },
      grid: { type: "geojson", data: graticule() },
      areas: { ...unseen, promoteId: "pointId" },
      units: { ...none, promoteId: "unitId" },
      points: { ...none, promoteId: "pointId" },
    },
    // The library's own types do not take tuples of constants.
    layers: [...groundLayers(), ...areaLayers(), ...unitLayers(), ...pointLayers()] as unknown as Layers,
  };
}

/** Catchments; the one that is chosen or pointed at stands out. At first at every zoom, for the one that nobody sees. */
function areaLayers() {
  return [
    {
      ...{ id: "area-fill", type: "fill", source: "areas" },
      paint: { "fill-color": transparent, "fill-opacity": ["case", isChosen, 0.42, isHovered, 0.34, 0.14] },
    },
    {
      ...{ id: "area-glow", type: "line", source: "areas" },
      paint: {
        ...{ "line-color": transparent, "line-width": 12, "line-blur": 8 },
        "line-opacity": ["case", isChosen, 0.6, 0],
      },
    },
    {
      ...{ id: "area-line", type: "line", source: "areas" },
      paint: {
        ...{ "line-color": ["case", isChosen, transparent, transparent], "line-opacity": 0.9 },
        "line-width": ["case", isChosen, 3, 1.4],
      },
    },
  ];
}

/** Areas that units answer for, at every zoom: filled by their load, with a dotted edge where they have no figure. */
function unitLayers() {
  const line = (id: string, hasFigure: boolean, paint: object) => ({
    ...{ id, type: "line", source: "units", filter: ["==", ["get", "hasFigure"], hasFigure] },
    paint: { "line-width": 2, ...paint },
  });
  return [
    {
      ...{ id: "unit-fill", type: "fill", source: "units" },
      paint: { "fill-opacity": ["get", "opacity"] },
    },
    line("unit-line", true, {}),
    line("unit-line-none", false, { "line-dasharray": [1, 3] }),
  ];
}

function pointLayers() {
  const circle = (id: string, filter: unknown, paint: object) => ({
    ...{ id, type: "circle", source: "points", filter, layout: { "circle-sort-key": smallOnTop }, paint },
  });
  return [
    circle("point-none", kindIs("none"), {
      ...{ "circle-radius": 3.2, "circle-opacity": 0, "circle-stroke-width": 1.4 },
    }),
    circle("point-loq", kindIs("loq"), {
      ...{ "circle-radius": 5, "circle-opacity": 0, "circle-stroke-width": 1.6 },
    }),
    circle("point", hasLoad, {
      "circle-radius": radius,
      "circle-opacity": ["case", ["get", "uncertain"], 0.45, ["==", ["get", "kind"], "falling"], 0.22, 0.84],
      "circle-stroke-width": ["case", ["==", ["get", "kind"], "falling"], 2.4, ["get", "uncertain"], 0, 1.4],
    }),
    circle("point-core", kindIs("falling"), { "circle-radius": ["*", radius, 0.42] }),
    circle("point-rising", kindIs("rising"), {
      ...{ "circle-radius": ["+", radius, 5], "circle-opacity": 0, "circle-stroke-width": 1.9 },
    }),
    circle("point-pupil", hasLoad, {
      "circle-radius": ["*", radius, ["match", ["get", "kind"], "rising", 0.6, "falling", 0.16, 0.38]],
    }),
  ];
}

const catchmentLayers = ["area-fill", "area-glow", "area-line"];
/** From here on catchments are large enough to be seen apart. */
export const areaZoom = 7.5;

/** Once the map has been drawn for the first time: catchments from their zoom on. */
export function limitCatchments(map: MapLibre): void {
  for (const layer of catchmentLayers) map.setLayerZoomRange(layer, areaZoom, 24);
}

/** Catchments, or in their place the areas that units answer for. */
export function showInPlace(map: MapLibre, shown: "catchments" | "units"): void {
  for (const layer of catchmentLayers)
    map.setLayoutProperty(layer, "visibility", shown === "units" ? "none" : "visible");
}

/** Theme and category change paint alone: the layers stay. */
export function paintMap(map: MapLibre, { theme, hasPupils, category }: Paint): void {
  const colour = theme.categories[category];
  const set = (layer: string, property: string, value: unknown) =>
    map.setPaintProperty(layer, property, value, { validate: false });
  paintGround(map, theme);
  set("area-fill", "fill-color", colour);
  set("area-glow", "line-color", colour);
  set("area-line", "line-color", ["case", isChosen, theme.text, theme.coast]);
  set("unit-fill", "fill-color", colour);
  set("unit-line", "line-color", theme.text2);
  set("unit-line-none", "line-color", theme.text2);
  set("point-none", "circle-stroke-color", theme.text3);
  set("point-loq", "circle-stroke-color", colour);
  set("point", "circle-color", colour);
  set("point", "circle-stroke-color", ["case", ["==", ["get", "kind"], "falling"], colour, theme.land]);
  set("point-core", "circle-color", colour);
  set("point-rising", "circle-stroke-color", colour);
  set("point-pupil", "circle-color", theme.ground);
  map.setLayoutProperty("point-pupil", "visibility", hasPupils ? "visible" : "none");
}

/** Meridians and parallels every 10 degrees. */
function graticule() {
  const lines: [number, number][][] = [];
  for (let at = -180; at <= 180; at += 10) {
    lines.push([
      [at, -80],
      [at, 80],
    ]);
  }
  for (let at = -80; at <= 80; at += 10) {
    lines.push([
      [-180, at],
      [180, at],
    ]);
  }
  return {
    ...{ type: "Feature" as const, properties: {} },
    geometry: { type: "MultiLineString" as const, coordinates: lines },
  };
}
