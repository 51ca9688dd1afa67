import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namespaceOf } from "./namespace-of.ts";

const source = join(import.meta.dirname, "../..");
const english = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith("locales/en.json"),
);

function keysOf(node: unknown, prefix = ""): string[] {
  if (typeof node !== "object" || node === null) return [prefix];
  return Object.entries(node).flatMap(([key, child]) =>
    keysOf(child, prefix === "" ? key : `${prefix}.${key}`),
  );
}

const readKeys = (path: string) => keysOf(JSON.parse(readFileSync(join(source, path), "utf8"))).sort();

test("there are texts", () => expect(english.length).toBeGreaterThan(1));

test.each(english)("%s has the same keys in Chinese", (path) => {
  expect(readKeys(path.replace(/en\.json$/, "zh.json"))).toEqual(readKeys(path));
});

test("a folder below features gives its path as the namespace", () => {
  expect(namespaceOf("/src/features/fleet/alarms/locales/en.json")).toBe("fleet-alarms");
  expect(namespaceOf("/src/kit/locales/zh.json")).toBe("kit");
});
