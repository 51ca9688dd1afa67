import { inflateSync } from "node:zlib";

/** What one may select in a PDF of one font: a line for each text that was set (ISO 32000-1, 9.4.3 and 9.10.3). */
export function readPdf(file: Buffer): string[] {
  const streams = [...streamsOf(file)];
  const map = streams.find((stream) => stream.includes("beginbfrange"));
  const letters = [...(map?.matchAll(/<([0-9a-f]{4,})>(?=[ \]])/gi) ?? [])].map(([, hex = ""]) => hex);
  // The first two are the ends of the range that the letters follow.
  const ranges = lettersOf(map ?? "");
  if (letters.length === 0) throw new Error("the PDF does not say which letters its glyphs are");
  return streams
    .filter((stream) => stream.includes(" TJ"))
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, parts = ""]) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => ranges.get(Number.parseInt(glyph, 16)) ?? "")
        .join(""),
    );
}

function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, begin = "", , list = ""] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(begin, 16);
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([0-9a-f]+)>/gi)].entries()) {
      letters.set(first + at, Buffer.from(hex, "hex").swap16().toString("utf16le"));
    }
  }
  return letters;
}

function* streamsOf(file: Buffer): Generator<string> {
  for (let at = file.indexOf("stream\n"); at >= 0; at = file.indexOf("stream\n", at + 7)) {
    const end = file.indexOf("endstream", at);
    const packed = file.subarray(at + 7, end);
    // The word ends "endstream" as well.
    if (file.toString("latin1", at - 3, at) === "end") continue;
    const text = unpacked(packed);
    if (text !== null) yield text;
  }
}

function unpacked(packed: Buffer): string | null {
  try {
    return inflateSync(packed).toString("latin1");
  } catch {
    return null; // not packed this way: a picture or a font, which has no text
  }
}
