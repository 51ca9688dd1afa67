import { chromatogram, picture, waterBelow, waterLines } from "./water-lines.ts";

/** Drawn once; the colours follow the theme. */
export function WaterPicture() {
  return (
    <svg
      className="water"
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="water-depth" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--water-top)" />
          <stop offset="1" stopColor="var(--water-bottom)" />
        </linearGradient>
        <linearGradient id="water-trace" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--accent)" stopOpacity=".16" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity=".03" />
        </linearGradient>
      </defs>
      <rect width={picture.width} height={picture.height} fill="url(#water-depth)" />
      {waterLines().map((line) => (
        <path
          key={line.path}
          d={line.path}
          fill="none"
          stroke="var(--water-line)"
          strokeOpacity={line.opacity}
        />
      ))}
      <path d={waterBelow()} fill="url(#water-trace)" />
      <path d={chromatogram()} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
