import topology from "world-atlas/land-50m.json";
import { type Land, landOf, type Topology } from "./topology.ts";

/** The land in the detail that maps need. */
export function readLand(): Land {
  // Its own types know one kind of geometry only.
  return landOf(topology as unknown as Topology);
}
