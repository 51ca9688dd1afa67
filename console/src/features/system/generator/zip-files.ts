/** An archive of texts, made in the browser: entries are stored as they are (PKWARE APPNOTE 6.3.10, method 0). */

type Entry = { name: Uint8Array; data: Uint8Array; crc: number; at: number };

export function zipFiles(files: readonly { path: string; text: string }[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const entries: Entry[] = [];
  let at = 0;
  const push = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  for (const { path, text } of files) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    const entry = { name, data, crc: crc32(data), at };
    entries.push(entry);
    for (const part of [record(0x04034b50, [version, ...factsOf(entry)]), name, data]) push(part);
  }
  const start = at;
  for (const entry of entries) {
    const rest: Value[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, entry.at],
    ];
    push(record(0x02014b50, [version, version, ...factsOf(entry), ...rest]));
    push(entry.name);
  }
  const counts: Value[] = [
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
  ];
  push(record(0x06054b50, [...counts, [4, at - start], [4, start], [2, 0]]));
  return joined(parts, at);
}

/** A number and the bytes that it takes. */
type Value = [bytes: 2 | 4, value: number];

const version: Value = [2, 20];
/** Names are UTF-8. */
const flags: Value = [2, 0x0800];
/** The first day that the format knows: the same files give the same bytes. */
const day: Value = [2, 0x21];

function factsOf({ crc, data, name }: Entry): Value[] {
  return [flags, [2, 0], [2, 0], day, [4, crc], [4, data.length], [4, data.length], [2, name.length], [2, 0]];
}

function record(signature: number, values: readonly Value[]): Uint8Array {
  const all: Value[] = [[4, signature], ...values];
  const bytes = new Uint8Array(all.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of all) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The CRC-32 of the format (ISO 3309). */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
