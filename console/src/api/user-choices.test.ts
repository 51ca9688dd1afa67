import { expect, test } from "vitest";
import { defaultChoices, parseChoices } from "./user-choices.ts";

test("what was chosen comes back", () => {
  expect(parseChoices('{"mapTheme":"themeYM","demoMode":true}')).toEqual({
    mapTheme: "themeYM",
    demoMode: true,
    polygonHighlight: false,
  });
});

test.each([null, "", "{", "7", '{"mapTheme":"themeX","demoMode":"yes"}'])("%s is the default", (text) =>
  expect(parseChoices(text)).toEqual(defaultChoices),
);
