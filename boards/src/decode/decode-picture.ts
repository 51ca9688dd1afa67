import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isJpeg, readJpegSegments } from "./jpeg-segments.ts";
import type { Picture } from "./picture.ts";
import { PictureError } from "./picture-error.ts";
import { maxBytes } from "./picture-limits.ts";
import { isPng, readPngChunks } from "./png-chunks.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";
import { turnPicture } from "./turn-picture.ts";

/** What is known of the file that a reading was made from. Width and height are those of the upright picture. */
export interface PictureFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly format: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
  /** EXIF orientation that was applied, 1 to 8. */
  readonly orientation: number;
  /** An embedded colour profile, which is recorded and not applied. */
  readonly hasProfile: boolean;
  readonly decoder: string;
}

export interface DecodedPicture {
  readonly file: PictureFile;
  readonly picture: Picture;
}

const decoders = { png: "png-1", jpeg: "jpeg-js-0.4.4" } as const;

/**
 * Decodes a PNG or JPEG, upright and over white. The kind is found in the bytes, never in a name; sizes are read in
 * the header before anything is unpacked.
 * Errors: PictureError with each of its codes.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  if (bytes.length === 0) throw new PictureError("empty", "no bytes");
  if (bytes.length > maxBytes) throw new PictureError("tooManyBytes", `${bytes.length} bytes`);
  if (isPng(bytes)) {
    const parts = readPngChunks(bytes);
    return describe("png", bytes, await readPng(parts), parts);
  }
  if (isJpeg(bytes)) {
    const parts = readJpegSegments(bytes);
    return describe("jpeg", bytes, readJpeg(bytes, parts), parts);
  }
  throw new PictureError("notAPicture", "neither PNG nor JPEG");
}

function describe(
  format: "png" | "jpeg",
  bytes: Uint8Array,
  stored: Picture,
  { orientation, hasProfile }: { orientation: number; hasProfile: boolean },
): DecodedPicture {
  const picture = turnPicture(stored, orientation);
  const { width, height } = picture;
  return {
    file: {
      sha256: bytesToHex(sha256(bytes)),
      bytes: bytes.length,
      format,
      width,
      height,
      orientation,
      hasProfile,
      decoder: decoders[format],
    },
    picture,
  };
}
