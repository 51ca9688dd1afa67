/*
 * Documents that are set by the server: headings, facts, tables that go over pages, room to draw in. Their text is text,
 * in one font that knows Latin and Chinese. The same content gives the same bytes: the one date in a file is the one that
 * it is given.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Locale } from "@tracewater/contract/locales";
import { keepSignaturePlace } from "./pdf-signature-place.ts";
import { beginTable, drawRule, type PdfSheet, type TableColumn } from "./pdf-table.ts";

export type PdfColumn = TableColumn;
/** Room of a page to draw in, in points from its upper left corner. */
export type PdfRoom = { doc: PDFKit.PDFDocument; x: number; y: number; width: number; height: number };
export type PdfPage = Awaited<ReturnType<typeof openPdf>>;

/** In points: 17 mm at the sides. */
const margin = 48;
export const pdfColors = {
  ink: "#16202b",
  quiet: "#5b6672",
  line: "#d3dae1",
  accent: "#0a66c8",
  shade: "#f1f4f7",
  tint: "#e8f3ff",
} as const;
const { ink, quiet } = pdfColors;
/** Rows that are set in one breath of the program. */
const breath = 4;

const unpack = promisify(brotliDecompress);

/** The font of all documents (`data/fonts/`), unpacked with the first of them, alongside the program's own work. */
export function createPdfFonts(options: { folder: string }): () => Promise<Buffer> {
  let kept: Promise<Buffer> | undefined;
  return () => {
    kept ??= readFile(join(options.folder, "fonts/noto-sans-sc.ttf.br")).then((packed) => unpack(packed));
    return kept;
  };
}

/**
 * A4, upright. The foot of each page, and the head of each but the first, are set once all pages are known. The library
 * is loaded with the first document: it takes 20 MB.
 */
export async function openPdf(options: {
  font: Buffer;
  title: string;
  made: Date;
  language: Locale;
  head: [left: string, right: string];
  footer: (page: number, pages: number) => [left: string, right: string];
}) {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    ...{ size: "A4", margins: { top: 58, bottom: margin, left: margin, right: margin } },
    ...{ bufferPages: true, lang: options.language },
    info: { Title: options.title, Producer: "Tracewater", Creator: "Tracewater", CreationDate: options.made },
    // The types know paths alone; the font's bytes are taken as well.
    font: options.font as unknown as string,
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const width = doc.page.width - 2 * margin;
  const bottom = doc.page.height - margin - 16;
  const top = doc.page.margins.top;
  const sheet: PdfSheet = { doc, x: margin, width, bottom, colors: pdfColors };

  const need = (height: number) => {
    if (doc.y + height > bottom) doc.addPage();
  };
  const write = (text: string, size: number, color: string) => {
    doc.fontSize(size).fillColor(color);
    need(doc.heightOfString(text, { width }));
    doc.text(text, margin, doc.y, { width });
  };

  return {
    /** Room over the whole width; on the next page where this one has not enough left. */
    room(height: number, draw: (room: PdfRoom) => void): void {
      need(height);
      const { y } = doc;
      draw({ doc, x: margin, y, width, height });
      doc.x = margin;
      doc.y = y + height;
    },

    /** Bold by its outline: the one font has one weight. */
    heading(text: string, size = 13): void {
      need(size * 5);
      if (doc.y > top) doc.y += size * 0.8;
      doc.lineWidth(0.35).strokeColor(ink).fontSize(size).fillColor(ink);
      doc.text(text, margin, doc.y, { width, stroke: true, fill: true });
      doc.y += 3;
    },

    paragraph: (text: string) => write(text, 9, ink),
    remark: (text: string) => write(text, 8, quiet),
    gap(height: number): void {
      doc.y += height;
    },

    /** Names and what they are, two columns of them. */
    facts(pairs: readonly (readonly [name: string, value: string])[]): void {
      const half = width / 2;
      for (let at = 0; at < pairs.length; at += 2) {
        const both = pairs.slice(at, at + 2);
        doc.fontSize(9);
        const heights = both.flatMap(([name, value]) => [
          doc.heightOfString(name, { width: 104 }),
          doc.heightOfString(value, { width: half - 120 }),
        ]);
        const height = Math.max(14, ...heights) + 2;
        need(height);
        const { y } = doc;
        for (const [place, [name, value]] of both.entries()) {
          const x = margin + place * half;
          doc.fillColor(quiet).text(name, x, y, { width: 104 });
          doc.fillColor(ink).text(value, x + 108, y, { width: half - 120 });
        }
        doc.y = y + height;
      }
    },

    /** A table whose head is on each page again; `onRows` hears how many rows are, and may throw to end it. */
    async table(
      columns: readonly PdfColumn[],
      rows: readonly (readonly string[])[],
      onRows: (done: number) => Promise<void> = async () => undefined,
    ): Promise<void> {
      need(48);
      const draw = beginTable(sheet, columns);
      for (const [at, cells] of rows.entries()) {
        draw(cells);
        if ((at + 1) % breath === 0) {
          await onRows(at + 1);
          await breathe();
        }
      }
      await onRows(rows.length);
    },

    /** Attaches a file, which readers list next to the pages. */
    attach(bytes: Buffer, name: string, at: Date): void {
      const about = { name, creationDate: at, modifiedDate: at, relationship: "Data" };
      // The types know paths alone; bytes are taken as well.
      doc.file(bytes as unknown as string, about);
    },

    /** Keeps a place for a signature of the file as a whole; `signPdf` fills it. */
    keepSignaturePlace: (at: Date) => keepSignaturePlace(doc, at),

    nextPage: () => void doc.addPage(),

    async close(): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        // A text below the margin would begin another page.
        doc.page.margins.bottom = 0;
        drawEdge(sheet, options.footer(page + 1, count), doc.page.height - margin - 2, -6);
        if (page > 0) drawEdge(sheet, options.head, 30, 15);
        doc.page.margins.bottom = margin;
      }
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** A line of text at the edge of a page, with its rule at this distance. */
function drawEdge(sheet: PdfSheet, [left, right]: [string, string], y: number, rule: number): void {
  const { doc, x, width } = sheet;
  doc.fontSize(7.5).fillColor(quiet);
  doc.text(left, x, y, { width: width * 0.72, lineBreak: false, ellipsis: true, height: 10 });
  const place = { width: width * 0.28, align: "right", lineBreak: false } as const;
  doc.text(right, x + width * 0.72, y, place);
  drawRule(sheet, y + rule);
}

/** Lets the program do what else waits. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
