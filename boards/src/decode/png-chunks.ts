import { readUint32, spells } from "./bytes.ts";
import { readOrientation } from "./exif.ts";
import { PictureError } from "./picture-error.ts";
import { checkSize } from "./picture-limits.ts";

/** What stands in the chunks of a PNG before its pixels are unpacked. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: ColourType;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array | null;
  readonly transparency: Uint8Array | null;
  readonly packed: readonly Uint8Array[];
  readonly orientation: number;
  readonly hasProfile: boolean;
}

/** Grey, RGB, palette, grey with alpha, RGB with alpha (PNG, 3rd edition, table 7). */
export type ColourType = 0 | 2 | 3 | 4 | 6;

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function isPng(bytes: Uint8Array): boolean {
  return pngSignature.every((value, place) => bytes[place] === value);
}

/** Errors: those of the header, `animated`, `truncated` (no end chunk), `damaged` (a checksum that does not hold). */
export function readPngChunks(bytes: Uint8Array): PngParts {
  const header = readHeader(bytes);
  const packed: Uint8Array[] = [];
  let [palette, transparency]: (Uint8Array | null)[] = [null, null];
  let orientation = 1;
  let hasProfile = false;
  for (let at = 33; ; ) {
    const length = readUint32(bytes, at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new PictureError("truncated", "the file ends inside a chunk");
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (readUint32(bytes, at + 8 + length) !== checksum(bytes.subarray(at + 4, at + 8 + length)))
      throw new PictureError("damaged", "the checksum of a chunk does not match");
    if (spells(bytes, at + 4, "IEND")) break;
    if (spells(bytes, at + 4, "acTL")) throw new PictureError("animated", "an animated PNG");
    if (spells(bytes, at + 4, "IDAT")) packed.push(body);
    if (spells(bytes, at + 4, "PLTE")) palette = body;
    if (spells(bytes, at + 4, "tRNS")) transparency = body;
    if (spells(bytes, at + 4, "iCCP")) hasProfile = true;
    if (spells(bytes, at + 4, "eXIf")) orientation = readOrientation(body);
    at = end;
  }
  if (packed.length === 0) throw new PictureError("damaged", "no pixels");
  if (header.colourType === 3 && palette === null) throw new PictureError("damaged", "no palette");
  return {
    ...header,
    palette: palette ?? null,
    transparency: transparency ?? null,
    packed,
    orientation,
    hasProfile,
  };
}

function readHeader(bytes: Uint8Array) {
  if (bytes.length < 33) throw new PictureError("truncated", "the file ends in its header");
  if (readUint32(bytes, 8) !== 13 || !spells(bytes, 12, "IHDR"))
    throw new PictureError("damaged", "the first chunk is not the header");
  const [width, height] = [readUint32(bytes, 16), readUint32(bytes, 20)];
  checkSize(width, height);
  if (readUint32(bytes, 29) !== checksum(bytes.subarray(12, 29)))
    throw new PictureError("damaged", "the checksum of the header does not match");
  const [depth = 0, colourType = 0, method = 0, filter = 0, interlace = 0] = bytes.subarray(24, 29);
  if (!isColourType(colourType) || depths[colourType]?.includes(depth) !== true)
    throw new PictureError("damaged", `colour type ${colourType} with ${depth} bits`);
  if (method !== 0 || filter !== 0 || interlace > 1)
    throw new PictureError("unsupported", "an unknown way of packing");
  return { width, height, depth, colourType, isInterlaced: interlace === 1 };
}

function isColourType(value: number): value is ColourType {
  return value in depths;
}

const checksumTable = Uint32Array.from({ length: 256 }, (_, value) => {
  let rest = value;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest >>> 0;
});

/** CRC-32 as PNG uses it (PNG, 3rd edition, annex D). */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (let at = 0; at < bytes.length; at++)
    rest = (checksumTable[(rest ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
