/** The picture of the log-in page: water as contour lines, one of which is a chromatogram. Pure geometry. */
export const picture = { width: 880, height: 900 };

const firstLine = 336;
const traceBase = 562;
const step = 20;

/** Retention, height and width of the peaks, in px of the picture. */
const peaks = [
  { at: 264, height: 46, width: 9 },
  { at: 296, height: 25, width: 9 },
  { at: 528, height: 208, width: 10.5 },
  { at: 583, height: 66, width: 11.5 },
  { at: 740, height: 30, width: 14 },
] as const;

export type WaterLine = { path: string; opacity: number };

/** Lines lie closer and calmer towards the horizon. */
export function waterLines(): WaterLine[] {
  const lines: WaterLine[] = [];
  let y = firstLine;
  for (let index = 0; y < picture.height - 6; index += 1) {
    const depth = (y - firstLine) / (picture.height - firstLine);
    lines.push({ path: waveAt(y, 1.2 + depth * 9, index), opacity: 0.1 + depth * 0.42 });
    y += 6.5 + depth * 14 + 3 * Math.sin(index * 1.7);
  }
  return lines;
}

export function chromatogram(): string {
  const yAt = (x: number) => traceBase + 6 * Math.sin(x / 190 + 2.6) - peakAt(x);
  return toPath(yAt, (x) => (peakAt(x) + peakAt(x + step / 2) > 0.2 ? 2 : step / 2));
}

/** The chromatogram, closed along the bottom of the picture. */
export function waterBelow(): string {
  return `${chromatogram()}V${picture.height}H0Z`;
}

function peakAt(x: number): number {
  return peaks.reduce((sum, peak) => sum + peak.height * Math.exp(-(((x - peak.at) / peak.width) ** 2)), 0);
}

function waveAt(y: number, swing: number, index: number): string {
  const phase = index * 0.9;
  return toPath(
    (x) =>
      y +
      swing *
        (0.55 * Math.sin(x / 150 + phase) +
          0.3 * Math.sin(x / 67 - phase * 1.6) +
          0.15 * Math.sin(x / 31 + phase)),
    () => step,
  );
}

/** Steps from point to point, in few letters: the picture is in the page itself. */
function toPath(yAt: (x: number) => number, stepAt: (x: number) => number): string {
  let y = Math.round(yAt(0) * 10);
  let path = `M0 ${y / 10}l`;
  for (let x = 0; x < picture.width; ) {
    const dx = Math.min(stepAt(x), picture.width - x);
    x += dx;
    const next = Math.round(yAt(x) * 10);
    path += `${dx} ${(next - y) / 10} `;
    y = next;
  }
  return path.trimEnd();
}
