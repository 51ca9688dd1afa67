import { drawCarousel } from "../../pictures/box-picture.ts";
import { type Picture, toPicture } from "../../pictures/png.ts";
import { bottleCapacity, slotCount, volumeIn } from "./carousel.ts";
import { boxTemp } from "./readings.ts";
import { deviceTime, type SamplerState } from "./sampler-state.ts";

/** The picture of the box's camera: the ring of bottles with their fill, the arm, time and temperature. */
export function takeSnapshot(sampler: SamplerState): Picture {
  const { carousel } = sampler;
  const time = new Date(deviceTime(sampler)).toISOString().slice(0, 19).replace("T", " ");
  return toPicture(
    drawCarousel({
      fills: Array.from({ length: slotCount }, (_, n) => volumeIn(carousel, n + 1) / bottleCapacity),
      arm: carousel.arm,
      doorOpen: sampler.doorOpen,
      caption: `${time}Z  ${boxTemp(sampler).toFixed(1)} °C`,
    }),
  );
}
