import { expect, test } from "vitest";
import { defaultSettings, parseSettings } from "./settings-store.ts";

test("nothing chosen, nonsense and other types are the defaults", () => {
  expect(parseSettings(null)).toEqual(defaultSettings);
  expect(parseSettings("{")).toEqual(defaultSettings);
  expect(parseSettings('{"theme":7,"size":"huge","tagsView":"no"}')).toEqual(defaultSettings);
});

test("what fits is taken", () => {
  expect(parseSettings('{"theme":"#0b7a6b","size":"mini"}')).toMatchObject({
    theme: "#0b7a6b",
    size: "mini",
  });
});
