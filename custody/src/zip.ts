/** Archives (ZIP, APPNOTE 6.3.10) without compression: photos and hashes do not shrink, and every program opens them. */
import { utf8ToBytes } from "@noble/hashes/utils.js";

export type ZipEntry = { name: string; bytes: Uint8Array };

const marks = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
/** Names are UTF-8. */
const utf8Flag = 0x0800;

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

/** The archive in parts. Its entries have the date at which the format begins: the records say when what happened. */
export function* writeZip(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const text = utf8ToBytes(name);
    const common = [20, utf8Flag, 0, 0, 0x21] as const; // version, flags, stored, time, 1980-01-01
    const sizes = [crc32(bytes), bytes.length, bytes.length] as const;
    const local = new DataView(new ArrayBuffer(localBytes));
    local.setUint32(0, marks.local, true);
    writeFields(local, 4, common, sizes, text.length);
    const listed = new DataView(new ArrayBuffer(centralBytes));
    listed.setUint32(0, marks.central, true);
    listed.setUint16(4, 20, true);
    writeFields(listed, 6, common, sizes, text.length);
    listed.setUint32(42, offset, true);
    central.push(new Uint8Array(listed.buffer), text);
    yield new Uint8Array(local.buffer);
    yield text;
    yield bytes;
    offset += localBytes + text.length + bytes.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(endBytes));
  end.setUint32(0, marks.end, true);
  end.setUint16(8, central.length / 2, true);
  end.setUint16(10, central.length / 2, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  yield* central;
  yield new Uint8Array(end.buffer);
}

function writeFields(
  view: DataView,
  at: number,
  common: readonly number[],
  sizes: readonly number[],
  nameLength: number,
): void {
  for (const [index, value] of common.entries()) view.setUint16(at + index * 2, value, true);
  for (const [index, value] of sizes.entries()) view.setUint32(at + 10 + index * 4, value, true);
  view.setUint16(at + 22, nameLength, true);
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** The entries of an archive that was written so; throws a RangeError on everything else. */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - endBytes;
  while (end >= 0 && view.getUint32(end, true) !== marks.end) end -= 1;
  if (end < 0) throw new RangeError("the archive has no end");
  const found = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== marks.central) throw new RangeError("the archive is damaged");
    if (view.getUint16(at + 10, true) !== 0)
      throw new RangeError("the archive was compressed by another program");
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const skipped = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + centralBytes, at + centralBytes + nameLength));
    const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const content = bytes.subarray(start, start + size);
    if (content.length !== size || crc32(content) !== view.getUint32(at + 16, true))
      throw new RangeError(`${name} in the archive is damaged`);
    found.set(name, content);
    at += centralBytes + nameLength + skipped;
  }
  return found;
}
