/** The build of hls.js without sound tracks, subtitles and protection: the same class, typed by the whole one. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
