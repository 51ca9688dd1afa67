import { expect, test } from "vitest";
import { fitTabs } from "./fit-tabs.ts";

test("shows all where there is room", () => {
  expect(fitTabs([50, 50, 50], 150, 40, 0)).toEqual({ shown: [0, 1, 2], hidden: [] });
});

test("puts what does not fit into the menu", () => {
  expect(fitTabs([50, 50, 50, 50], 150, 40, 0)).toEqual({ shown: [0, 1], hidden: [2, 3] });
});

test("the chosen tab is always seen", () => {
  expect(fitTabs([50, 50, 50, 60], 150, 40, 3)).toEqual({ shown: [0, 3], hidden: [1, 2] });
  expect(fitTabs([50, 50, 50, 80], 150, 40, 3)).toEqual({ shown: [3], hidden: [0, 1, 2] });
});
