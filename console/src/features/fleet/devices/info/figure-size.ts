import type { CSSProperties } from "react";

/** Widths of letters in parts of the size of the type, of a wide font: DejaVu Sans, bold for figures. */
const figureWidths: Readonly<Record<string, number>> = { ",": 0.38, ".": 0.38, "−": 0.84, "—": 1 };
const digitWidth = 0.7;
const unitWidths: Readonly<Record<string, number>> = { m: 0.98, M: 0.87, "/": 0.34, "³": 0.41, "²": 0.41 };
const unitWidth = 0.64;
const wideUnit = /[µ%\u2e80-\uffff]/;
/** The size of a unit and the space before it, in px, see `quantity.css`. */
const unitSize = 13;
const unitGap = 4;

/** What a cell needs to set a figure in a size at which the figure and its unit have room, see `device-info.css`. */
export function figureSize(figure: string, unit: string): CSSProperties {
  const ems = sum(figure, (letter) => figureWidths[letter] ?? digitWidth);
  const ofUnit = sum(unit, (letter) => unitWidths[letter] ?? (wideUnit.test(letter) ? 1 : unitWidth));
  const px = unit === "" ? 0 : Math.ceil(ofUnit * unitSize) + unitGap;
  return { "--figure-ems": ems.toFixed(2), "--unit-width": `${px}px` } as CSSProperties;
}

const sum = (text: string, widthOf: (letter: string) => number) =>
  [...text].reduce((width, letter) => width + widthOf(letter), 0);
