import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import type { ReadToken } from "../token-value.ts";

/** Points within so many pixels are one mark, up to the zoom at which streets can be told apart. */
export const groupSource = {
  type: "geojson" as const,
  data: { type: "FeatureCollection" as const, features: [] },
  cluster: true,
  clusterRadius: 36,
  clusterMaxZoom: 12,
};

const prefix = "group-";

/**
 * Marks of grouped points with their number, which bring their points into sight when they are clicked. The numbers are drawn as
 * pictures: letters of a map would have to be fetched. Gives what paints them again in other colours.
 */
export function drawGroups(map: MapLibre, read: ReadToken): (next: ReadToken) => void {
  let colours = read;
  map.on("load", () => {
    map.addLayer({
      id: "groups",
      type: "symbol",
      source: "points",
      filter: ["has", "point_count"],
      layout: {
        "icon-image": ["concat", prefix, ["to-string", ["get", "point_count_abbreviated"]]],
        "icon-allow-overlap": true,
      },
    });
  });
  map.on("styleimagemissing", ({ id }) => {
    if (id.startsWith(prefix)) map.addImage(id, drawn(id.slice(prefix.length), colours), { pixelRatio: 2 });
  });
  map.on("click", "groups", (event) => {
    const [found] = event.features ?? [];
    const group: unknown = found?.properties["cluster_id"];
    const source = map.getSource<GeoJSONSource>("points");
    if (typeof group !== "number" || source === undefined) return;
    void source
      .getClusterExpansionZoom(group)
      .then((zoom) => map.easeTo({ center: event.lngLat, zoom, duration: 200 }));
  });
  map.on("mousemove", "groups", () => {
    map.getCanvas().style.cursor = "zoom-in";
  });
  map.on("mouseleave", "groups", () => {
    map.getCanvas().style.cursor = "";
  });
  return (next) => {
    colours = next;
    for (const id of map.listImages()) {
      if (id.startsWith(prefix)) map.updateImage(id, drawn(id.slice(prefix.length), next));
    }
  };
}

/** A disc with a number, at twice its size on screen. */
function drawn(count: string, read: ReadToken): ImageData {
  const side = 64 + Math.max(0, count.length - 2) * 12;
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext("2d");
  if (pen === null) return new ImageData(side, side);
  pen.beginPath();
  pen.arc(side / 2, side / 2, side / 2 - 3, 0, Math.PI * 2);
  pen.fillStyle = read("--surface");
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = read("--accent");
  pen.stroke();
  pen.fillStyle = read("--text");
  pen.font = `600 26px ${getComputedStyle(document.body).fontFamily}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count, side / 2, side / 2 + 1);
  return pen.getImageData(0, 0, side, side);
}
