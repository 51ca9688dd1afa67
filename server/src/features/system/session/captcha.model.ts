import { PNG } from "pngjs";

/** Letters and digits that are distinguished even when bent. */
const alphabet = "23456789ACDEFHJKMNPRTUVWXY";

/** Each glyph as strokes on a grid 4 wide and 6 high: `x1 y1 x2 y2` in hexadecimal digits. */
const strokes: Record<string, string> = {
  "2": "0141 4143 4303 0306 0646 0101",
  "3": "0141 4146 0343 0646",
  "4": "0103 0343 4146",
  "5": "4101 0103 0343 4346 4606",
  "6": "4101 0106 0646 4643 4303",
  "7": "0141 4116",
  "8": "0141 4146 4606 0601 0343",
  "9": "4303 0301 0141 4146 4606",
  A: "0621 2146 1434",
  C: "4101 0106 0646",
  D: "0106 0131 3143 4345 4536 3606",
  E: "4101 0106 0646 0333",
  F: "4101 0106 0333",
  H: "0106 4146 0343",
  J: "4145 4536 3616 1605",
  K: "0106 4103 0346",
  M: "0601 0123 2341 4146",
  N: "0601 0146 4641",
  P: "0601 0141 4143 4303",
  R: "0601 0141 4143 4303 2346",
  T: "0141 2126",
  U: "0105 0516 1636 3645 4541",
  V: "0126 2641",
  W: "0116 1623 2336 3641",
  X: "0146 4106",
  Y: "0123 4123 2326",
};

const width = 120;
const height = 40;

/** Draws a captcha of four characters; chance comes in as a function of [0, 1). */
export function drawCaptcha(random: () => number): { answer: string; png: Buffer } {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let line = 0; line < 5; line++) {
    drawLine(
      png,
      random() * width,
      random() * height,
      random() * width,
      random() * height,
      0.7,
      [175, 190, 205],
    );
  }
  let answer = "";
  for (let place = 0; place < 4; place++) {
    const letter = alphabet.charAt(Math.floor(random() * alphabet.length));
    answer += letter;
    drawGlyph(png, letter, 10 + place * 27, random);
  }
  return { answer, png: PNG.sync.write(png) };
}

function drawGlyph(png: PNG, letter: string, left: number, random: () => number): void {
  const angle = (random() - 0.5) * 0.7;
  const size = 3.9 + random() * 0.7;
  const top = 4 + random() * 6;
  const ink: Ink = [40 + random() * 40, 70 + random() * 50, 110 + random() * 60];
  const place = (x: number, y: number): [number, number] => {
    const dx = (x - 2) * size;
    const dy = (y - 3.5) * size;
    return [
      left + 10 + dx * Math.cos(angle) - dy * Math.sin(angle),
      top + 14 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  };
  for (const stroke of (strokes[letter] ?? "").split(" ")) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [...stroke].map(Number);
    drawLine(png, ...place(x1, y1), ...place(x2, y2), 1.5, ink);
  }
}

type Ink = [number, number, number];

/** A round-ended stroke with soft edges: each pixel is darkened by how near it is to the line. */
function drawLine(png: PNG, x1: number, y1: number, x2: number, y2: number, radius: number, ink: Ink): void {
  const reach = radius + 1;
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1;
  for (
    let y = Math.max(0, Math.floor(Math.min(y1, y2) - reach));
    y < Math.min(height, Math.max(y1, y2) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(x1, x2) - reach));
      x < Math.min(width, Math.max(x1, x2) + reach);
      x++
    ) {
      const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / lengthSquared));
      const distance = Math.hypot(x - (x1 + along * (x2 - x1)), y - (y1 + along * (y2 - y1)));
      const cover = Math.min(1, Math.max(0, radius + 0.5 - distance));
      if (cover > 0) blend(png, x, y, ink, cover);
    }
  }
}

function blend(png: PNG, x: number, y: number, ink: Ink, cover: number): void {
  const at = (y * width + x) * 4;
  for (let channel = 0; channel < 3; channel++) {
    const old = png.data[at + channel] ?? 255;
    png.data[at + channel] = old + ((ink[channel] ?? 0) - old) * cover;
  }
}
