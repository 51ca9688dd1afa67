/** How a map is drawn where the processor draws it: there a frame of a whole screen takes tenths of a second. */
import type { Map as MapLibre } from "maplibre-gl";

const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether the browser draws WebGL without a graphics card. */
export function isSoftwareRenderer(name: string): boolean {
  return softwareNames.test(name);
}

/** Pixels of the map on a screen without a graphics card. */
const softwarePixels = 600_000;

/** Of an element of this size, in its pixels; never finer than the screen. */
export function softwarePixelRatio({ width, height }: { width: number; height: number }): number {
  return Math.min(1, Math.sqrt(softwarePixels / Math.max(1, width * height)));
}

/** Whether this map is drawn so; its pixels are fewer then, and what is not data is left out. */
export function drawLightly(map: MapLibre): boolean {
  const gl = map.getCanvas().getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  if (!gl || !info || !isSoftwareRenderer(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL))))
    return false;
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const ratio = softwarePixelRatio({ width, height });
    if (ratio !== map.getPixelRatio()) map.setPixelRatio(ratio);
  };
  fit();
  map.on("resize", fit);
  map.on("load", () => map.setLayoutProperty("glow", "visibility", "none"));
  return true;
}
