import type { ThingModel } from "@tracewater/alink/thing-model";
import { expect, test } from "vitest";
import waterSample from "../../../../../data/thing-models/waterSample.json" with { type: "json" };
import { diffModels } from "./model-diff.ts";
import { checkModelRules, readModel } from "./model-rules.ts";

const number = (min: number, max: number, unit = "mg") => ({
  type: "float" as const,
  specs: { min, max, unit },
});
const property = (identifier: string, dataType: unknown, more: object = {}) => ({
  ...{ identifier, name: identifier, nameZh: identifier, group: "workStatus", accessMode: "r", dataType },
  ...more,
});
const input = (identifier: string, required: boolean) => ({
  ...{ identifier, name: identifier, nameZh: identifier, required },
  dataType: { type: "text", specs: { length: 10 } },
});
const service = (inputData: unknown[]) => ({
  ...{ identifier: "grab", name: "Grab", nameZh: "采样", callType: "async", inputData, outputData: [] },
});
const model = (properties: unknown[], services: unknown[] = [], events: unknown[] = []): ThingModel =>
  readModel({ version: "1.0.0", properties, services, events });

const kindsOf = (before: ThingModel, after: ThingModel) =>
  diffModels(before, after).map(
    ({ identifier, kind, breaking }) => `${identifier} ${kind}${breaking ? "!" : ""}`,
  );

test.each([
  ["a new property", [], [property("a", number(0, 1))], ["a added"]],
  ["one that is gone", [property("a", number(0, 1))], [], ["a removed!"]],
  ["a smaller range", [property("a", number(0, 9))], [property("a", number(1, 9))], ["a narrowed!"]],
  ["a larger range", [property("a", number(0, 9))], [property("a", number(0, 10))], ["a widened"]],
  ["another unit", [property("a", number(0, 9))], [property("a", number(0, 9, "g"))], ["a unit!"]],
  [
    "a whole number that may have decimals now",
    [property("a", { type: "int", specs: { min: 0, max: 9 } })],
    [property("a", { type: "float", specs: { min: 0, max: 9 } })],
    ["a retyped"],
  ],
  [
    "a number that becomes a text",
    [property("a", number(0, 9))],
    [property("a", { type: "text", specs: { length: 9 } })],
    ["a retyped!"],
  ],
  [
    "an option that is gone",
    [property("a", { type: "enum", specs: { 0: "off", 1: "on" } })],
    [property("a", { type: "enum", specs: { 0: "off", 2: "auto" } })],
    ["a narrowed!"],
  ],
  [
    "a field of a struct that is gone",
    [property("a", { type: "struct", specs: [input("x", false), input("y", false)] })],
    [property("a", { type: "struct", specs: [input("x", false)] })],
    ["a narrowed!"],
  ],
  [
    "a shorter array",
    [property("a", { type: "array", specs: { size: 9, item: number(0, 1) } })],
    [property("a", { type: "array", specs: { size: 8, item: number(0, 1) } })],
    ["a narrowed!"],
  ],
  [
    "one that can be set no more, and has another name",
    [property("a", number(0, 9), { accessMode: "rw" })],
    [property("a", number(0, 9), { name: "A" })],
    ["a readOnly!", "a words"],
  ],
])("reports %s", (_what, before, after, kinds) => {
  expect(kindsOf(model(before), model(after))).toEqual(kinds);
});

test("reports inputs that must be given now, and those that nobody asks for any longer", () => {
  const before = model([], [service([input("volume", false), input("slot", false)])]);
  const after = model([], [service([input("volume", true)])]);
  expect(diffModels(before, after)).toMatchObject([
    { kind: "inputs", breaking: true, after: "volume" },
    { kind: "inputs", breaking: true, before: "slot" },
  ]);
  expect(diffModels(after, after)).toEqual([]);
});

test.each([
  ["version", { version: "new" }],
  ["properties.1.identifier", { properties: [property("a", number(0, 1)), property("a", number(0, 1))] }],
  ["properties.0.identifier", { properties: [property("a b", number(0, 1))] }],
  ["properties.0.dataType.specs.max", { properties: [property("a", number(2, 1))] }],
  ["properties.0.dataType.type", { properties: [property("a", { type: "money" })] }],
  ["properties.0.dataType.specs", { properties: [property("a", { type: "bool", specs: { 0: "no" } })] }],
  ["services.0.identifier", { services: [{ ...service([]), identifier: "property" }] }],
  ["services.0.inputData.1.identifier", { services: [service([input("a", true), input("a", true)])] }],
])("names the field of what is wrong: %s", (field, more) => {
  const given = { version: "1.0.0", properties: [], events: [], services: [], ...more };
  expect(() => readModel(given)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
  );
});

test("finds nothing wrong in what ships", () => {
  expect([...checkModelRules(readModel(waterSample))]).toEqual([]);
});
