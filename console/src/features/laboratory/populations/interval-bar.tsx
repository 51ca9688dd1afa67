import type { PopulationMethod } from "@tracewater/contract/laboratory/populations";

const width = 200;
const edge = 6;

/** An estimate and its interval on the scale of all methods, from zero. */
export function IntervalBar({ one, top }: { one: PopulationMethod; top: number }) {
  if (one.population === null) return null;
  const x = (value: number) => edge + ((width - 2 * edge) * value) / top;
  const ends = one.low === null || one.high === null ? null : { low: one.low, high: one.high };
  return (
    <svg viewBox={`0 0 ${width} 18`} className="population-bar" aria-hidden="true">
      <line x1={edge} x2={width - edge} y1="9" y2="9" className="population-bar-axis" />
      {ends === null ? null : (
        <line x1={x(ends.low)} x2={x(ends.high)} y1="9" y2="9" className="population-bar-interval" />
      )}
      <circle
        cx={x(one.population)}
        cy="9"
        r="5"
        className={one.isUsed ? "population-bar-used" : "population-bar-point"}
      />
    </svg>
  );
}
