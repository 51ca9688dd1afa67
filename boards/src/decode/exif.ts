import { spells } from "./bytes.ts";

/** The orientation, 1 to 8, of a TIFF block as EXIF embeds it; 1 where it is missing or cannot be read. */
export function readOrientation(tiff: Uint8Array): number {
  const isLittle = spells(tiff, 0, "II");
  if (!isLittle && !spells(tiff, 0, "MM")) return 1;
  const short = (at: number) =>
    isLittle ? (tiff[at] ?? 0) | ((tiff[at + 1] ?? 0) << 8) : ((tiff[at] ?? 0) << 8) | (tiff[at + 1] ?? 0);
  const long = (at: number) =>
    isLittle ? short(at) + 65_536 * short(at + 2) : 65_536 * short(at) + short(at + 2);
  const directory = long(4);
  const entries = Math.min(short(directory), 512);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + 12 * entry;
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
