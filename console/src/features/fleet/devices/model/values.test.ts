import { expect, test } from "vitest";
import { digitsOf, printValue, printWithUnit } from "./values.ts";

const wordOf = (identifier: string, key: string) => `${identifier}.${key}`;
const float = { type: "float", min: 0, max: 60, step: 0.1, unit: "°C" } as const;

test("prints a number with the places of its step, and its unit", () => {
  expect(printWithUnit(printValue("boxTemp", float, 4.06, wordOf))).toBe("4.1 °C");
  expect(printValue("rssi", { ...float, type: "int", step: 1, unit: "dBm" }, -97, wordOf).text).toBe("−97");
  expect(printValue("flow", { ...float, step: 1 }, 2781, wordOf).text).toBe("2,781");
});

test("prints an enum and a truth value by its word, an unknown option by its number", () => {
  const options = [
    { value: 0, key: "closed" },
    { value: 1, key: "open" },
  ];
  expect(printValue("door", { type: "bool", options }, 1, wordOf).text).toBe("door.open");
  expect(printValue("door", { type: "bool", options }, true, wordOf).text).toBe("door.open");
  expect(printValue("door", { type: "enum", options }, 9, wordOf).text).toBe("9");
});

test("prints what is missing or of another type without guessing", () => {
  expect(printValue("boxTemp", float, null, wordOf).text).toBe("—");
  expect(printValue("boxTemp", float, "warm", wordOf).text).toBe("warm");
  expect(printValue("strange", undefined, { a: 1 }, wordOf).text).toBe('{"a":1}');
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
  expect(printValue("gps", type, { latitude: 31.2412, longitude: 121.4873 }, wordOf).text).toBe(
    "31.2412°, 121.487°",
  );
});

test("takes decimal places from the step", () => {
  expect(digitsOf(0.01, "float")).toBe(2);
  expect(digitsOf(1, "double")).toBe(0);
  expect(digitsOf(null, "int")).toBe(0);
  expect(digitsOf(null, "float")).toBeUndefined();
  expect(digitsOf(1e-7, "double")).toBe(7);
});
