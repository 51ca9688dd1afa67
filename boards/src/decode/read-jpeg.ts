import { decode } from "jpeg-js";
import type { JpegParts } from "./jpeg-segments.ts";
import type { Picture } from "./picture.ts";
import { PictureError } from "./picture-error.ts";

/** The embedded colour profile is not applied: all pictures of a lot come from cameras of one kind. Errors: `damaged`. */
export function readJpeg(bytes: Uint8Array, { width, height }: JpegParts): Picture {
  const decoded = decodeSafely(bytes);
  if (decoded.width !== width || decoded.height !== height)
    throw new PictureError("damaged", "the pixels do not have the size that the header says");
  return { width, height, max: 255, data: decoded.data };
}

function decodeSafely(bytes: Uint8Array) {
  try {
    return decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: false,
      maxResolutionInMP: 24,
      maxMemoryUsageInMB: 512,
    });
  } catch (error) {
    throw new PictureError(
      "damaged",
      error instanceof Error ? error.message : "the pixels cannot be decoded",
    );
  }
}
