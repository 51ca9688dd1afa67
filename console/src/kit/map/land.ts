import topology from "world-atlas/land-50m.json";
import { type Land, landOf, type Topology, unwrapped } from "./topology.ts";

/** The land in the detail that maps need; what crosses the antimeridian goes on beyond 180 degrees. */
export function readLand(): Land {
  // Its own types know one kind of geometry only.
  return unwrapped(landOf(topology as unknown as Topology));
}
