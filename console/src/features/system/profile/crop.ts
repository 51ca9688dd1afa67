/** How a picture lies under the square that is cut out: the zoom, and what is moved, in sides of the square. */
export type Crop = { zoom: number; x: number; y: number };

export const maxZoom = 4;
const outputPx = 512;

type Size = { width: number; height: number };

/** The picture always covers the square: it cannot be moved or shrunk out of it. */
export function within(crop: Crop, size: Size): Crop {
  const zoom = Math.min(maxZoom, Math.max(1, crop.zoom));
  const shortest = Math.min(size.width, size.height);
  const spare = (side: number) => ((side / shortest) * zoom - 1) / 2;
  const held = (value: number, max: number) => Math.min(max, Math.max(-max, value));
  return { zoom, x: held(crop.x, spare(size.width)), y: held(crop.y, spare(size.height)) };
}

/** The part of the picture in the square, in its own pixels. */
export function sourceOf({ zoom, x, y }: Crop, size: Size) {
  const side = Math.min(size.width, size.height) / zoom;
  return { left: size.width / 2 - side / 2 - x * side, top: size.height / 2 - side / 2 - y * side, side };
}

export function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { left, top, side } = sourceOf(crop, { width: picture.naturalWidth, height: picture.naturalHeight });
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a file of its own, 512 pixels wide; metadata of the camera is not in it. */
export function cutOut(picture: HTMLImageElement, crop: Crop): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = outputPx;
  canvas.height = outputPx;
  draw(canvas, picture, crop);
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], "portrait.png")), "image/png"),
  );
}
