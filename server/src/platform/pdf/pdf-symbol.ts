import { encodeQR } from "qr";
import { type PdfRoom, pdfColors } from "./pdf-document.ts";

/** A QR symbol of this text in the upper left square of the room, with its quiet zone. */
export function drawSymbol({ doc, x, y, height }: PdfRoom, text: string): void {
  const modules = encodeQR(text, "raw", { border: 2, ecc: "medium" });
  const size = height / modules.length;
  for (const [row, cells] of modules.entries()) {
    // A hair more than a module: between two of them no light line may show.
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(x + column * size, y + row * size, size + 0.05, size + 0.05);
  }
  doc.fill(pdfColors.ink);
}
