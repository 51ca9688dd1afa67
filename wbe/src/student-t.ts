import { checkWhole } from "./checks.ts";

// The 97.5 % points of Student's distribution for 1 to 30 degrees of freedom.
const points = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604,
  2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555,
  2.0518, 2.0484, 2.0452, 2.0423,
];
const normal = 1.959964;

/**
 * The factor of a two-sided 95 % interval with few degrees of freedom; above 30 by the expansion of Fisher and
 * Cornish, which is right to four digits there. Errors: notFinite, outOfRange, notWhole.
 * Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2; Abramowitz and Stegun 26.7.5.
 */
export function studentFactor(degrees: number): number {
  const n = checkWhole("degrees", degrees, 1, 1e9);
  const tabled = points[n - 1];
  if (tabled !== undefined) return tabled;
  const cubed = normal ** 3;
  return normal + (cubed + normal) / (4 * n) + (5 * normal ** 5 + 16 * cubed + 3 * normal) / (96 * n * n);
}
