import { expect, test } from "vitest";
import { studentFactor } from "./student-t.ts";

/** Gamma((n + 1) / 2) / Gamma(n / 2) by its recurrence from n = 1 and n = 2. */
function gammaRatio(n: number): number {
  if (n === 1) return 1 / Math.sqrt(Math.PI);
  return n === 2 ? Math.sqrt(Math.PI) / 2 : (gammaRatio(n - 2) * (n - 1)) / (n - 2);
}

/** The share of Student's distribution below t, by Simpson's rule over its density. */
function shareBelow(t: number, n: number): number {
  const scale = gammaRatio(n) / Math.sqrt(n * Math.PI);
  const density = (x: number) => scale * (1 + (x * x) / n) ** (-(n + 1) / 2);
  const steps = 2000;
  const width = t / steps;
  let sum = density(0) + density(t);
  for (let at = 1; at < steps; at += 1) sum += (at % 2 === 0 ? 2 : 4) * density(at * width);
  return 0.5 + (sum * width) / 3;
}

test.each([...Array.from({ length: 40 }, (_, at) => at + 1), 60, 120, 1000])(
  "97.5 %% of Student's distribution with %i degrees of freedom lie below its factor",
  (degrees) => {
    expect(Math.abs(shareBelow(studentFactor(degrees), degrees) - 0.975)).toBeLessThan(1e-5);
  },
);
