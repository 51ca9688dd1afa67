import type { BoardRegion } from "@tracewater/contract/laboratory/board-readings";
import { type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BoardReading } from "./reading-types.ts";

type Handle = "from" | "to" | "c" | "t" | "width";
type Point = readonly [x: number, y: number];

/** Where a person begins to draw: the strip that was found, or the middle of the picture. */
export function firstRegion({ measurement, file }: BoardReading): BoardRegion {
  const { band, c, t, lineWidth } = measurement;
  if (band === null)
    return {
      ...{ from: [0.1 * file.width, file.height / 2], to: [0.9 * file.width, file.height / 2] },
      ...{ width: 0.4 * file.height, c: 0.32, t: 0.68, lineWidth: 0.045 },
    };
  return {
    from: [band.x, band.y],
    to: [band.x + band.ux * band.length, band.y + band.uy * band.length],
    width: band.width,
    c: share(c === null ? 0.32 * band.length : c.at, band.length),
    t: share(t === null ? 0.68 * band.length : t.at, band.length),
    lineWidth: Math.min(0.5, Math.max(0.005, lineWidth / band.length)),
  };
}

function share(at: number, length: number): number {
  return Math.min(1, Math.max(0, at / length));
}

/** The strip with its handles: both ends, the places of C and T, and the width. */
export function RegionEditor(props: { region: BoardRegion; onChange: (region: BoardRegion) => void }) {
  const { region, onChange } = props;
  const { t } = useTranslation("laboratory-boards");
  const frame = useRef<SVGGElement>(null);
  const [held, setHeld] = useState<Handle | null>(null);
  const along = (part: number): Point => [
    region.from[0] + part * (region.to[0] - region.from[0]),
    region.from[1] + part * (region.to[1] - region.from[1]),
  ];
  const length = Math.hypot(region.to[0] - region.from[0], region.to[1] - region.from[1]) || 1;
  const unit: Point = [(region.to[0] - region.from[0]) / length, (region.to[1] - region.from[1]) / length];
  const offsetBy = ([x, y]: Point, across: number): Point => [x + across * unit[1], y - across * unit[0]];
  const handles: Record<Handle, Point> = {
    from: region.from,
    to: region.to,
    c: along(region.c),
    t: along(region.t),
    width: offsetBy(along(0.5), region.width / 2),
  };
  const move = (event: PointerEvent) => {
    const matrix = frame.current?.getScreenCTM();
    if (held === null || matrix === null || matrix === undefined) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onChange(moved(region, held, [x, y], unit, length));
  };
  const corners = [
    offsetBy(region.from, -region.width / 2),
    offsetBy(region.to, -region.width / 2),
    offsetBy(region.to, region.width / 2),
    offsetBy(region.from, region.width / 2),
  ];
  const radius = Math.max(3, length / 60);
  return (
    <g ref={frame} onPointerMove={move} onPointerUp={() => setHeld(null)}>
      <polygon className="board-band" style={{ pointerEvents: "all" }} points={corners.join(" ")} />
      {(["from", "to", "c", "t", "width"] as const).map((name) => (
        <g key={name}>
          <circle
            className="board-handle"
            cx={handles[name][0]}
            cy={handles[name][1]}
            r={radius}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setHeld(name);
            }}
          >
            <title>{t(`region.${name}`)}</title>
          </circle>
          {name === "c" || name === "t" ? (
            <text
              x={handles[name][0]}
              y={handles[name][1] + radius / 2.4}
              textAnchor="middle"
              fontSize={radius * 1.2}
              pointerEvents="none"
            >
              {name.toUpperCase()}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}

function moved(region: BoardRegion, held: Handle, to: Point, unit: Point, length: number): BoardRegion {
  const [dx, dy] = [to[0] - region.from[0], to[1] - region.from[1]];
  if (held === "from") return { ...region, from: [to[0], to[1]] };
  if (held === "to") return { ...region, to: [to[0], to[1]] };
  if (held === "width") return { ...region, width: Math.max(2, 2 * Math.abs(dx * unit[1] - dy * unit[0])) };
  return { ...region, [held]: share(dx * unit[0] + dy * unit[1], length) };
}
