import { expect, test } from "vitest";
import { accentSteps } from "./accent-steps.ts";
import { contrast } from "./oklch.ts";

const colours = ["#1890ff", "#ffe600", "#000000", "#ffffff", "#13c2c2", "#d4380d", "#7f7f7f"];

test.each(colours)("%s gives readable steps in both appearances", (colour) => {
  for (const appearance of ["light", "dark"] as const) {
    const steps = accentSteps(colour, appearance);
    expect(contrast(steps["--accent-solid"], "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(steps["--accent-text"], steps["--accent-tint"])).toBeGreaterThanOrEqual(4.5);
  }
});

test("black on white is 21", () => expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5));
