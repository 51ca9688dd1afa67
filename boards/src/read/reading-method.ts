import type { ChannelName } from "../decode/picture.ts";

/**
 * What "signal" means for a lot; a curve holds for one meaning only. B is the level of the membrane next to a line, I
 * the level in it, both of one channel: codedDrop 1 - I/B of the stored levels, linearDrop the same in linear light
 * (sRGB, IEC 61966-2-1), opticalDensity log10(B/I) in linear light, emission (I - B)/255 of the stored levels.
 */
export type Signal = "codedDrop" | "linearDrop" | "opticalDensity" | "emission";

/** competitive: a strong T line is negative; turnOn: a strong T line is positive. */
export type Polarity = "competitive" | "turnOn";

/** The camera sees the board in a fixture: the window and the lines are always in the same places. */
export interface WindowLayout {
  readonly kind: "window";
  /** The window of the membrane as fractions of the picture's width and height. */
  readonly window: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** From C to T: to the right, or down. */
  readonly flow: "right" | "down";
  /** Places of the lines and their width (FWHM) as fractions of the window along the flow. */
  readonly c: number;
  readonly t: number;
  readonly lineWidth: number;
}

/** A loose strip, C at the top: its edges are found in the picture. Lengths are in widths of the strip. */
export interface StripLayout {
  readonly kind: "strip";
  /** C is in the upper part of the picture, down to this fraction of its height. */
  readonly cUntil: number;
  /** Where T is below C. */
  readonly t: { readonly from: number; readonly to: number; readonly nominal: number };
  readonly lineWidth: number;
  /** Pixels that the strip has to be wide. */
  readonly minWidth: number;
}

/** How the boards of a type are read from their pictures. */
export interface ReadingMethod {
  readonly polarity: Polarity;
  readonly channel: ChannelName;
  readonly signal: Signal;
  readonly layout: WindowLayout | StripLayout;
  /** quadratic divides the profile by a parabola through the line-free membrane: a lamp brighter in the middle. */
  readonly flatField: "none" | "quadratic";
  /** The least sharpness of the C line (see `LineShape`); a sharp line has 1.4. */
  readonly minSharpness: number;
}

/** A strip that a person drew over the picture: the mid-line from before C to behind T, pixels of the upright picture. */
export interface DrawnRegion {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly width: number;
  /** Places of the lines along the mid-line, 0 to 1. */
  readonly c: number;
  readonly t: number;
  /** Width of a line (FWHM) along the mid-line, 0 to 1. */
  readonly lineWidth: number;
}
