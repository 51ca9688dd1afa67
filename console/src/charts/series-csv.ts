import type { Panel } from "./chart-panel.ts";
import { layeredPoints } from "./series-shape.ts";

/** The points of all panels as CSV, one line a point: what is drawn can be taken along and checked. */
export function seriesCsv(panels: readonly Panel[], printTime: (at: number) => string): string {
  const lines = panels.flatMap((panel) =>
    layeredPoints(panel).flatMap(([at, value]) =>
      value === null
        ? []
        : [`${printTime(at)},${at},${quoted(panel.identifier)},${value},${quoted(panel.unit)}`],
    ),
  );
  return ["time,epochMs,property,value,unit", ...lines, ""].join("\n");
}

// A cell that begins like a formula is data here, and must not become one in a spreadsheet.
function quoted(text: string): string {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
