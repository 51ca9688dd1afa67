import fine from "world-atlas/land-50m.json?url";
import coarse from "world-atlas/land-110m.json?url";
import { fetchBuildFile } from "../../../api/build-file.ts";
import { type Land, landOf, type Topology, unwrapped } from "../../../kit/map/topology.ts";

const files = { coarse, fine };

/** The land for drawings on a plane: a file of its own, which is no script and is asked for once. */
export async function fetchLand(precision: keyof typeof files): Promise<Land> {
  return unwrapped(landOf((await fetchBuildFile(files[precision])) as Topology)); // of our own build
}
