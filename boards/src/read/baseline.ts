/** Weighted least squares of a polynomial of order 0 to 2 in x; the coefficients, lowest order first. */
export function fitPolynomial(
  points: readonly { x: number; y: number }[],
  order: 0 | 1 | 2,
): readonly [number, number, number] {
  const size = order + 1;
  const rows = Array.from({ length: size }, (_, row) => [
    ...Array.from({ length: size }, (_, column) => sumOf(points, (p) => p.x ** (row + column))),
    sumOf(points, (p) => p.y * p.x ** row),
  ]);
  const [c0 = 0, c1 = 0, c2 = 0] = solve(rows);
  return [c0, c1, c2];
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

/** Gauss elimination with pivots of rows that carry their right side; zeros where the rows are not independent. */
export function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const lead = rows[column] ?? [];
    const head = lead[column] ?? 0;
    if (Math.abs(head) < 1e-300) continue;
    for (let row = 0; row < size; row++) {
      const other = rows[row] ?? [];
      if (row === column) continue;
      const share = (other[column] ?? 0) / head;
      for (let at = column; at <= size; at++) other[at] = (other[at] ?? 0) - share * (lead[at] ?? 0);
    }
  }
  return rows.map((row, place) => {
    const head = row[place] ?? 0;
    return Math.abs(head) < 1e-300 ? 0 : (row[size] ?? 0) / head;
  });
}

/**
 * Baseline by asymmetrically reweighted penalized least squares (Baek, Park, Ahn and Choo 2015, Analyst 140:250), second
 * differences, at most 30 turns. `isBelow`: lines lie below the base (absorption) instead of above it.
 */
export function arPls(values: Float64Array, smoothness: number, isBelow: boolean): Float64Array {
  const sign = isBelow ? -1 : 1;
  const upright = values.map((value) => sign * value);
  let weights = new Float64Array(values.length).fill(1);
  let base: Float64Array = upright;
  for (let turn = 0; turn < 30; turn++) {
    base = smoothWeighted(upright, weights, smoothness);
    const rests = upright.map((value, at) => value - (base[at] ?? 0));
    const below = Array.from(rests).filter((rest) => rest < 0);
    if (below.length < 2) break;
    const centre = sumOf(below, (rest) => rest) / below.length;
    const spread = Math.sqrt(sumOf(below, (rest) => (rest - centre) ** 2) / below.length) || 1e-12;
    const next = rests.map(
      (rest) => 1 / (1 + Math.exp(Math.min(60, (2 * (rest - (2 * spread - centre))) / spread))),
    );
    const change = Math.sqrt(sumOf(Array.from(next), (w) => w * w) || 1);
    const moved = Math.sqrt(sumOf(Array.from(next.entries()), ([at, w]) => (w - (weights[at] ?? 0)) ** 2));
    weights = next;
    if (moved / change < 1e-6) break;
  }
  return base.map((value) => sign * value);
}

/** Solves (W + smoothness D'D) z = W y, D the second differences: five diagonals, Cholesky without pivots. */
function smoothWeighted(values: Float64Array, weights: Float64Array, smoothness: number): Float64Array {
  const n = values.length;
  const [main, first, second] = secondDifferences(n, smoothness);
  const [d, e, f] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const [d1 = 0, d2 = 0] = [d[i - 1], d[i - 2]];
    const [e1 = 0, f1 = 0, f2 = 0] = [e[i - 1], f[i - 1], f[i - 2]];
    d[i] = (main[i] ?? 0) + (weights[i] ?? 0) - d1 * e1 * e1 - d2 * f2 * f2;
    e[i] = ((first[i] ?? 0) - d1 * e1 * f1) / (d[i] || 1e-300);
    f[i] = (second[i] ?? 0) / (d[i] || 1e-300);
    z[i] = (weights[i] ?? 0) * (values[i] ?? 0) - e1 * (z[i - 1] ?? 0) - f2 * (z[i - 2] ?? 0);
  }
  for (let i = n - 1; i >= 0; i--)
    z[i] = (z[i] ?? 0) / (d[i] || 1e-300) - (e[i] ?? 0) * (z[i + 1] ?? 0) - (f[i] ?? 0) * (z[i + 2] ?? 0);
  return z;
}

function secondDifferences(
  n: number,
  smoothness: number,
): readonly [Float64Array, Float64Array, Float64Array] {
  const bands = [new Float64Array(n), new Float64Array(n), new Float64Array(n)] as const;
  for (let row = 0; row + 2 < n; row++) {
    const coefficients = [1, -2, 1];
    for (let a = 0; a < 3; a++)
      for (let b = a; b < 3; b++) {
        const band = bands[(b - a) as 0 | 1 | 2];
        band[row + a] = (band[row + a] ?? 0) + smoothness * (coefficients[a] ?? 0) * (coefficients[b] ?? 0);
      }
  }
  return bands;
}
