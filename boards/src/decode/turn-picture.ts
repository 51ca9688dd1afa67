import type { Picture } from "./picture.ts";

/**
 * Turns a picture upright. `orientation` is the value of the EXIF tag 0x0112, 1 to 8 (EXIF 2.32, 4.6.4 A): how the
 * stored rows and columns lie in the scene.
 */
export function turnPicture(picture: Picture, orientation: number): Picture {
  if (orientation < 2 || orientation > 8) return picture;
  const { width, height, data, max } = picture;
  const isTurned = orientation >= 5;
  const [wide, high] = isTurned ? [height, width] : [width, height];
  const turned = data instanceof Uint8Array ? new Uint8Array(data.length) : new Uint16Array(data.length);
  const mirrorsX = [2, 3, 6, 7].includes(orientation);
  const mirrorsY = [3, 4, 7, 8].includes(orientation);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const across = mirrorsX ? wide - 1 - x : x;
      const down = mirrorsY ? high - 1 - y : y;
      const from = 3 * (isTurned ? across * width + down : down * width + across);
      const to = 3 * (y * wide + x);
      turned[to] = data[from] ?? 0;
      turned[to + 1] = data[from + 1] ?? 0;
      turned[to + 2] = data[from + 2] ?? 0;
    }
  }
  return { width: wide, height: high, max, data: turned };
}
