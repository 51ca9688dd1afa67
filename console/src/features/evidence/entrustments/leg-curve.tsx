import { getItemFile } from "@tracewater/contract/evidence/item-files";
import { useEffect, useState } from "react";
import { z } from "zod";
import { useFile } from "../../../api/use-file.ts";

const curve = z.object({
  readings: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
type Readings = z.infer<typeof curve>["readings"];

const width = 640;
const height = 120;

/** The curve of a leg as its file has it, with the limits as lines; the numbers are written beside it. */
export function LegCurve(props: { fileId: number; low: number | null; high: number | null; label: string }) {
  const { low, high } = props;
  const file = useFile(getItemFile, { params: { id: props.fileId } });
  const readings = useReadings(file.state === "ready" ? file.blob : null);
  if (readings.length < 2) return null;
  const [first] = readings[0] ?? [0];
  const [last] = readings.at(-1) ?? [1];
  const limits = [low, high].filter((one) => one !== null);
  const bottom = Math.min(...readings.map(([, min]) => min), ...limits) - 1;
  const top = Math.max(...readings.map(([, , , max]) => max), ...limits) + 1;
  const x = (at: number) => ((at - first) / Math.max(1, last - first)) * width;
  const y = (value: number) => height - ((value - bottom) / (top - bottom)) * height;
  const line = (of: (one: Readings[number]) => number) =>
    readings.map((one) => `${x(one[0]).toFixed(1)},${y(of(one)).toFixed(1)}`).join(" ");
  return (
    <svg className="leg-curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label}>
      {limits.map((limit) => (
        <g key={limit}>
          <line className="leg-limit" x1={0} x2={width} y1={y(limit)} y2={y(limit)} />
          <text x={width - 4} y={y(limit) - 4} textAnchor="end">
            {limit} °C
          </text>
        </g>
      ))}
      <polyline points={line(([, , mean]) => mean)} />
    </svg>
  );
}

function useReadings(blob: Blob | null): Readings {
  const [readings, setReadings] = useState<Readings>([]);
  useEffect(() => {
    let isShown = true;
    void blob?.text().then((text) => {
      if (isShown) setReadings(curve.safeParse(JSON.parse(text)).data?.readings ?? []);
    });
    return () => {
      isShown = false;
    };
  }, [blob]);
  return readings;
}
