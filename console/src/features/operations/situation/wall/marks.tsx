import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { OpenAlarm } from "@tracewater/contract/operations/situation";

/** The shape of each category: a triangle down, disc, square, triangle, diamond and hexagon. */
const categoryShapes: Readonly<Record<AnalyteCategory, string>> = {
  heroin: "M1 2h10L6 11z",
  cocaine: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1z",
  ecstasy: "M2 1.5h8q.5 0 .5.5v8q0 .5-.5.5H2q-.5 0-.5-.5V2q0-.5.5-.5z",
  weed: "M6 1l5 9.5H1z",
  specialK: "M6 .5L11.5 6 6 11.5.5 6z",
  meth: "M6 .6l4.7 2.7v5.4L6 11.4 1.3 8.7V3.3z",
};

export function CategoryMark({ category }: { category: AnalyteCategory }) {
  return (
    <svg className="wall-mark" viewBox="0 0 12 12" aria-hidden="true">
      <path d={categoryShapes[category]} fill={`var(--wall-cat-${category})`} />
    </svg>
  );
}

/** Severity by form: octagon, filled triangle, hollow triangle; an informational alarm is a ring. */
export function SeverityMark({ severity }: { severity: OpenAlarm["severity"] }) {
  return (
    <svg className="wall-mark" viewBox="0 0 12 12" aria-hidden="true">
      {severity === "critical" ? (
        <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z" fill="currentColor" />
      ) : null}
      {severity === "major" ? <path d="M6 .8l5.6 10.4H.4z" fill="currentColor" /> : null}
      {severity === "warning" ? (
        <path d="M6 2l4.6 8.5H1.4z" fill="none" stroke="currentColor" strokeWidth="1.3" />
      ) : null}
      {severity === "info" ? (
        <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.3" />
      ) : null}
    </svg>
  );
}

/** A course with gaps left open; its last point is marked. Decoration: the figures stand next to it. */
export function Spark({ values, colour }: { values: readonly (number | null)[]; colour: string }) {
  const known = values.flatMap((value) => (value === null ? [] : [value]));
  const low = Math.min(...known);
  const range = Math.max(...known) - low || 1;
  const x = (at: number) => 2 + (at * 74) / Math.max(1, values.length - 1);
  const y = (value: number) => 22 - ((value - low) * 18) / range;
  const last = values.at(-1) ?? null;
  return (
    <svg className="wall-spark" viewBox="0 0 80 26" aria-hidden="true">
      {known.length < 2 ? null : (
        <path d={pathOf(values, x, y)} fill="none" stroke={colour} strokeWidth="2" />
      )}
      {last === null ? null : <circle cx={x(values.length - 1)} cy={y(last)} r="3" fill={colour} />}
    </svg>
  );
}

function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, at) => {
      if (value === null) return "";
      const isFirst = at === 0 || values[at - 1] === null;
      return `${isFirst ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join("");
}
