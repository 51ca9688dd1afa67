// Whatever goes in, numbers that are no numbers included: a finite result or a named error comes out.

import { readFileSync } from "node:fs";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { call, parseExamples, revive } from "../test/doc-examples.ts";
import { WbeError } from "./wbe-error.ts";

const examples = parseExamples(
  readFileSync(new URL("../../docs/wbe-arithmetic.md", import.meta.url), "utf8"),
);

// Any number at all, the awkward ones often.
const awkward = [Number.NaN, Infinity, -Infinity, -0, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE];
const anyDouble = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 2000 }),
  fc.double({ min: 0, max: 1000, noNaN: true }),
  fc.constantFrom(...awkward),
);
const anyDecimal = fc.oneof(
  anyDouble.map((value) => new Decimal(value)),
  fc.constantFrom("1e9000", "-1e9000", "1e-9000", `0.${"3".repeat(80)}`).map((value) => new Decimal(value)),
);

test.each(examples.map((example, index) => [example.function, index] as const))("%s", (name, index) => {
  const shape = revive(examples[index]?.input);
  fc.assert(
    fc.property(fillings(shape), (input) => {
      let result: unknown;
      try {
        result = call(name, input);
      } catch (error) {
        expect(error).toBeInstanceOf(WbeError);
        return;
      }
      expect(strayNumbers(result, name)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

/** The input with each of its numbers replaced by any other, or left, so that some calls get through. */
function fillings(shape: unknown): fc.Arbitrary<unknown> {
  if (typeof shape === "number") return fc.oneof({ weight: 3, arbitrary: fc.constant(shape) }, anyDouble);
  if (Decimal.isDecimal(shape)) return fc.oneof({ weight: 3, arbitrary: fc.constant(shape) }, anyDecimal);
  if (Array.isArray(shape)) return fc.tuple(...shape.map(fillings));
  if (typeof shape !== "object" || shape === null) return fc.constant(shape);
  return fc.record(Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, fillings(value)])));
}

function strayNumbers(value: unknown, where: string): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${where} = ${value}`];
  if (Decimal.isDecimal(value)) return value.isFinite() ? [] : [`${where} = ${value}`];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => strayNumbers(inner, `${where}.${key}`));
}
