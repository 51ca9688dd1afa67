import { readFileSync } from "node:fs";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { call, type DocExample, functionNames, parseExamples, revive } from "../test/doc-examples.ts";
import { WbeError } from "./wbe-error.ts";

const examples = parseExamples(
  readFileSync(new URL("../../docs/wbe-arithmetic.md", import.meta.url), "utf8"),
);

describe("docs/wbe-arithmetic.md", () => {
  test("shows every function at least once", () => {
    expect(new Set(examples.map((example) => example.function))).toEqual(new Set(functionNames));
  });

  test.each(examples.map((example) => [example.function, example] as const))(
    "%s as worked there",
    (_, example) => {
      const input = revive(example.input);
      if ("error" in example) {
        expect(errorOf(() => call(example.function, input))).toMatchObject(example.error);
      } else {
        expectSame(call(example.function, input), example.result, example.function);
      }
    },
  );
});

// Where a value below zero is a value like any other.
const signed = new Set([
  "zScore.value",
  "zScore.mean",
  "proficiencyClass",
  "responseAt.curve.a",
  "responseAt.curve.b",
  "responseAt.curve.d",
  "concentrationAt.curve.a",
  "concentrationAt.curve.b",
  "concentrationAt.curve.d",
  "concentrationOnLine.line.intercept",
  "compositeQuality.boxTempMax",
]);
const signedLists = ["chartUncertainty.biases.", "badResiduals.residuals."];

describe("a bad number anywhere in an input", () => {
  const good = examples.filter(
    (example): example is Extract<DocExample, { result: unknown }> => "result" in example,
  );

  test.each(good.map((example) => [example.function, example] as const))(
    "of %s is a named error",
    (name, example) => {
      const paths = numberPaths(revive(example.input), []);
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) {
        for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1]) {
          const where = [name, ...path].join(".");
          const isSigned = signed.has(where) || signedLists.some((list) => where.startsWith(list));
          if (bad === -1 && (isSigned || where.endsWith(".z"))) continue;
          const error = errorOf(() => call(name, replaced(revive(example.input), path, bad)));
          expect(error, `${where} = ${bad}`).toBeInstanceOf(WbeError);
        }
      }
    },
  );
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

// Exact decimals digit by digit, doubles to nine digits.
function expectSame(actual: unknown, expected: unknown, where: string): void {
  if (Decimal.isDecimal(actual)) {
    expect(actual.toString(), where).toBe(expected);
  } else if (typeof actual === "number" && typeof expected === "number") {
    expect(Math.abs(actual - expected), where).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
  } else if (
    typeof actual === "object" &&
    actual !== null &&
    typeof expected === "object" &&
    expected !== null
  ) {
    expect(Object.keys(actual).sort(), where).toEqual(Object.keys(expected).sort());
    const inside = new Map<string, unknown>(Object.entries(expected));
    for (const [key, value] of Object.entries(actual)) expectSame(value, inside.get(key), `${where}.${key}`);
  } else {
    expect(actual, where).toEqual(expected);
  }
}

function numberPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === "number" || Decimal.isDecimal(value)) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numberPaths(inner, [...path, key]));
}

function replaced(value: unknown, path: readonly string[], bad: number): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return Decimal.isDecimal(value) ? new Decimal(bad) : bad;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? replaced(inner, rest, bad) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
