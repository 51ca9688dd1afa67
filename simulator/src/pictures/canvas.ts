/** A picture that is drawn in memory: shapes in plain colours, 8 bits a channel. */
export type Colour = readonly [red: number, green: number, blue: number];

export type Canvas = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

export function createCanvas(width: number, height: number, ground: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  const canvas = { width, height, pixels };
  fillRect(canvas, { x: 0, y: 0, width, height }, ground);
  return canvas;
}

export function setPixel(canvas: Canvas, x: number, y: number, colour: Colour): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  canvas.pixels.set(colour, (y * canvas.width + x) * 3);
}

export function pixelAt(canvas: Canvas, x: number, y: number): Colour {
  const at = (y * canvas.width + x) * 3;
  return [canvas.pixels[at] ?? 0, canvas.pixels[at + 1] ?? 0, canvas.pixels[at + 2] ?? 0];
}

export type Rect = { x: number; y: number; width: number; height: number };

export function fillRect(canvas: Canvas, rect: Rect, colour: Colour): void {
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) setPixel(canvas, x, y, colour);
  }
}

export function fillDisc(canvas: Canvas, at: { x: number; y: number; radius: number }, colour: Colour): void {
  const reach = Math.ceil(at.radius);
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (x * x + y * y <= at.radius * at.radius)
        setPixel(canvas, Math.round(at.x) + x, Math.round(at.y) + y, colour);
    }
  }
}

/** A straight stroke with round ends. */
export function drawLine(
  canvas: Canvas,
  line: { x1: number; y1: number; x2: number; y2: number; width: number },
  colour: Colour,
): void {
  const steps = Math.max(1, Math.ceil(Math.hypot(line.x2 - line.x1, line.y2 - line.y1)));
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    const x = line.x1 + (line.x2 - line.x1) * share;
    const y = line.y1 + (line.y2 - line.y1) * share;
    fillDisc(canvas, { x, y, radius: line.width / 2 }, colour);
  }
}

/** Rows of five bits each, top to bottom: what a camera burns into its picture needs no more. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "2": [14, 17, 1, 2, 4, 8, 31],
  "3": [31, 2, 4, 2, 1, 17, 14],
  "4": [2, 6, 10, 18, 31, 2, 2],
  "5": [31, 16, 30, 1, 1, 17, 14],
  "6": [6, 8, 16, 30, 17, 17, 14],
  "7": [31, 1, 2, 4, 8, 8, 8],
  "8": [14, 17, 17, 14, 17, 17, 14],
  "9": [14, 17, 17, 15, 1, 2, 12],
  "-": [0, 0, 0, 31, 0, 0, 0],
  ":": [0, 4, 4, 0, 4, 4, 0],
  ".": [0, 0, 0, 0, 0, 12, 12],
  "°": [6, 9, 9, 6, 0, 0, 0],
  C: [14, 17, 16, 16, 16, 17, 14],
  T: [31, 4, 4, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
};

const glyphWidth = 6;

/** Figures and the few letters of a caption; other characters are left blank. */
export function drawText(
  canvas: Canvas,
  text: string,
  at: { x: number; y: number; size: number },
  colour: Colour,
): void {
  for (const [place, letter] of [...text].entries()) {
    for (const [row, bits] of (glyphs[letter] ?? []).entries()) {
      for (let column = 0; column < 5; column++) {
        if (((bits >> (4 - column)) & 1) === 0) continue;
        const x = at.x + (place * glyphWidth + column) * at.size;
        fillRect(canvas, { x, y: at.y + row * at.size, width: at.size, height: at.size }, colour);
      }
    }
  }
}

/** Pixels from the left of its first figure to the right of its last. */
export function textWidth(text: string, size: number): number {
  return ([...text].length * glyphWidth - 1) * size;
}
