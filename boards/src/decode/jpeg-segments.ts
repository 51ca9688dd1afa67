import { readUint16, spells } from "./bytes.ts";
import { readOrientation } from "./exif.ts";
import { PictureError } from "./picture-error.ts";
import { checkSize } from "./picture-limits.ts";

/** What stands in the segments of a JPEG (ITU-T T.81) before its pixels are decoded. */
export interface JpegParts {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly orientation: number;
  readonly hasProfile: boolean;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Each scan of a progressive picture passes over all of it: megapixels x scans that one may cost. */
const maxScanWork = 400;

/** Start of image, and the first byte of any marker. */
export const jpegSignature = [0xff, 0xd8, 0xff];

export function isJpeg(bytes: Uint8Array): boolean {
  return jpegSignature.every((value, place) => bytes[place] === value);
}

/**
 * Errors: `cmyk`, `tooManyPixels`, `truncated` (no end marker), `unsupported` (arithmetic or lossless coding, 12
 * bits, more scans than a camera writes), `damaged`.
 */
export function readJpegSegments(bytes: Uint8Array): JpegParts {
  let frame: { width: number; height: number; components: number } | null = null;
  let [orientation, scans] = [1, 0];
  let hasProfile = false;
  for (let at = 2; ; ) {
    const marker = nextMarker(bytes, at);
    if (marker === null) throw new PictureError("truncated", "no end marker");
    const { code, body } = marker;
    if (code === endOfImage) break;
    at = body;
    if (code === 0x01 || (code >= 0xd0 && code <= 0xd8)) continue;
    const length = readUint16(bytes, body);
    if (length < 2) throw new PictureError("damaged", "a segment without length");
    if (body + length > bytes.length) throw new PictureError("truncated", "the file ends inside a segment");
    const content = bytes.subarray(body + 2, body + length);
    if (isFrame(code)) {
      if (frame !== null) throw new PictureError("unsupported", "more than one frame");
      frame = readFrame(code, content);
    }
    if (code === 0xe1 && spells(content, 0, "Exif\0\0")) orientation = readOrientation(content.subarray(6));
    if (code === 0xe2 && spells(content, 0, "ICC_PROFILE\0")) hasProfile = true;
    if (code === startOfScan) scans += 1;
    at = body + length;
  }
  if (frame === null || scans === 0) throw new PictureError("damaged", "no frame or no scan");
  if (((frame.width * frame.height) / 1e6) * scans > maxScanWork)
    throw new PictureError("unsupported", `${scans} scans`);
  return { ...frame, orientation, hasProfile };
}

/** The next marker, past entropy-coded data; null where the file ends first. */
function nextMarker(bytes: Uint8Array, from: number): { code: number; body: number } | null {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1] ?? 0;
    if (code === 0x00 || code === 0xff) continue;
    return { code, body: at + 2 };
  }
  return null;
}

/** SOF0 to SOF15 without the tables DHT, JPG and DAC that stand between them. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

function readFrame(code: number, content: Uint8Array) {
  if (code > 0xc2) throw new PictureError("unsupported", "arithmetic, lossless or hierarchical coding");
  const [precision = 0] = content;
  const [height, width] = [readUint16(content, 1), readUint16(content, 3)];
  const components = content[5] ?? 0;
  checkSize(width, height);
  if (components === 4) throw new PictureError("cmyk", "four ink channels");
  if (components !== 1 && components !== 3) throw new PictureError("unsupported", `${components} channels`);
  if (precision !== 8) throw new PictureError("unsupported", `${precision} bits a channel`);
  for (let place = 0; place < components; place++) {
    const sampling = content[7 + 3 * place] ?? 0;
    const [across, down] = [sampling >> 4, sampling & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4)
      throw new PictureError("damaged", "the sampling factors of a channel");
  }
  return { width, height, components };
}
