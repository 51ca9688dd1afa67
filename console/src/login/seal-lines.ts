/**
 * The picture of the evidence brand's log-in page: a guilloche, as it is printed on seals, whose outer rings become
 * ripples. Each ring repeats twelve times around the centre, so one twelfth of it is drawn. Pure geometry.
 */
export const sealPicture = { width: 880, height: 900, x: 440, y: 450, repeats: 12 };

const sector = (2 * Math.PI) / sealPicture.repeats;
const pointsOfSector = 14;
const wovenRings = 32;
const ripples = 32;

export type SealRing = { path: string; opacity: number };

/** The woven band of the seal: rings that cross between an inner and an outer rosette. */
export function wovenBand(): SealRing[] {
  return Array.from({ length: wovenRings }, (_, index) => {
    const share = index / (wovenRings - 1);
    // Every other ring leans to the other side: they cross, and the band is the same from left and right.
    const lean = (index % 2 === 0 ? 1.1 : -1.1) * Math.sin(Math.PI * share);
    return { path: sectorOf(100 + 56 * share, 13 + 7 * share, lean), opacity: 0.55 };
  });
}

/** Water around it: rings that calm down and fade as they grow. */
export function rippleRings(): SealRing[] {
  const rings: SealRing[] = [];
  let radius = 186;
  for (let index = 0; index < ripples; index += 1) {
    const share = index / (ripples - 1);
    const swing = 24 * (1 - share) ** 2.2 + 2;
    rings.push({ path: sectorOf(radius, swing, 0), opacity: 0.62 - 0.5 * share });
    radius += 9 + 17 * share;
  }
  return rings;
}

/** One twelfth of a closed curve around the centre, in few letters: the picture is in the page itself. */
function sectorOf(radius: number, swing: number, phase: number): string {
  let path = "";
  let last = [0, 0];
  for (let at = 0; at <= pointsOfSector; at += 1) {
    const share = at / pointsOfSector;
    const turned = radius + swing * Math.cos(2 * Math.PI * share + phase);
    const angle = sector * share - Math.PI / 2;
    const point = [Math.round(10 * turned * Math.cos(angle)), Math.round(10 * turned * Math.sin(angle))];
    const [x = 0, y = 0] = point;
    const [lastX = 0, lastY = 0] = last;
    path += at === 0 ? `M${x / 10} ${y / 10}` : `l${(x - lastX) / 10} ${(y - lastY) / 10}`;
    last = point;
  }
  return path;
}
