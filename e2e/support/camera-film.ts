import { writeFile } from "node:fs/promises";
import { encodeQR } from "qr";

const width = 640;
const height = 480;

/** A film (YUV4MPEG2) that shows one QR code, for Chromium's camera that is none. */
export async function writeCodeFilm(file: string, text: string): Promise<void> {
  const code = encodeQR(text, "raw", { border: 4 });
  const scale = Math.floor(height / code.length);
  const luma = Buffer.alloc(width * height, 235);
  for (const [row, modules] of code.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (!isDark) continue;
      for (let y = row * scale; y < (row + 1) * scale; y++) {
        luma.fill(16, y * width + column * scale, y * width + (column + 1) * scale);
      }
    }
  }
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, colours]);
  await writeFile(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
}
