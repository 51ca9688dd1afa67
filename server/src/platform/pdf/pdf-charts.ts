/* Charts of documents: a trend over days, a ranking, the days of the week. They draw in the room that they are given. */
import { type PdfRoom, pdfColors } from "./pdf-document.ts";

const { ink, quiet, line, accent, shade, tint } = pdfColors;
const axis = 46;

export type TrendDay = {
  label: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** It substitutes for what lies below a limit. */
  isHollow: boolean;
  isShaded: boolean;
};

/** Days without a value, one after another: where they begin, how many, and what is written there. */
type TrendGap = { at: number; days: number; text: string };

/** Each day as a point with its interval, consecutive ones joined; days without a value stay open and are named. */
export function drawTrend(
  { doc, x, y, width, height }: PdfRoom,
  trend: {
    days: readonly TrendDay[];
    gaps: readonly TrendGap[];
    mean: { value: number; low: number; high: number; text: string } | null;
    print: (value: number) => string;
  },
): void {
  const { days, gaps, mean, print } = trend;
  const left = x + axis;
  const foot = y + height - 16;
  const head = y + 6;
  const right = x + width - (mean === null ? 4 : 52);
  const pitch = (right - left) / Math.max(days.length, 7);
  const highs = days.map((day) => Math.max(day.value ?? 0, day.high ?? 0));
  const { max, ticks } = scaleOf(Math.max(0, mean?.high ?? 0, ...highs));
  const yOf = (value: number) => foot - ((foot - head) * value) / max;
  const xOf = (at: number) => left + (at + 0.5) * pitch;
  for (const [at, day] of days.entries())
    if (day.isShaded) doc.rect(left + at * pitch, head, pitch, foot - head).fill(shade);
  drawTicks({ doc, x, y, width: right - x, height }, ticks, { yOf, print });
  for (const gap of gaps) drawGap(doc, gap, { left, pitch, head, foot });
  if (mean !== null) {
    doc
      .fillOpacity(0.1)
      .rect(left, yOf(mean.high), right - left, yOf(mean.low) - yOf(mean.high))
      .fill(accent);
    doc.fillOpacity(1).moveTo(left, yOf(mean.value)).lineTo(right, yOf(mean.value));
    doc.lineWidth(0.7).dash(2, { space: 2 }).strokeColor(quiet).stroke().undash();
    doc
      .fontSize(7)
      .fillColor(ink)
      .text(mean.text, right + 4, yOf(mean.value) - 9, { width: 48 });
  }
  drawDays(doc, days, { xOf, yOf });
  const every = Math.max(1, Math.ceil(days.length / 12));
  doc.fontSize(7).fillColor(quiet);
  for (const [at, day] of days.entries())
    if (at % every === 0)
      doc.text(day.label, xOf(at) - 20, foot + 4, { width: 40, align: "center", lineBreak: false });
}

type Place = { xOf: (at: number) => number; yOf: (value: number) => number };

function drawDays(doc: PDFKit.PDFDocument, days: readonly TrendDay[], { xOf, yOf }: Place): void {
  for (const [at, { value, low, high }] of days.entries()) {
    if (value === null) continue;
    const before = days[at - 1]?.value ?? null;
    if (low !== null && high !== null)
      doc.moveTo(xOf(at), yOf(low)).lineTo(xOf(at), yOf(high)).lineWidth(0.8).strokeColor("#8cb8e6").stroke();
    if (before !== null)
      doc
        .moveTo(xOf(at - 1), yOf(before))
        .lineTo(xOf(at), yOf(value))
        .lineWidth(1)
        .strokeColor(accent)
        .stroke();
  }
  for (const [at, { value, isHollow }] of days.entries()) {
    if (value === null) continue;
    doc.circle(xOf(at), yOf(value), 2).lineWidth(0.8).strokeColor(accent);
    if (isHollow) doc.fillColor("#ffffff").fillAndStroke();
    else doc.fillColor(accent).fillAndStroke();
  }
}

function drawGap(
  doc: PDFKit.PDFDocument,
  gap: TrendGap,
  { left, pitch, head, foot }: { left: number; pitch: number; head: number; foot: number },
): void {
  const from = left + gap.at * pitch;
  const wide = gap.days * pitch;
  // Beneath the mean and its band, which are rarely in the lowest quarter.
  const middle = foot - (foot - head) * 0.16;
  doc.moveTo(from + 2, middle).lineTo(from + wide - 2, middle);
  doc.lineWidth(0.7).dash(1.5, { space: 1.5 }).strokeColor(quiet).stroke().undash();
  if (wide < 34) return;
  doc.fontSize(6.5).fillColor(quiet);
  doc.text(gap.text, from, middle + 3, { width: wide, align: "center" });
}

/** One row for each, its value as a dot from zero; the own row is tinted. */
export function drawRanking(
  { doc, x, y, width }: PdfRoom,
  rows: readonly { name: string; note: string; value: number; isOwn: boolean }[],
  print: (value: number) => string,
): void {
  const names = 96;
  const values = 44;
  const { max } = scaleOf(Math.max(0, ...rows.map((row) => row.value)));
  for (const [at, row] of rows.entries()) {
    const top = y + at * rankingRow;
    const middle = top + rankingRow / 2;
    if (row.isOwn) doc.rect(x, top, width, rankingRow).fill(tint);
    doc.fontSize(7.5).fillColor(row.isOwn ? accent : ink);
    const fit = { lineBreak: false, ellipsis: true, height: 9 } as const;
    doc.text(row.name, x + 3, top + 1.5, { ...fit, width: names - 24 });
    doc.fillColor(quiet).text(row.note, x + names - 18, top + 1.5, { ...fit, width: 18 });
    const from = x + names + 6;
    const to = x + width - values;
    doc.moveTo(from, middle).lineTo(to, middle).lineWidth(0.4).strokeColor(line).stroke();
    doc.circle(from + ((to - from) * row.value) / max, middle, 2.2).fill(row.isOwn ? accent : quiet);
    doc.fillColor(row.isOwn ? accent : ink);
    doc.text(print(row.value), to, top + 1.5, { width: values - 4, align: "right", lineBreak: false });
  }
}

export const rankingRow = 12;

/** A bar for each day of the week, its mean above it; its days as dots. */
export function drawWeek(
  { doc, x, y, width, height }: PdfRoom,
  days: readonly { label: string; mean: number | null; values: readonly number[]; isShaded: boolean }[],
  print: (value: number) => string,
): void {
  const left = x + axis;
  const head = y + 12;
  const foot = y + height - 14;
  const pitch = (width - axis) / 7;
  const { max, ticks } = scaleOf(Math.max(0, ...days.flatMap((day) => [day.mean ?? 0, ...day.values])));
  const yOf = (value: number) => foot - ((foot - head) * value) / max;
  for (const [at, day] of days.entries())
    if (day.isShaded) doc.rect(left + at * pitch, head, pitch, foot - head).fill(shade);
  drawTicks({ doc, x, y, width, height }, ticks, { yOf, print });
  for (const [at, { label, mean, values }] of days.entries()) {
    const from = left + at * pitch;
    const place = { width: pitch, align: "center", lineBreak: false } as const;
    doc
      .fontSize(7)
      .fillColor(quiet)
      .text(label, from, foot + 3, place);
    if (mean === null) continue;
    doc.rect(from + pitch * 0.2, yOf(mean), pitch * 0.6, foot - yOf(mean)).fill("#cfe2f7");
    for (const [nth, value] of values.entries())
      doc
        .circle(from + pitch * (0.32 + (0.36 * nth) / Math.max(1, values.length - 1)), yOf(value), 1.3)
        .fill(accent);
    const above = Math.min(yOf(mean), ...values.map(yOf)) - 10;
    doc.fontSize(7).fillColor(ink).text(print(mean), from, above, place);
  }
}

function drawTicks(
  { doc, x, width }: PdfRoom,
  ticks: readonly number[],
  { yOf, print }: { yOf: (value: number) => number; print: (value: number) => string },
): void {
  for (const tick of ticks) {
    doc
      .moveTo(x + axis, yOf(tick))
      .lineTo(x + width, yOf(tick))
      .lineWidth(0.4)
      .strokeColor(line)
      .stroke();
    doc.fontSize(7).fillColor(quiet);
    doc.text(print(tick), x, yOf(tick) - 4.5, { width: axis - 5, align: "right", lineBreak: false });
  }
}

/** Up to five steps of 1, 2 or 5 times a power of ten, from zero to at least this. */
function scaleOf(top: number): { max: number; ticks: number[] } {
  if (!(top > 0)) return { max: 1, ticks: [0] };
  const minStep = top / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = power * ([1, 2, 5].find((one) => one * power >= minStep) ?? 10);
  const count = Math.ceil(top / step);
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}
