/** The span that a chart shows: a length that ends now and moves with it, or two fixed moments. */
export type Span = { kind: "1h" | "6h" | "24h" | "7d" } | { kind: "custom"; begin: number; end: number };

export const spanKinds = ["1h", "6h", "24h", "7d"] as const;

const hour = 3_600_000;
const lengths = { "1h": hour, "6h": 6 * hour, "24h": 24 * hour, "7d": 168 * hour } as const;

/** Begin and end at a moment. Ends are cut to whole minutes, so that a view drawn twice asks once. */
export function spanAt(span: Span, now: number): { begin: number; end: number } {
  if (span.kind === "custom") return { begin: span.begin, end: span.end };
  const end = Math.ceil(now / 60_000) * 60_000;
  return { begin: end - lengths[span.kind], end };
}

/** Reads the span from the address: `span=6h`, or `begin` and `end` in ms. */
export function readSpan(search: URLSearchParams, fallback: Span): Span {
  const begin = Number(search.get("begin"));
  const end = Number(search.get("end"));
  if (Number.isInteger(begin) && Number.isInteger(end) && begin > 0 && end > begin) {
    return { kind: "custom", begin, end };
  }
  const kind = spanKinds.find((name) => name === search.get("span"));
  return kind === undefined ? fallback : { kind };
}

/** The address with another span; everything else in it stays. */
export function writeSpan(search: URLSearchParams, span: Span): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["span", "begin", "end"]) next.delete(name);
  if (span.kind === "custom") {
    next.set("begin", String(span.begin));
    next.set("end", String(span.end));
  } else next.set("span", span.kind);
  return next;
}

/** Chosen properties in the address, `show=boxTemp,flow`, at most six; those the product lacks are left out. */
export function readShown(
  search: URLSearchParams,
  known: readonly string[],
  fallback: readonly string[],
): string[] {
  const asked = search.get("show");
  const wanted = asked === null ? fallback : asked.split(",");
  return [...new Set(wanted)].filter((name) => known.includes(name)).slice(0, maxCharts);
}

export const maxCharts = 6;
