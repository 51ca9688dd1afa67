const [width, height] = [560, 110];
const svg = (tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
};

/** The temperatures of a leg with the limits as dashed lines; null where the file is not such a curve. */
export function curveView(base64: string): SVGElement | null {
  const { format, readings, low, high } = read(base64);
  if (format !== "tracewater-leg" || !isReadings(readings)) return null;
  const limits = [low, high].filter((one) => typeof one === "number");
  const values = [...readings.map(([, , mean = 0]) => mean), ...limits];
  const [bottom, top] = [Math.min(...values) - 1, Math.max(...values) + 1];
  const [from = 0] = readings[0] ?? [];
  const [to = 1] = readings.at(-1) ?? [];
  const y = (value: number) => height - ((value - bottom) / (top - bottom)) * height;
  const points = readings.map(
    ([at = 0, , mean = 0]) => `${((at - from) / Math.max(1, to - from)) * width},${y(mean)}`,
  );
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  const line = { fill: "none", stroke: "currentColor" };
  made.append(svg("polyline", { ...line, points: points.join(" "), "stroke-width": 2 }));
  for (const limit of limits)
    made.append(
      svg("line", { ...line, x1: 0, x2: width, y1: y(limit), y2: y(limit), "stroke-dasharray": "4 4" }),
    );
  return made;
}

function read(base64: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(atob(base64));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isReadings(value: unknown): value is number[][] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((one) => Array.isArray(one) && one.every((part) => typeof part === "number"))
  );
}
