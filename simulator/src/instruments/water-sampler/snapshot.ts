import { createHash } from "node:crypto";
import { bottleCapacity, slotCount, volumeIn } from "./carousel.ts";
import { boxTemp } from "./readings.ts";
import { deviceTime, type SamplerState } from "./sampler-state.ts";

export type Snapshot = { svg: string; sha256: string; bytes: number };

/** The picture of the box's camera: the ring of bottles with their fill, the arm, time and temperature. */
export function drawSnapshot(sampler: SamplerState): Snapshot {
  const { carousel } = sampler;
  const bottles = Array.from({ length: slotCount }, (_, n) =>
    drawBottle(n + 1, volumeIn(carousel, n + 1) / bottleCapacity),
  );
  const arm = placeOf(carousel.arm, 108);
  const caption = `${new Date(deviceTime(sampler)).toISOString()}  ${boxTemp(sampler).toFixed(1)} °C`;
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 430" width="400" height="430">',
    `<rect width="400" height="430" fill="${sampler.doorOpen ? "#e8e4d8" : "#20282e"}"/>`,
    ...bottles,
    `<line x1="200" y1="200" x2="${arm.x}" y2="${arm.y}" stroke="#c8ccd0" stroke-width="6"/>`,
    `<text x="12" y="418" font-family="monospace" font-size="14" fill="#9ab">${caption}</text>`,
    "</svg>",
    "",
  ].join("\n");
  const picture = Buffer.from(svg);
  return { svg, sha256: createHash("sha256").update(picture).digest("hex"), bytes: picture.length };
}

function drawBottle(slot: number, share: number): string {
  const { x, y } = placeOf(slot, 150);
  const radius = (18 * Math.sqrt(share)).toFixed(1);
  return [
    `<circle cx="${x}" cy="${y}" r="18" fill="#f4f6f7" stroke="#7a868e"/>`,
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="#8a7f5c"/>`,
    `<text x="${x}" y="${y}" font-size="11" text-anchor="middle" dy="4">${slot}</text>`,
  ].join("");
}

function placeOf(slot: number, radius: number): { x: string; y: string } {
  const angle = ((slot - 1) / slotCount) * 2 * Math.PI;
  return {
    x: (200 + radius * Math.sin(angle)).toFixed(1),
    y: (200 - radius * Math.cos(angle)).toFixed(1),
  };
}
