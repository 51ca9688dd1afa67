/** Rows of a table on pages: its head is on each of them again. */

export type TableColumn = { head: string; width: number; align?: "left" | "right" };
/** Where a document sets its text, in points, and the colors of it. */
export type PdfSheet = {
  doc: PDFKit.PDFDocument;
  x: number;
  width: number;
  /** No text is set below. */
  bottom: number;
  colors: { readonly ink: string; readonly quiet: string; readonly line: string };
};

/** Space between the columns, half of it on each side. */
const gutter = 6;

/** Sets the head of a table, and gives what sets one row. */
export function beginTable(
  sheet: PdfSheet,
  columns: readonly TableColumn[],
): (cells: readonly string[]) => void {
  const { doc, bottom, colors } = sheet;
  const unit = sheet.width / columns.reduce((sum, column) => sum + column.width, 0);
  const heads = columns.map((column) => column.head);
  const widthOf = (column: TableColumn) => column.width * unit - gutter;

  const draw = (cells: readonly string[], color: string) => {
    doc.fontSize(7.5);
    const heights = columns.map((column, at) =>
      doc.heightOfString(cells[at] ?? "", { width: widthOf(column) }),
    );
    const height = 4 + Math.max(...heights);
    if (doc.y + height > bottom) {
      doc.addPage();
      if (cells !== heads) draw(heads, colors.quiet);
    }
    const { y } = doc;
    let { x } = sheet;
    for (const [at, column] of columns.entries()) {
      const place = { width: widthOf(column), align: column.align ?? "left" };
      doc.fillColor(color).text(cells[at] ?? "", x + gutter / 2, y + 2, place);
      x += column.width * unit;
    }
    doc.y = y + height;
    drawRule(sheet, doc.y);
  };

  draw(heads, colors.quiet);
  return (cells) => draw(cells, colors.ink);
}

/** A thin line over the whole width. */
export function drawRule({ doc, x, width, colors }: PdfSheet, y: number): void {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke();
}
