import { inflateSync } from "node:zlib";

/** What one may select in a PDF of one font: a line for each text that was set (ISO 32000-1, 9.4.3 and 9.10.3). */
export function readPdf(file: Buffer): string[] {
  const streams = [...unpackedStreams(file)];
  const letters = lettersOf(streams.find((stream) => stream.includes("beginbfrange")) ?? "");
  if (letters.size === 0) throw new Error("the PDF does not say which letters its glyphs are");
  const set = streams.flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)]);
  return set.map(([, parts = ""]) =>
    [...parts.matchAll(/<([0-9a-f]+)>/g)]
      .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
      .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? "")
      .join(""),
  );
}

/** Which letters are behind a glyph, in UTF-16. */
function lettersOf(map: string): Map<number, string> {
  const ranges = [...map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)];
  return new Map(
    ranges.flatMap(([, first = "", list = ""]) =>
      [...list.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = ""], at): [number, string] => [
        Number.parseInt(first, 16) + at,
        Buffer.from(hex, "hex").swap16().toString("utf16le"),
      ]),
    ),
  );
}

function* unpackedStreams(file: Buffer): Generator<string> {
  for (let at = file.indexOf("\nstream\n"); at >= 0; at = file.indexOf("\nstream\n", at + 8)) {
    try {
      yield inflateSync(file.subarray(at + 8, file.indexOf("endstream", at))).toString("latin1");
    } catch {
      // Not packed this way: a picture or a font, which has no text.
    }
  }
}
