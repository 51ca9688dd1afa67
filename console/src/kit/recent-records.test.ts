import { expect, test } from "vitest";
import { keepRecent, readRecent } from "./recent-records.ts";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
});
const record = (name: string) => ({
  title: "page.deliveries",
  name,
  path: `/laboratory/delivery?id=${name}`,
});

test("the records opened last come first, each once and at most eight, for each user", () => {
  for (const name of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "5"]) keepRecent("olga", record(name));
  expect(readRecent("olga").map(({ name }) => name)).toEqual(["5", "9", "8", "7", "6", "4", "3", "2"]);
  expect(readRecent("ivan")).toEqual([]);
});

test("what is no record of the console is left out", () => {
  kept.set(
    "tracewater-recent-eve",
    JSON.stringify([{ ...record("1"), path: "//evil.example" }, 7, record("2")]),
  );
  expect(readRecent("eve").map(({ name }) => name)).toEqual(["2"]);
  kept.set("tracewater-recent-eve", "{");
  expect(readRecent("eve")).toEqual([]);
});
