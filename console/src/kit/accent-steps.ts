import { contrast, hexToOklch, oklchToHex } from "./oklch.ts";

/** The steps of a theme colour, by token. */
export type AccentSteps = Readonly<
  Record<"--accent" | "--accent-solid" | "--accent-text" | "--accent-tint", string>
>;

/** The default colour's steps are in tokens.css, tuned by eye. */
const ground = {
  light: { surface: "#ffffff", tint: { l: 0.96, c: 0.02 } },
  dark: { surface: "#131a22", tint: { l: 0.27, c: 0.05 } },
};

/**
 * Readable steps of any colour: lightness is moved at the same hue until white on the solid step and the
 * text step on its own tint both reach AA (4.5), with a little to spare.
 */
export function accentSteps(colour: string, appearance: "light" | "dark"): AccentSteps {
  const { l, c, h } = hexToOklch(colour);
  const { tint } = ground[appearance];
  const tintHex = oklchToHex({ l: tint.l, c: Math.min(tint.c, c), h });
  const darker = (lightness: number) => oklchToHex({ l: lightness, c, h });
  const solid = firstThat(l, -1, darker, (hex) => contrast(hex, "#ffffff") >= 4.7);
  const text =
    appearance === "light"
      ? firstThat(l, -1, darker, (hex) => contrast(hex, tintHex) >= 4.7 && contrast(hex, "#ffffff") >= 5)
      : firstThat(l, 1, darker, (hex) => contrast(hex, tintHex) >= 5.2);
  const mark = firstThat(l, appearance === "light" ? -1 : 1, darker, (hex) => {
    return contrast(hex, ground[appearance].surface) >= 3;
  });
  return { "--accent": mark, "--accent-solid": solid, "--accent-text": text, "--accent-tint": tintHex };
}

function firstThat(
  from: number,
  direction: 1 | -1,
  colourAt: (lightness: number) => string,
  fits: (hex: string) => boolean,
): string {
  for (let lightness = from; lightness > 0 && lightness < 1; lightness += direction * 0.005) {
    const hex = colourAt(lightness);
    if (fits(hex)) return hex;
  }
  return direction === 1 ? "#ffffff" : "#000000";
}
