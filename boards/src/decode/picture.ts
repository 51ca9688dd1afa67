/** A decoded picture, upright and opaque: three channels a pixel, row by row, each 0 to `max` (255 or 65,535). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly max: number;
  readonly data: Uint8Array | Uint16Array;
}

export type ChannelName = "red" | "green" | "blue" | "grey" | "brightest";

const place = { red: 0, green: 1, blue: 2 } as const;

/** One channel of a picture, on the scale 0 to 255 whatever its depth. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly levels: Float32Array;
}

/**
 * Grey is the mean of the three channels; the brightest is the channel with the highest mean over the picture, the
 * one a fluorescent label shines in.
 */
export function toPlane(picture: Picture, channel: ChannelName): Plane {
  const { width, height, data } = picture;
  const scale = 255 / picture.max;
  const levels = new Float32Array(width * height);
  if (channel === "grey") {
    for (let at = 0, from = 0; at < levels.length; at++, from += 3)
      levels[at] = (scale * ((data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + 2] ?? 0))) / 3;
    return { width, height, levels };
  }
  const offset = channel === "brightest" ? brightestOf(picture) : place[channel];
  for (let at = 0; at < levels.length; at++) levels[at] = scale * (data[3 * at + offset] ?? 0);
  return { width, height, levels };
}

function brightestOf({ data }: Picture): number {
  const sums = [0, 0, 0];
  for (let at = 0; at < data.length; at++) sums[at % 3] = (sums[at % 3] ?? 0) + (data[at] ?? 0);
  return sums.indexOf(Math.max(...sums));
}
