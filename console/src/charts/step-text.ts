import { formatNumber } from "../kit/number.ts";

/** `3 min`: the width of the parts of a reduced series, to two digits. */
export function stepText(ms: number): string {
  const [value, unit] =
    ms < 60_000
      ? [ms / 1000, "s"]
      : ms < 3_600_000
        ? [ms / 60_000, "min"]
        : ms < 86_400_000
          ? [ms / 3_600_000, "h"]
          : [ms / 86_400_000, "d"];
  return `${formatNumber(Number(value.toPrecision(2)))} ${unit}`;
}
