export type PictureKind = "png" | "jpg" | "webp";

export const pictureTypes: Record<PictureKind, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
};

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Which kind of picture these bytes are, from their head to their end, whatever their name says; null for none. */
export function pictureKindOf(bytes: Buffer): PictureKind | null {
  if (isPng(bytes)) return "png";
  if (isJpeg(bytes)) return "jpg";
  return isWebp(bytes) ? "webp" : null;
}

/** PNG, 5.2 and 11.2: signature, IHDR first with sides above 0, IEND last. */
function isPng(bytes: Buffer): boolean {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(pngHead)) return false;
  const isHeader = bytes.toString("latin1", 12, 16) === "IHDR" && bytes.readUInt32BE(8) === 13;
  return (
    isHeader && bytes.readUInt32BE(16) > 0 && bytes.readUInt32BE(20) > 0 && bytes.subarray(-12).equals(pngEnd)
  );
}

/** JPEG, B.1.1: SOI and a marker at the head, a frame and a scan within, EOI at the end (some cameras pad it). */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 64 || bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return false;
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return hasFrame && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) hasFrame = true;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** WebP: a RIFF of just this length that begins with one of the three chunks of a picture. */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return false;
  const length = bytes.readUInt32LE(4) + 8;
  const chunk = bytes.toString("latin1", 8, 16);
  return length === bytes.length && ["WEBPVP8 ", "WEBPVP8L", "WEBPVP8X"].includes(chunk);
}
