import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type DataType, thingModel } from "./thing-model.ts";
import { checkValue, keepUnmodelled } from "./value-check.ts";

const folder = new URL("../../data/thing-models/", import.meta.url);
const shipped = readdirSync(folder).map(
  (file) => [file, readFileSync(new URL(file, folder), "utf8")] as const,
);

test("the thing models that ship are found", () => expect(shipped.length).toBeGreaterThanOrEqual(5));

test.each(shipped)("%s is a valid thing model with unique identifiers", (_file, text) => {
  const model = thingModel.parse(JSON.parse(text));
  for (const list of [model.properties, model.events, model.services]) {
    const names = list.map((item) => item.identifier);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(model.properties.filter((property) => property.identifier === "workState")).toHaveLength(1);
  expect(new Set(model.properties.map((property) => property.group)).size).toBe(4);
});

test.each(shipped)("%s has names in both languages, and words for each value of an enum", (_file, text) => {
  const model = thingModel.parse(JSON.parse(text));
  const fields = [...model.properties, ...model.events, ...model.services].flatMap(withParts);
  expect(fields.filter((field) => field.name === "" || field.nameZh === "")).toEqual([]);
  expect(fields.filter(({ dataType }) => hasWrongBounds(dataType))).toEqual([]);
  for (const { identifier, dataType } of fields) {
    if (dataType?.type !== "enum" && dataType?.type !== "bool") continue;
    expect(Object.keys(dataType.names ?? {}), identifier).toEqual(Object.keys(dataType.specs));
  }
});

type Named = { identifier: string; name: string; nameZh: string; dataType?: DataType };

function withParts(item: Named & { inputData?: Named[]; outputData?: Named[] }): Named[] {
  return [item, ...(item.inputData ?? []), ...(item.outputData ?? []), ...partsOf(item.dataType)];
}

function partsOf(type: DataType | undefined): Named[] {
  if (type?.type === "struct") return type.specs.flatMap(withParts);
  return type?.type === "array" ? partsOf(type.specs.item) : [];
}

function hasWrongBounds(type: DataType | undefined): boolean {
  if (type?.type !== "int" && type?.type !== "float" && type?.type !== "double") return false;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step = 1 } = type.specs;
  return min >= max || step <= 0;
}

test("a number out of range is kept and reported, a wrong type is refused", () => {
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
