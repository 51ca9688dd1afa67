import topology from "world-atlas/land-50m.json";

type Position = [number, number];

/** The land of the earth as polygons of rings, each a list of longitude and latitude. */
export type Land = Position[][][];

/** A topology as world-atlas ships it: arcs of steps on a grid, and polygons as lists of arcs. */
type Topology = {
  transform: { scale: number[]; translate: number[] };
  arcs: number[][][];
  objects: { land: { geometries: { type: string; arcs: number[][][] }[] } };
};

/** The land without any borders (Natural Earth, public domain). */
export function readLand(): Land {
  // Its own types know one kind of geometry only.
  const { transform, arcs, objects } = topology as unknown as Topology;
  const lines = arcs.map((arc) => decode(arc, transform));
  return objects.land.geometries.flatMap((geometry) =>
    geometry.arcs.map((rings) => rings.map((ring) => join([ring].flat(), lines))),
  );
}

function decode(arc: number[][], { scale, translate }: Topology["transform"]): Position[] {
  let x = 0;
  let y = 0;
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    return [x * (scale[0] ?? 1) + (translate[0] ?? 0), y * (scale[1] ?? 1) + (translate[1] ?? 0)];
  });
}

/** The arcs of a ring one after the other; a negative number is an arc read backwards. */
function join(ring: readonly number[], lines: readonly Position[][]): Position[] {
  return ring.flatMap((index, place) => {
    const line = index < 0 ? [...(lines[~index] ?? [])].reverse() : (lines[index] ?? []);
    return place === 0 ? line : line.slice(1);
  });
}
