import type { ValueType } from "@tracewater/contract/fleet/products";
import { expect, test } from "vitest";
import { digitsOf, printValue, printWithUnit } from "./values.ts";

const labelOf = (option: { name: string }) => option.name;
const float = { type: "float", min: 0, max: 60, step: 0.1, unit: "°C" } as const;

test("prints a number with the places of its step, and its unit", () => {
  expect(printWithUnit(printValue(float, 4.06, labelOf))).toBe("4.1 °C");
  expect(printValue({ ...float, type: "int", step: 1, unit: "dBm" }, -97, labelOf).text).toBe("−97");
  expect(printValue({ ...float, step: 1 }, 2781, labelOf).text).toBe("2,781");
});

test("prints an enum and a truth value by its word, an unknown option by its number", () => {
  const options = [
    { value: 0, key: "closed", name: "Closed", nameZh: "关闭" },
    { value: 1, key: "open", name: "Open", nameZh: "打开" },
  ];
  expect(printValue({ type: "bool", options }, 1, labelOf).text).toBe("Open");
  expect(printValue({ type: "bool", options }, true, labelOf).text).toBe("Open");
  expect(printValue({ type: "enum", options }, 9, labelOf).text).toBe("9");
});

test("prints what is missing or of another type without guessing", () => {
  expect(printValue(float, null, labelOf).text).toBe("—");
  expect(printValue(float, "warm", labelOf).text).toBe("warm");
  expect(printValue(undefined, { a: 1 }, labelOf).text).toBe('{"a":1}');
});

test("prints a position by its members", () => {
  const degree = { type: "double", min: -90, max: 90, step: null, unit: "°" } as const;
  const gps = {
    type: "struct",
    fields: [
      { identifier: "latitude", name: "Latitude", nameZh: "纬度", dataType: degree },
      { identifier: "longitude", name: "Longitude", nameZh: "经度", dataType: degree },
    ],
  } as const;
  const type = { ...gps, fields: [...gps.fields] };
  expect(printValue(type, { latitude: 31.2412, longitude: 121.4873 }, labelOf).text).toBe(
    "31.2412°, 121.4873°",
  );
});

test("prints a list by its elements, and a time as a time", () => {
  const options = [{ value: 0, key: "empty", name: "Empty", nameZh: "空" }];
  const list: ValueType = { type: "array", size: 12, item: { type: "enum", options } };
  expect(printValue(list, [0, 0], labelOf).text).toBe("Empty, Empty");
  expect(printValue({ type: "date" }, Date.UTC(2026, 4, 1), labelOf).text).toMatch(
    /^2026-0[45]-\d\d \d\d:\d\d:00$/,
  );
  expect(printValue({ type: "date" }, "soon", labelOf).text).toBe("soon");
});

test("takes decimal places from the step", () => {
  expect(digitsOf(0.01, "float")).toBe(2);
  expect(digitsOf(1, "double")).toBe(0);
  expect(digitsOf(null, "int")).toBe(0);
  expect(digitsOf(null, "float")).toBeUndefined();
  expect(digitsOf(1e-7, "double")).toBe(7);
});
