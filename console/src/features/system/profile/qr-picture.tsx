import encodeQR from "qr";

/** A text as a QR code, dark on light in every theme: cameras read it that way round. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  // The library draws no symbol without a border: its one ring of cells is cut off.
  const ringed = encodeQR(text, "raw", { border: 1 });
  const rows = ringed.slice(1, -1).map((row) => row.slice(1, -1));
  const border = 4;
  const size = rows.length + 2 * border;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + border} ${y + border}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className="qr-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
