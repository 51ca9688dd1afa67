import type { StripLayout, WindowLayout } from "./reading-method.ts";

/** How boards lie before the camera. */
export type FixtureName = "handheld" | "strip";

interface Fixture {
  readonly layout: WindowLayout | StripLayout;
  readonly flatField: "none" | "quadratic";
  readonly minSharpness: number;
}

/** The window of the handheld detector, lit by a lamp above its middle; and a strip that lies free, C at the top. */
export const fixtures: Readonly<Record<FixtureName, Fixture>> = {
  handheld: {
    layout: {
      kind: "window",
      window: { x: 24 / 240, y: 16 / 72, width: 192 / 240, height: 40 / 72 },
      flow: "right",
      c: 0.323,
      t: 0.677,
      lineWidth: 0.042,
    },
    flatField: "quadratic",
    minSharpness: 0.85,
  },
  strip: {
    layout: {
      kind: "strip",
      cUntil: 0.42,
      t: { from: 2, to: 3.95, nominal: 3.24 },
      lineWidth: 0.24,
      minWidth: 30,
    },
    flatField: "none",
    minSharpness: 1.2,
  },
};
