/** The end of an axis of so many equal steps of 1, 2, 2.5 or 5 times a power of ten, at least this high. */
export function evenEnd(top: number, steps: number): number {
  if (!(top > 0)) return steps;
  const power = 10 ** Math.floor(Math.log10(top / steps));
  return steps * power * ([1, 2, 2.5, 5].find((one) => one * power * steps >= top * (1 - 1e-9)) ?? 10);
}

/** Up to five steps of 1, 2 or 5 times a power of ten, from zero to at least this. */
export function scaleTo(top: number): { max: number; ticks: number[] } {
  if (!(top > 0)) return { max: 1, ticks: [0, 1] };
  const minStep = top / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = power * ([1, 2, 5].find((one) => one * power >= minStep) ?? 10);
  const count = Math.ceil(top / step);
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}
