import { expect, test } from "vitest";
import { evidenceTheme, type WallTheme, wallThemes } from "./wall-theme.ts";

const minText = 4.5;
const minMark = 3;

test.each(Object.entries<WallTheme>({ ...wallThemes, evidence: evidenceTheme }))(
  "the texts and marks of %s stand out from its ground and its land as WCAG asks",
  (_name, theme) => {
    const grounds = [theme.ground, theme.water, theme.land];
    const lowest = (colour: string, among = grounds) =>
      Math.min(...among.map((ground) => contrastOf(colour, ground)));
    for (const colour of [theme.text, theme.text2]) expect(lowest(colour)).toBeGreaterThanOrEqual(minText);
    // Never on land.
    expect(lowest(theme.text3, [theme.ground, theme.water])).toBeGreaterThanOrEqual(minText);
    const marks = [...Object.values(theme.categories), ...Object.values(theme.states), theme.accent];
    for (const colour of marks) expect([colour, lowest(colour) >= minMark]).toEqual([colour, true]);
    for (const state of [theme.states.major, theme.states.critical])
      expect(contrastOf(theme.onState, state)).toBeGreaterThanOrEqual(minText);
  },
);

/** WCAG 2.2, relative luminance of sRGB. */
function contrastOf(a: string, b: string): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => other - one);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
