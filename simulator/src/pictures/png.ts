import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { Canvas } from "./canvas.ts";

/** A picture as it goes up: the file, its digest, and where it is from. */
export type Picture = {
  png: Buffer;
  sha256: string;
  bytes: number;
  /** Of another file that goes up in the same way; without it PNG. */
  type?: string;
};

/** Writes a canvas as PNG (ISO/IEC 15948): true colour, 8 bits, no filter, no interlace. */
export function toPicture(canvas: Canvas): Picture {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header(canvas)),
    chunk("IDAT", deflateSync(scanlines(canvas), { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { png, sha256: createHash("sha256").update(png).digest("hex"), bytes: png.length };
}

function header({ width, height }: Canvas): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

/** Each line begins with the number of its filter, which is none. */
function scanlines({ width, height, pixels }: Canvas): Buffer {
  const stride = width * 3;
  const raw = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y++)
    raw.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return raw;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
