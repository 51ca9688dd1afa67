/** The build for a content security policy without `unsafe-eval` and `blob:` scripts is typed like the usual one. */
declare module "maplibre-gl/dist/maplibre-gl-csp.js" {
  import maplibre from "maplibre-gl";
  // biome-ignore lint/style/noDefaultExport: it is the library that has one
  export default maplibre;
}
