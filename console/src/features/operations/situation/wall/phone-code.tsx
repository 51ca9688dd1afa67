import encodeQR from "qr";
import { useDeferredValue, useMemo } from "react";
import { siteConfig } from "../../../../kit/site-config.ts";

/** The way from the wall to the proof: a phone that is logged in opens the page behind what is shown. */
export function PhoneCode({ path, label }: { path: string; label: string }) {
  // In a task of its own, after what is read.
  const later = useDeferredValue(path, null);
  const { size, drawn } = useMemo(
    () => (later === null ? none : draw((siteConfig.publicUrl || location.origin) + later)),
    [later],
  );
  return (
    <figure className="wall-code">
      <svg
        viewBox={`-2 -2 ${size + 4} ${size + 4}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#ffffff" />
        <path d={drawn} fill="#000000" />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

const none = { size: 33, drawn: "" };

function draw(text: string): { size: number; drawn: string } {
  // The library draws no symbol without a border: its one ring of cells is cut off.
  const ringed = encodeQR(text, "raw", { border: 1 });
  const rows = ringed.slice(1, -1).map((row) => row.slice(1, -1));
  const cells = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, drawn: cells.join("") };
}
