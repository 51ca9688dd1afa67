/**
 * Prints one figure of a bench as a JSON line. `peer` is what it is measured against, in the same unit, and
 * null where nothing is alongside it; `ratio` is value / peer.
 */
export function printFigure(figure: {
  name: string;
  value: number;
  unit: string;
  peer: number | null;
}): void {
  const { name, value, unit, peer } = figure;
  const ratio = peer === null || peer === 0 ? null : Number((value / peer).toPrecision(4));
  process.stdout.write(`${JSON.stringify({ name, value, unit, peer, ratio })}\n`);
}
