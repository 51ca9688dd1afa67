/** The course of a few values, from the least to the largest of them; one value is a dot. Decoration: the numbers stand beside it. */
export function Sparkline(props: {
  values: readonly number[];
  width: number;
  height: number;
  colour: string;
}) {
  const { values, width, height, colour } = props;
  const inset = 3;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const x = (at: number) => inset + (at * (width - 2 * inset)) / Math.max(1, values.length - 1);
  const y = (value: number) => height - inset - ((value - low) * (height - 2 * inset)) / span;
  const last = values.at(-1);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline
        points={values.map((value, at) => `${x(at)},${y(value)}`).join(" ")}
        fill="none"
        stroke={colour}
        strokeWidth="1.5"
      />
      {last === undefined ? null : <circle cx={x(values.length - 1)} cy={y(last)} r="2.4" fill={colour} />}
    </svg>
  );
}
