import type { Plane } from "../decode/picture.ts";
import { type Band, turnBand } from "./band.ts";
import { slopeEnergy } from "./profile.ts";

const degree = Math.PI / 180;
const maxAngle = 10;
const step = 0.25;
/** A gain below this is noise: a membrane without lines has no angle. */
const minGain = 1.03;

/** A band parallel to its lines, and the angle in degrees by which it was turned; `atLimit` where it may be more. */
export interface Deskewed {
  readonly band: Band;
  readonly degrees: number;
  readonly atLimit: boolean;
}

/** Turns the band as a whole: a board that lies crooked in its fixture. */
export function turnToLines(plane: Plane, band: Band): Deskewed {
  return search((degrees) => turnBand(band, degrees * degree), plane);
}

/** Leans the rows of the band and keeps its axis: a strip whose lines were printed askew. */
export function leanToLines(plane: Plane, band: Band, part: { from: number; to: number }): Deskewed {
  const start = { x: band.x + band.ux * part.from, y: band.y + band.uy * part.from };
  const piece = { ...band, ...start, length: part.to - part.from };
  const leaned = (degrees: number, of: Band) => ({ ...of, lean: Math.tan(degrees * degree) });
  const found = search((degrees) => leaned(degrees, piece), plane);
  return { ...found, band: leaned(found.degrees, band) };
}

/** Coarsely, then around the best, then a parabola through three. */
function search(make: (degrees: number) => Band, plane: Plane): Deskewed {
  const energyAt = (degrees: number) => slopeEnergy(plane, make(degrees));
  const level = energyAt(0);
  let [best, greatest] = [0, level];
  const look = (degrees: number) => {
    if (Math.abs(degrees) > maxAngle) return;
    const energy = energyAt(degrees);
    if (energy > greatest) [best, greatest] = [degrees, energy];
  };
  for (let degrees = -maxAngle; degrees <= maxAngle; degrees += 4 * step) look(degrees);
  const middle = best;
  for (let near = -3; near <= 3; near++) if (near !== 0) look(middle + near * step);
  if (greatest < minGain * level) return { band: make(0), degrees: 0, atLimit: false };
  if (Math.abs(best) > maxAngle - step) return { band: make(best), degrees: best, atLimit: true };
  const [before, after] = [energyAt(best - step), energyAt(best + step)];
  const bend = before - 2 * greatest + after;
  const refined = bend < 0 ? best + (0.5 * step * (before - after)) / bend : best;
  return { band: make(refined), degrees: refined, atLimit: false };
}
