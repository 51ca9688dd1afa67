import {
  type Canvas,
  type Colour,
  createCanvas,
  drawLine,
  drawText,
  fillDisc,
  fillRect,
  textWidth,
} from "./canvas.ts";

/** What the camera in a sampler's box sees: the ring of bottles from above, how full each is, and the arm. */
export type CarouselView = { fills: readonly number[]; arm: number; doorOpen: boolean; caption: string };

const size = { width: 400, height: 430 };
const middle = 200;
const steel: Colour = [200, 204, 208];

/** The door lets daylight in; else the box's own lamp is all there is. */
export function drawCarousel(view: CarouselView): Canvas {
  const canvas = createCanvas(size.width, size.height, view.doorOpen ? [232, 228, 216] : [32, 40, 46]);
  fillDisc(canvas, { x: middle, y: middle, radius: 186 }, view.doorOpen ? [206, 202, 190] : [52, 62, 70]);
  for (const [place, fill] of view.fills.entries()) drawBottle(canvas, place + 1, view.fills.length, fill);
  const end = placeOf(view.arm, view.fills.length, 118);
  drawLine(canvas, { x1: middle, y1: middle, x2: end.x, y2: end.y, width: 6 }, steel);
  fillDisc(canvas, { x: middle, y: middle, radius: 14 }, steel);
  drawText(canvas, view.caption, { x: 12, y: 410, size: 2 }, view.doorOpen ? [70, 74, 78] : [150, 166, 178]);
  return canvas;
}

function drawBottle(canvas: Canvas, slot: number, count: number, fill: number): void {
  const { x, y } = placeOf(slot, count, 150);
  fillDisc(canvas, { x, y, radius: 18 }, [122, 134, 142]);
  fillDisc(canvas, { x, y, radius: 17 }, [244, 246, 247]);
  // Seen from above a fuller bottle shows more of its water between neck and wall.
  if (fill > 0) fillDisc(canvas, { x, y, radius: 17 * Math.sqrt(Math.min(1, fill)) }, [138, 127, 92]);
  const label = String(slot);
  const left = Math.round(x - textWidth(label, 1) / 2);
  drawText(canvas, label, { x: left, y: Math.round(y) - 3, size: 1 }, [20, 24, 28]);
}

function placeOf(slot: number, count: number, radius: number): { x: number; y: number } {
  const angle = ((slot - 1) / count) * 2 * Math.PI;
  return { x: middle + radius * Math.sin(angle), y: middle - radius * Math.cos(angle) };
}

/** What the camera of an evidence box sees: its compartments, and the packages in them. */
export type CompartmentView = { occupied: readonly boolean[]; open: number; caption: string; dark: boolean };

const cell = { width: 118, height: 88, gap: 8 };

/** With the camera blocked there is nothing but the caption that the recorder burns in. */
export function drawCompartments(view: CompartmentView): Canvas {
  const canvas = createCanvas(528, 330, [24, 28, 32]);
  for (const [place, isOccupied] of view.dark ? [] : view.occupied.entries()) {
    const x = 16 + (place % 4) * (cell.width + cell.gap);
    const y = 16 + Math.floor(place / 4) * (cell.height + cell.gap);
    const lit: Colour = view.open === place + 1 ? [226, 214, 172] : [86, 94, 102];
    fillRect(canvas, { x, y, width: cell.width, height: cell.height }, lit);
    if (isOccupied) fillRect(canvas, { x: x + 22, y: y + 24, width: 74, height: 52 }, [178, 146, 98]);
    if (isOccupied) fillRect(canvas, { x: x + 52, y: y + 24, width: 14, height: 52 }, [196, 52, 44]);
    drawText(canvas, String(place + 1), { x: x + 6, y: y + 6, size: 2 }, [236, 240, 244]);
  }
  drawText(canvas, view.caption, { x: 16, y: 308, size: 2 }, [168, 178, 188]);
  return canvas;
}
