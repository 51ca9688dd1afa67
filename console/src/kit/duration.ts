import { useKitTranslation } from "./use-kit-translation.ts";

const steps = [
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
  ["seconds", 1000],
] as const;

type DurationPart = { unit: (typeof steps)[number][0]; count: number };

/** A span of time in its largest unit and the one below it, where that is not zero: 2 d 8 h, 21 min. */
export function durationParts(ms: number): DurationPart[] {
  const at = steps.findIndex(([, size]) => ms >= size);
  const [first, second] = at < 0 ? [steps[3]] : [steps[at], steps[at + 1]];
  if (first === undefined) return [];
  const [unit, size] = first;
  const count = Math.max(0, Math.floor(ms / size));
  const rest = second === undefined ? 0 : Math.floor((ms - count * size) / second[1]);
  // Seconds beside minutes are noise.
  return second === undefined || rest === 0 || unit === "minutes"
    ? [{ unit, count }]
    : [
        { unit, count },
        { unit: second[0], count: rest },
      ];
}

/** The same as a text in the user's language. */
export function useDurationText(): (ms: number) => string {
  const t = useKitTranslation();
  return (ms) =>
    durationParts(ms)
      .map(({ unit, count }) => t(`span.${unit}`, { count }))
      .join(" ");
}
