/*
 * Documents that are set by the server: headings, facts, tables that go over pages, bars. Their text is text, in one font
 * that knows Latin and Chinese. The same content gives the same bytes: the one date in a file is the one that it is given.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import PDFDocument from "pdfkit";

export type PdfColumn = { head: string; width: number; align?: "left" | "right" };
type PdfBar = { label: string; value: number | null; isHollow: boolean; isShaded: boolean };
export type PdfPage = ReturnType<typeof openPdf>;

const margin = 40;
const ink = "#1f2329";
const quiet = "#5f6670";
const line = "#d5d9df";
const accent = "#1677c8";
const shade = "#f3f5f8";
/** Rows that are set in one breath of the program. */
const breath = 4;

const unpack = promisify(brotliDecompress);

/** The font of all documents (`data/fonts/`), unpacked with the first of them, beside the program's own work. */
export function createPdfFonts(options: { folder: string }): () => Promise<Buffer> {
  let kept: Promise<Buffer> | undefined;
  return () => {
    kept ??= readFile(join(options.folder, "fonts/noto-sans-sc.ttf.br")).then((packed) => unpack(packed));
    return kept;
  };
}

/** A4, lying; `footer` is told the page and how many there are. */
export function openPdf(options: {
  font: Buffer;
  title: string;
  made: Date;
  language: "en" | "zh";
  footer: (page: number, pages: number) => [left: string, right: string];
}) {
  const doc = new PDFDocument({
    ...{ size: "A4", layout: "landscape", margin, bufferPages: true, lang: options.language },
    info: { Title: options.title, Producer: "Tracewater", Creator: "Tracewater", CreationDate: options.made },
    // The types know paths alone; the font's bytes are taken as well.
    font: options.font as unknown as string,
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const width = doc.page.width - 2 * margin;
  const bottom = doc.page.height - margin - 16;

  const need = (height: number) => {
    if (doc.y + height > bottom) doc.addPage();
  };
  const write = (text: string, size: number, color: string) => {
    doc.fontSize(size).fillColor(color);
    need(doc.heightOfString(text, { width }));
    doc.text(text, margin, doc.y, { width });
  };

  return {
    heading(text: string, size = 14): void {
      need(size * 4);
      if (doc.y > margin) doc.y += size * 0.7;
      write(text, size, ink);
      doc.y += 4;
    },

    paragraph: (text: string) => write(text, 9, ink),
    remark: (text: string) => write(text, 8, quiet),

    /** Names and what they are, two columns of them. */
    facts(pairs: readonly (readonly [name: string, value: string])[]): void {
      const half = width / 2;
      for (let at = 0; at < pairs.length; at += 2) {
        const both = pairs.slice(at, at + 2);
        doc.fontSize(9);
        const heights = both.flatMap(([name, value]) => [
          doc.heightOfString(name, { width: 116 }),
          doc.heightOfString(value, { width: half - 130 }),
        ]);
        const height = Math.max(14, ...heights) + 2;
        need(height);
        const { y } = doc;
        for (const [place, [name, value]] of both.entries()) {
          const x = margin + place * half;
          doc.fillColor(quiet).text(name, x, y, { width: 116 });
          doc.fillColor(ink).text(value, x + 120, y, { width: half - 130 });
        }
        doc.y = y + height;
      }
    },

    /** A table whose head stands on each page again; `onRows` hears how many rows stand, and may throw to end it. */
    async table(
      columns: readonly PdfColumn[],
      rows: readonly (readonly string[])[],
      onRows: (done: number) => Promise<void> = async () => undefined,
    ): Promise<void> {
      const whole = columns.reduce((sum, column) => sum + column.width, 0);
      const unit = width / whole;
      const draw = (cells: readonly string[], color: string) => {
        doc.fontSize(7.5);
        const height =
          4 +
          Math.max(
            ...columns.map((column, at) =>
              doc.heightOfString(cells[at] ?? "", { width: column.width * unit - 6 }),
            ),
          );
        if (doc.y + height > bottom) {
          doc.addPage();
          if (cells !== heads) draw(heads, quiet);
        }
        const { y } = doc;
        let x = margin;
        for (const [at, column] of columns.entries()) {
          const place = { width: column.width * unit - 6, align: column.align ?? "left" };
          doc.fillColor(color).text(cells[at] ?? "", x + 3, y + 2, place);
          x += column.width * unit;
        }
        doc.y = y + height;
        doc
          .moveTo(margin, doc.y)
          .lineTo(margin + width, doc.y)
          .lineWidth(0.5)
          .strokeColor(line)
          .stroke();
      };
      const heads = columns.map((column) => column.head);
      need(48);
      draw(heads, quiet);
      for (const [at, cells] of rows.entries()) {
        draw(cells, ink);
        if ((at + 1) % breath === 0) {
          await onRows(at + 1);
          await breathe();
        }
      }
      await onRows(rows.length);
    },

    /** Bars from zero, a day without a value left open; the values of the axis at the left. */
    bars(days: readonly PdfBar[], print: (value: number) => string): void {
      const height = 110;
      need(height + 10);
      const top = doc.y + 6;
      const foot = top + height - 24;
      const left = margin + 46;
      const most = niceTop(Math.max(0, ...days.map((day) => day.value ?? 0)));
      const pitch = (margin + width - left) / Math.max(days.length, 7);
      const y = (value: number) => foot - ((foot - top) * value) / most;
      for (const [at, day] of days.entries()) {
        if (day.isShaded) doc.rect(left + at * pitch, top, pitch, foot - top).fill(shade);
      }
      for (const part of [0, 0.5, 1]) {
        const value = most * part;
        doc
          .moveTo(left, y(value))
          .lineTo(margin + width, y(value))
          .lineWidth(0.5)
          .strokeColor(line)
          .stroke();
        doc.fontSize(7).fillColor(quiet);
        doc.text(print(value), margin, y(value) - 5, { width: 42, align: "right", lineBreak: false });
      }
      const every = Math.ceil(days.length / 14);
      for (const [at, day] of days.entries()) {
        if (day.value !== null) {
          const bar = Math.max(1, Math.min(24, pitch * 0.6));
          const x = left + at * pitch + (pitch - bar) / 2;
          const tall = Math.max(0.8, foot - y(day.value));
          doc.rect(x, foot - tall, bar, tall).lineWidth(0.7);
          if (day.isHollow) doc.strokeColor(accent).stroke();
          else doc.fillColor(accent).fill();
        }
        if (at % every === 0) {
          doc
            .fontSize(7)
            .fillColor(quiet)
            .text(day.label, left + at * pitch, foot + 4, { lineBreak: false });
        }
      }
      doc.y = top + height - 6;
    },

    nextPage: () => void doc.addPage(),

    async close(): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        const [leftText, rightText] = options.footer(page + 1, count);
        const at = doc.page.height - margin - 4;
        // A text below the margin would begin another page.
        doc.page.margins.bottom = 0;
        doc.fontSize(7.5).fillColor(quiet);
        doc.text(leftText, margin, at, { width: width * 0.75, lineBreak: false });
        doc.text(rightText, margin + width * 0.75, at, {
          width: width * 0.25,
          align: "right",
          lineBreak: false,
        });
        doc.page.margins.bottom = margin;
      }
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** Lets the program do what else waits. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((one) => one * power >= value) ?? 10);
}
