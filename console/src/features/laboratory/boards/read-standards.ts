/** Calibrators from pasted lines: concentration, T/C and, where weights need it, its standard deviation. */
export function readStandards(text: string): {
  standards: { x: number; y: number; s?: number }[];
  /** The number of the first line that cannot be read; null where all can. */
  fault: number | null;
} {
  const standards: { x: number; y: number; s?: number }[] = [];
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [x, y, s, ...more] = line
      .trim()
      .split(/[\t; ]+/)
      .map((part) => Number(part.replace(",", ".")));
    const isRead = x !== undefined && y !== undefined && more.length === 0;
    if (!isRead || ![x, y, s ?? 0].every(Number.isFinite) || x < 0) return { standards, fault: place + 1 };
    standards.push(s === undefined ? { x, y } : { x, y, s });
  }
  return { standards, fault: null };
}
