import type { Assay } from "@tracewater/contract/laboratory/assays";
import { categoryOf } from "../../../pickers/drug-category.tsx";

const width = 104;
const height = 20;
const inset = 5;

/** Powers of ten between which all figures of a sample lie. */
export type Decades = { from: number; to: number };

export function decadesOf(rows: readonly Assay[]): Decades {
  const known = rows
    .flatMap((row) => [row.value, row.loq])
    .map(Number)
    .filter((figure) => figure > 0)
    .map(Math.log10);
  if (known.length === 0) return { from: -3, to: 0 };
  const from = Math.floor(Math.min(...known));
  return { from, to: Math.max(from + 1, Math.ceil(Math.max(...known))) };
}

/** The powers of ten over the scale: the first, the last, and one between them where there is room. */
export function StripTicks({ decades }: { decades: Decades }) {
  const span = decades.to - decades.from;
  const shown = Array.from({ length: span + 1 }, (_, at) => at).filter(
    (at) => span <= 3 || at === 0 || at === span || at === Math.round(span / 2),
  );
  return (
    <svg className="assay-strip" width={width} height="14" viewBox={`0 0 ${width} 14`} aria-hidden="true">
      {shown.map((at) => (
        <text
          key={at}
          x={inset + (at / span) * (width - 2 * inset)}
          y="11"
          textAnchor={at === 0 ? "start" : at === span ? "end" : "middle"}
          className="assay-strip-tick"
        >
          {tickText(decades.from + at)}
        </text>
      ))}
    </svg>
  );
}

/** 0.01, 1, 100; powers of ten where that gets long. */
function tickText(power: number): string {
  return power < -4 || power > 4 ? `1e${power}` : String(Number((10 ** power).toPrecision(1)));
}

/** The value with its uncertainty on a log scale, what lies below the LOQ as a band. */
export function Strip({ row, decades }: { row: Assay; decades: Decades }) {
  const x = (figure: number) => {
    const part =
      (Math.log10(Math.max(figure, 10 ** decades.from)) - decades.from) / (decades.to - decades.from);
    return inset + Math.min(1, part) * (width - 2 * inset);
  };
  const loq = row.loq === null ? null : Number(row.loq);
  const value = row.value === null ? null : Number(row.value);
  const colour = `var(--drug-${categoryOf[row.analyte]})`;
  const u = Number(row.uncertainty ?? 0);
  return (
    <svg
      className="assay-strip"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {Array.from({ length: decades.to - decades.from + 1 }, (_, at) => x(10 ** (decades.from + at))).map(
        (at) => (
          <line key={at} x1={at} x2={at} y1="3" y2={height - 3} stroke="var(--line)" />
        ),
      )}
      {loq === null ? null : (
        <>
          <rect x="0" y="4" width={x(loq)} height={height - 8} fill="var(--fill)" />
          <line x1={x(loq)} x2={x(loq)} y1="3" y2={height - 3} stroke="var(--off-dot)" />
        </>
      )}
      {value === null || value === 0 ? null : (
        <>
          {u > 0 ? <Whisker from={x(value - u)} to={x(value + u)} colour={colour} /> : null}
          <circle
            cx={x(value)}
            cy={height / 2}
            r="3.2"
            fill={row.flag === "quantified" ? colour : "var(--surface)"}
            stroke={colour}
            strokeWidth="1.4"
          />
        </>
      )}
    </svg>
  );
}

/** value − U to value + U. */
function Whisker({ from, to, colour }: { from: number; to: number; colour: string }) {
  const middle = height / 2;
  const path = `M${from} ${middle - 4}v8M${from} ${middle}H${to}M${to} ${middle - 4}v8`;
  return <path d={path} fill="none" stroke={colour} strokeWidth="1.6" />;
}
