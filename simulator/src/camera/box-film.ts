import { drawCarousel } from "../pictures/box-picture.ts";
import type { Canvas } from "../pictures/canvas.ts";

export const filmSize = { width: 400, height: 430 };
/** Pictures a second: a box is no place where much happens. */
export const filmRate = 2;
const slots = 24;
/** In each position the arm rests so many pictures, while water runs into the bottle beneath it. */
const picturesPerSlot = 3;

export const filmPictures = slots * picturesPerSlot;

/** What the camera in a sampler's box sees while the arm goes round once: bottle after bottle is filled. */
export function* drawBoxFilm(): Generator<Canvas> {
  for (let picture = 0; picture < filmPictures; picture++) {
    const done = picture / picturesPerSlot;
    yield drawCarousel({
      fills: Array.from({ length: slots }, (_, slot) => Math.min(0.85, Math.max(0, done - slot) * 0.85)),
      arm: Math.floor(done) + 1,
      doorOpen: false,
      caption: `4.1 °C  ${String(Math.floor(picture / filmRate)).padStart(2, "0")}:00`,
    });
  }
}
