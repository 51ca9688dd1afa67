/** Delimited text as programs write it: RFC 4180, with the delimiters and line ends that are met besides. */

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
export type Encoding = "utf-8" | "utf-16le" | "gb18030";

/** A record with the line at which it begins, the first being 1. */
export type CsvRecord = { line: number; cells: string[] };

/** Null where the bytes are text in none of the encodings. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const [first, second] = bytes;
  const encodings: Encoding[] = first === 0xff && second === 0xfe ? ["utf-16le"] : ["utf-8", "gb18030"];
  for (const encoding of encodings) {
    try {
      // A byte order mark is taken off by the decoder.
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes("\u0000") ? null : { text, encoding };
    } catch {
      // Not in this encoding; the next one is tried.
    }
  }
  return null;
}

/** The delimiter that cuts the first records into the most columns of one number; a comma where none does. */
export function findDelimiter(text: string): Delimiter {
  const [, told] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const named = delimiters.find((one) => one === told);
  if (named !== undefined) return named;
  const scored = delimiters.map((delimiter) => {
    const widths = readRecords(text, delimiter, looked).map(({ cells }) => cells.length);
    const most = Math.max(1, ...widths);
    return { delimiter, score: (most - 1) * widths.filter((width) => width === most).length };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const looked = 30;

/** At most so many records. A quote inside quotes is doubled; a field may hold delimiters and line ends in quotes. */
export function readRecords(text: string, delimiter: Delimiter, most: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  let line = at > 0 ? 2 : 1;
  while (at < text.length && records.length < most) {
    const record: CsvRecord = { line, cells: [] };
    for (;;) {
      const read = readField(text, at, delimiter);
      record.cells.push(read.cell);
      line += read.lines;
      at = read.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    records.push(record);
  }
  return records;
}

function readField(
  text: string,
  from: number,
  delimiter: Delimiter,
): { cell: string; end: number; lines: number } {
  if (text[from] !== '"') return { ...readPlain(text, from, delimiter), lines: 0 };
  let cell = "";
  let lines = 0;
  let at = from + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    const part = text.slice(at, end);
    lines += part.split("\n").length - 1;
    cell += part;
    at = end + 1;
    if (text[at] !== '"') break;
    cell += '"';
    at += 1;
  }
  // What follows a closing quote before the next delimiter belongs to the field, as spreadsheets read it.
  const rest = readPlain(text, at, delimiter);
  return { cell: cell + rest.cell, end: rest.end, lines };
}

function readPlain(text: string, from: number, delimiter: Delimiter): { cell: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { cell: text.slice(from, end), end: Math.min(end, text.length) };
}
