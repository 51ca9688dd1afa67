import type { Band } from "./band.ts";
import type { Gate } from "./gate.ts";
import type { Signal } from "./reading-method.ts";

/** The version of what turns pixels into numbers. A change of any figure is a new version. */
export const algorithmVersion = "boards-2";

/** A line of a board. Areas are in signal x line widths, contrast and height in signal. */
export interface LineMeasurement {
  /** Pixels along the band. */
  readonly at: number;
  /** False: too faint to be found, measured at the place where it would be. */
  readonly isFound: boolean;
  readonly area: number;
  /** Standard uncertainty of the area: scatter on the bare membrane and the choice of the base. */
  readonly areaU: number;
  readonly contrast: number;
  readonly contrastU: number;
  /** Contrast over its scatter on the bare membrane. */
  readonly snr: number;
  readonly height: number;
  readonly fwhm: number;
}

/** All that a picture gives without knowing the lot. Null: the strip was not found, or it cannot be measured. */
export interface BoardMeasurement {
  readonly algorithm: string;
  readonly signal: Signal;
  readonly source: "fixture" | "found" | "drawn";
  readonly band: Band | null;
  /** Degrees by which the band or its rows were turned to the lines. */
  readonly angle: number;
  /** Pixels along the band that a line is wide (FWHM), nominal. */
  readonly lineWidth: number;
  readonly c: LineMeasurement | null;
  readonly t: LineMeasurement | null;
  /** Darkness of the bare membrane: 255 less its median level; for emission the level itself. */
  readonly background: number | null;
  readonly gates: readonly Gate[];
  /** Levels 0 to 255 along the band, a value a pixel of it (or of `scale` pixels), and the base beneath the lines. */
  readonly profile: {
    readonly scale: number;
    readonly levels: readonly number[];
    readonly base: readonly number[];
  };
}

/** Whether the picture has to be taken again. */
export function isRefused({ gates }: { gates: readonly Gate[] }): boolean {
  return gates.some(({ verdict }) => verdict === "refuse");
}
