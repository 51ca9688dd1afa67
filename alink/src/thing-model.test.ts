import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { thingModel } from "./thing-model.ts";
import { checkValue, keepUnmodelled } from "./value-check.ts";

const shipped = JSON.parse(
  readFileSync(new URL("../../data/thing-models/waterSample.json", import.meta.url), "utf8"),
);

test("the shipped water sampler model is a valid thing model with unique identifiers", () => {
  const model = thingModel.parse(shipped);
  for (const list of [model.properties, model.events, model.services]) {
    const names = list.map((thing) => thing.identifier);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("a number out of range is kept and told, a wrong type is refused", () => {
  const type = { type: "float", specs: { min: 0, max: 60 } } as const;
  expect(checkValue(type, 61)).toMatchObject({ ok: true, outOfRange: true });
  expect(checkValue(type, "61")).toMatchObject({ ok: false });
  expect(checkValue(type, Number.POSITIVE_INFINITY)).toMatchObject({ ok: false });
});

test("text that PostgreSQL cannot keep is refused, plain or inside a struct", () => {
  expect(checkValue({ type: "text", specs: { length: 10 } }, "a\u0000")).toMatchObject({ ok: false });
  expect(checkValue({ type: "text", specs: { length: 10 } }, "\ud800")).toMatchObject({ ok: false });
  expect(keepUnmodelled({ a: "\ud800" })).toMatchObject({ ok: false });
  expect(keepUnmodelled({ a: "\u0000" })).toMatchObject({ ok: false });
  expect(keepUnmodelled({ a: "\\u0000 and 😀" })).toMatchObject({ ok: true });
});
