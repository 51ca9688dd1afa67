/** Delimited text as programs write it: RFC 4180, with the delimiters and line ends that are met besides. */
import { isUtf8 } from "node:buffer";
import {
  maxCellLength,
  maxColumns,
  maxFields,
  maxRecords,
  maxRowLength,
  tooLongCell,
  tooLongRow,
  tooManyColumns,
  tooManyRecords,
  UnreadableTable,
} from "../tables/table-limits.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
export type Encoding = "utf-8" | "utf-16le" | "gb18030";

/** A record with the line at which it begins, the first being 1. */
export type CsvRecord = { line: number; cells: string[] };

/** Null where the bytes are text in none of the encodings. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const [first, second] = bytes;
  const isWide = first === 0xff && second === 0xfe;
  const encoding: Encoding = isWide ? "utf-16le" : isUtf8(bytes) ? "utf-8" : "gb18030";
  try {
    // A byte order mark is taken off by the decoder.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : { text, encoding };
  } catch {
    return null; // in none of them: GB18030 is what is left
  }
}

/** The delimiter that cuts the first records into the most columns of one number; a comma where none does. */
export function findDelimiter(text: string): Delimiter {
  const [, reported] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const named = delimiters.find((one) => one === reported);
  if (named !== undefined) return named;
  const begin = text.slice(0, lookedLength);
  const scored = delimiters.map((delimiter) => {
    const widths = firstWidths(begin, delimiter);
    const max = Math.max(1, ...widths);
    return { delimiter, score: (max - 1) * widths.filter((width) => width === max).length };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const looked = 30;
const lookedLength = 2 * maxRowLength;

/** How many columns the first records have, up to one that no table has. */
function firstWidths(text: string, delimiter: Delimiter): number[] {
  const widths: number[] = [];
  try {
    for (const { cells } of readRecords(text, delimiter)) {
      widths.push(cells.length);
      if (widths.length === looked) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
  return widths;
}

/**
 * The records one after the other. A quote inside quotes is doubled; a field may hold delimiters and line ends in
 * quotes. A record that is too long or too wide ends it before more of it is read.
 */
export function* readRecords(text: string, delimiter: Delimiter): Generator<CsvRecord> {
  let at = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  let line = at > 0 ? 2 : 1;
  let records = 0;
  let fields = 0;
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [] };
    const end = at + maxRowLength;
    for (;;) {
      const column = record.cells.length + 1;
      if (column > maxColumns) throw tooManyColumns(record.line, column);
      const read = readField(text, at, { delimiter, end });
      if (read === null) throw tooLongRow(record.line);
      if (read.cell.length > maxCellLength) throw tooLongCell(record.line, column);
      record.cells.push(read.cell);
      line += read.lines;
      at = read.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    records += 1;
    fields += record.cells.length;
    if (records > maxRecords || fields > maxFields) throw tooManyRecords();
    yield record;
  }
}

/** Where a record has to end, and what parts its fields. */
type Bounds = { delimiter: Delimiter; end: number };

/** Null where the record that the field is in is too long. */
function readField(
  text: string,
  from: number,
  bounds: Bounds,
): { cell: string; end: number; lines: number } | null {
  if (text[from] !== '"') {
    const read = readPlain(text, from, bounds);
    return read === null ? null : { ...read, lines: 0 };
  }
  let cell = "";
  let lines = 0;
  let at = from + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    if (end > bounds.end) return null;
    const part = text.slice(at, end);
    lines += part.split("\n").length - 1;
    cell += part;
    at = end + 1;
    if (text[at] !== '"') break;
    cell += '"';
    at += 1;
  }
  // What follows a closing quote before the next delimiter belongs to the field, as spreadsheets read it.
  const rest = readPlain(text, at, bounds);
  return rest === null ? null : { cell: cell + rest.cell, end: rest.end, lines };
}

function readPlain(
  text: string,
  from: number,
  { delimiter, end: last }: Bounds,
): { cell: string; end: number } | null {
  const stop = Math.min(text.length, last + 1);
  let end = from;
  while (end < stop && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  if (end > last) return null;
  return { cell: text.slice(from, end), end: Math.min(end, text.length) };
}
