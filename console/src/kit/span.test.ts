import { expect, test } from "vitest";
import { spanOf } from "./span.ts";

test.each([
  [-5_000, "seconds", 0],
  [59_999, "seconds", 59],
  [60_000, "minutes", 1],
  [3_600_000, "hours", 1],
  [86_400_000 * 3, "days", 3],
] as const)("%d ms are in %s", (ms, unit, count) => expect(spanOf(ms)).toEqual({ unit, count }));
