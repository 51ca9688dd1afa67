import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { localeCodes } from "@tracewater/contract/locales";
import { describe, expect, test } from "vitest";
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

describe.each(localeCodes)("the language %s", (code) => {
  test.each(english)("has the keys of %s", (path) => {
    expect(readKeys(path.replace(/en\.json$/, `${code}.json`))).toEqual(readKeys(path));
  });

  test("loads what the shell and the walls say", () => {
    for (const folder of ["app/i18n", "app/wall"]) {
      const other = readFileSync(join(source, folder, `texts-${code}.ts`), "utf8");
      const own = readFileSync(join(source, folder, "texts-en.ts"), "utf8");
      expect(other.replaceAll(`${code}.json`, "en.json")).toBe(own);
    }
  });
});

test("a folder below features gives its path as the namespace", () => {
  expect(namespaceOf("/src/features/fleet/alarms/locales/en.json")).toBe("fleet-alarms");
  expect(namespaceOf("/src/kit/locales/zh.json")).toBe("kit");
});
