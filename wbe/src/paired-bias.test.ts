import { expect, test } from "vitest";
import { pairedBias } from "./paired-bias.ts";

test("the bias of pairs is the mean of their relative differences, with the interval of paired t", () => {
  const found = pairedBias([
    { tested: 11, reference: 10 },
    { tested: 21, reference: 20 },
    { tested: 46, reference: 40 },
  ]);
  // Differences of 10, 5 and 15 %: mean 10, standard deviation 5, t(2) = 4.3027.
  expect(found).toMatchObject({ pairs: 3 });
  expect(found?.percent).toBeCloseTo(10, 10);
  expect(found?.interval?.low).toBeCloseTo(10 - (4.3027 * 5) / Math.sqrt(3), 6);
  expect(found?.interval?.high).toBeCloseTo(10 + (4.3027 * 5) / Math.sqrt(3), 6);
});

test("a single pair has no interval, no pair no bias, and a reference of zero is refused", () => {
  expect(pairedBias([{ tested: 3, reference: 2 }])?.interval).toBeNull();
  expect(pairedBias([])).toBeNull();
  expect(() => pairedBias([{ tested: 3, reference: 0 }])).toThrow();
});
