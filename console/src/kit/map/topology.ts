type Position = [number, number];

/** The land of the earth as polygons of rings, each a list of longitude and latitude. */
export type Land = Position[][][];

/** A topology as world-atlas ships it: arcs of steps on a grid, and polygons as lists of arcs. */
export type Topology = {
  transform: { scale: number[]; translate: number[] };
  arcs: number[][][];
  objects: { land: { geometries: { type: string; arcs: number[][][] }[] } };
};

/** The land without any borders (Natural Earth, public domain). */
export function landOf({ transform, arcs, objects }: Topology): Land {
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

/**
 * The same for drawings on a plane: a ring that crosses the antimeridian goes on beyond 180 degrees, so that no line
 * is drawn around the earth; one around a pole is closed at that pole.
 */
export function unwrapped(land: Land): Land {
  return land.map((rings) => rings.map(unwrappedRing));
}

function unwrappedRing(ring: readonly Position[]): Position[] {
  let turns = 0;
  const plain = ring.map(([longitude, latitude], at): Position => {
    const step = longitude - (ring[at - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step) * 360;
    return [longitude + turns, latitude];
  });
  const longitudes = plain.map(([longitude]) => longitude);
  const middle = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const shift = 360 * Math.round(middle / 360);
  const shifted = plain.map(([longitude, latitude]): Position => [longitude - shift, latitude]);
  return turns === 0 ? shifted : closedAtPole(shifted);
}

/** Its ends lie a whole turn apart: from one of them down to the pole, along it, and up to the other. */
function closedAtPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined) return ring;
  const pole = Math.sign(first[1]) * 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/**
 * The coast alone of land that is unwrapped: without the lines that close a ring along the antimeridian or a pole, where
 * there is no shore.
 */
export function coastOf(land: Land): Position[][] {
  return land.flat().flatMap((ring) => {
    const lines: Position[][] = [];
    let line: Position[] = [];
    for (const [at, place] of ring.entries()) {
      const before = ring[at - 1];
      if (before !== undefined && isCut(before, place)) {
        lines.push(line);
        line = [];
      }
      line.push(place);
    }
    return [...lines, line].filter(({ length }) => length > 1);
  });
}

function isCut([fromX, fromY]: Position, [toX, toY]: Position): boolean {
  const isAtPole = Math.abs(fromY) > 89.9 || Math.abs(toY) > 89.9;
  const isOnCut = (longitude: number) => Math.abs(Math.abs(longitude) - 180) < 0.001;
  return isAtPole || (isOnCut(fromX) && isOnCut(toX));
}
