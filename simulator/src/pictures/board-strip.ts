import { chance } from "../random.ts";
import { type Canvas, type Colour, createCanvas, fillDisc, fillRect, setPixel } from "./canvas.ts";

/** What a board's window shows: the darkness of its lines over the background, 0 to 255. */
export type BoardStrip = {
  c: number;
  t: number;
  background: number;
  seed: number;
  /** Degrees by which the board lies crooked; straight without it. */
  angle?: number;
  /** Fluorescent: the lines shine on a dark membrane. */
  glows?: boolean;
  /** A lamp is mirrored next to the C line. */
  glare?: boolean;
};

export const stripSize = { width: 240, height: 72 };
/** Where the lines are across the window, in pixels, and how wide they blur. */
export const stripLines = { c: 86, t: 154, sigma: 3.4 };

const window = { x: 24, y: 16, width: 192, height: 40 };
const plastic: Colour = [236, 238, 240];

/**
 * The window of a lateral-flow board as the detector's camera sees it: nitrocellulose with grain, a gradient of the
 * lamp, and two lines of colloidal gold whose darkness follows C and T.
 */
export function drawBoardStrip(strip: BoardStrip): Canvas {
  const canvas = createCanvas(stripSize.width, stripSize.height, plastic);
  fillRect(
    canvas,
    { x: window.x - 2, y: window.y - 2, width: window.width + 4, height: window.height + 4 },
    [206, 210, 214],
  );
  for (let y = window.y; y < window.y + window.height; y++) {
    for (let x = window.x; x < window.x + window.width; x++) setPixel(canvas, x, y, membrane(strip, x, y));
  }
  if (strip.glare === true)
    fillDisc(canvas, { x: stripLines.c + 3, y: stripSize.height / 2, radius: 8 }, [255, 255, 255]);
  return canvas;
}

function membrane(strip: BoardStrip, x: number, y: number): Colour {
  const grain = 5 * (chance(strip.seed, 900, y * stripSize.width + x) - 0.5);
  const lamp = -4 * ((x - stripSize.width / 2) / (window.width / 2)) ** 2;
  const white = 246 - strip.background + grain + lamp;
  const lean = ((strip.angle ?? 0) * Math.PI) / 180;
  const [middleX, middleY] = [stripSize.width / 2, stripSize.height / 2];
  const along = middleX + (x - middleX) * Math.cos(lean) + (y - middleY) * Math.sin(lean);
  const dark = strip.c * blur(along - stripLines.c) + strip.t * blur(along - stripLines.t);
  if (strip.glows === true) {
    const level = 16 + 0.5 * strip.background + 0.5 * grain + dark;
    return [toByte(0.9 * level), toByte(0.45 * level), toByte(0.3 * level)];
  }
  // Colloidal gold takes green most, then blue, and lets red pass.
  return [toByte(white - 0.35 * dark), toByte(white - dark), toByte(white - 0.72 * dark)];
}

function blur(distance: number): number {
  return Math.exp(-0.5 * (distance / stripLines.sigma) ** 2);
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
