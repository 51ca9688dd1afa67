import type { Map as MapLibre } from "maplibre-gl";
import { coastOf, type Land } from "../../../../kit/map/topology.ts";
import type { WallTheme } from "./wall-theme.ts";

/** Water, land and coast, which lie under everything else. */
export function groundLayers() {
  return [
    { id: "water", type: "background" },
    { id: "grid", type: "line", source: "grid", paint: { "line-width": 1.2 } },
    {
      ...{ id: "glow", type: "line", source: "land" },
      paint: { "line-width": 18, "line-blur": 9, "line-opacity": 0.05 },
    },
    { id: "land", type: "fill", source: "land" },
    { id: "coast", type: "line", source: "coast", paint: { "line-width": 1.2 } },
  ];
}

export function paintGround(map: MapLibre, theme: WallTheme): void {
  const set = (layer: string, property: string, value: unknown) =>
    map.setPaintProperty(layer, property, value, { validate: false });
  set("water", "background-color", theme.water);
  set("grid", "line-color", theme.grid);
  set("glow", "line-color", theme.glow);
  set("land", "fill-color", theme.land);
  set("coast", "line-color", theme.coast);
}

/** What the sources of the ground hold, of land that is unwrapped. */
export function groundOf(land: Land) {
  const feature = <G>(geometry: G) => ({ type: "Feature" as const, properties: {}, geometry });
  return {
    land: feature({ type: "MultiPolygon" as const, coordinates: land }),
    coast: feature({ type: "MultiLineString" as const, coordinates: coastOf(land) }),
  };
}
