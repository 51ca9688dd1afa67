import { createHash } from "node:crypto";
import { PNG } from "pngjs";

/** A small picture whose bytes are another for each shade, and their hash. */
export function makePicture(shade = 0): { bytes: Buffer; sha256: string } {
  const png = new PNG({ width: 8, height: 8 });
  png.data.fill(shade);
  const bytes = PNG.sync.write(png);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}
