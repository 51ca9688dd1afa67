import { PictureError } from "./picture-error.ts";

/** What a picture may cost, whatever its size as a file: each limit is checked before what it limits is allocated. */
export const maxBytes = 20 * 1024 * 1024;
export const maxPixels = 24_000_000;
const maxSide = 12_000;

/** Errors: `damaged` (a side of zero), `tooManyPixels`. */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1)
    throw new PictureError("damaged", `the header says ${width} x ${height} pixels`);
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw new PictureError("tooManyPixels", `${width} x ${height} pixels`);
}
