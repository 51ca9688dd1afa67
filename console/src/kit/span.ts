/** A span of time in the one unit that fits it best. */
export type Span = { unit: "seconds" | "minutes" | "hours" | "days"; count: number };

export function spanOf(ms: number): Span {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return { unit: "seconds", count: seconds };
  if (seconds < 3600) return { unit: "minutes", count: Math.floor(seconds / 60) };
  if (seconds < 86_400) return { unit: "hours", count: Math.floor(seconds / 3600) };
  return { unit: "days", count: Math.floor(seconds / 86_400) };
}
