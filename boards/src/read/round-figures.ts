/** Six significant digits: results are compared as text, and the last bits of a power differ between machines. */
function roundFigure(value: number, digits = 6): number {
  if (!Number.isFinite(value) || value === 0) return 0;
  return Number(value.toPrecision(digits));
}

/** The same of every number in plain data. */
export function roundFigures<T>(value: T): T;
export function roundFigures(value: unknown): unknown {
  if (typeof value === "number") return roundFigure(value);
  if (Array.isArray(value)) return value.map((one) => roundFigures(one));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundFigures(one)]));
}
