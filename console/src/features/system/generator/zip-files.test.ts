import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { zipFiles } from "./zip-files.ts";

/** What a reader of the format finds by its directory. */
function read(bytes: Uint8Array): { path: string; text: string; crc: number }[] {
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [size, nameLength, local] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ];
    const path = decode(bytes, at + 46, nameLength);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const text = decode(bytes, local + 30 + view.getUint16(local + 26, true), size);
    const entry = { path, text, crc: view.getUint32(at + 16, true) };
    at += 46 + nameLength;
    return entry;
  });
}

const decode = (bytes: Uint8Array, from: number, length: number) =>
  new TextDecoder().decode(bytes.subarray(from, from + length));

test("an archive holds each file under its path, with the check sum of its bytes", () => {
  const files = [
    { path: "contract/src/field/carriers.ts", text: 'export const a = "承运单位";\n' },
    { path: "空.json", text: "" },
    { path: "server/long.ts", text: "x".repeat(100_000) },
  ];
  expect(read(zipFiles(files))).toEqual(files.map((file) => ({ ...file, crc: crc32(file.text) })));
  expect(read(zipFiles([]))).toEqual([]);
});
