import { concentrationAt, responseAt } from "@tracewater/wbe/standard-curve";
import type { LotCurve } from "../judge/board-lot.ts";

/** A concentration in the unit of the lot, or the end of the calibrated range that it is beyond. */
export type Quantity =
  | {
      readonly kind: "value";
      readonly value: number;
      readonly u: number;
      readonly isSemiQuantitative: boolean;
    }
  | { readonly kind: "below" | "above"; readonly limit: number };

/** Where one standard uncertainty of T/C moves the concentration by more than this, only classes make sense. */
const flat = 0.25;

/**
 * The concentration of a response, only between the lower and upper limit of quantification of the curve.
 * u^2 = (dx/dy u(y))^2 + g' V g: the delta method, g the derivatives of x by (a, b, ln c, d), V their covariance.
 * Errors: those of `responseAt` for a curve that is none.
 */
export function quantify(input: { curve: LotCurve; response: number; responseU: number }): Quantity {
  const { curve, response, responseU } = input;
  const [atLow, atHigh] = [
    responseAt({ curve, concentration: curve.low }),
    responseAt({ curve, concentration: curve.high }),
  ];
  const rising = atHigh > atLow;
  if (rising ? response < atLow : response > atLow) return { kind: "below", limit: curve.low };
  if (rising ? response > atHigh : response < atHigh) return { kind: "above", limit: curve.high };
  const value = concentrationAt({ curve, response });
  const { byResponse, byParameters } = derivatives(curve, response, value);
  const ofResponse = byResponse * responseU;
  const ofCurve = Math.sqrt(Math.max(0, quadraticForm(byParameters, curve.covariance)));
  const u = Math.hypot(ofResponse, ofCurve);
  return { kind: "value", value, u, isSemiQuantitative: value > 0 && Math.abs(ofResponse) > flat * value };
}

/** x = c q^(1/b), q = (a - y) / (y - d). */
function derivatives({ a, b, d }: LotCurve, y: number, x: number) {
  const [above, below] = [a - y, y - d];
  const q = above / below;
  return {
    byResponse: (x / b) * (-1 / above - 1 / below),
    byParameters: [x / (b * above), (-x * Math.log(Math.max(q, 1e-300))) / (b * b), x, x / (b * below)],
  };
}

function quadraticForm(g: readonly number[], covariance: LotCurve["covariance"]): number {
  if (covariance === null) return 0;
  return g.reduce(
    (sum, left, row) =>
      sum + g.reduce((inner, right, column) => inner + left * (covariance[row]?.[column] ?? 0) * right, 0),
    0,
  );
}
