import { expect, test } from "vitest";
import { rippleRings, sealPicture, wovenBand } from "./seal-lines.ts";

/** The last point of a sector's path, around the centre. */
function endOf(path: string): readonly [x: number, y: number] {
  const [start = "", ...steps] = path.slice(1).split("l");
  const read = (text: string) => text.split(" ").map(Number);
  return [start, ...steps]
    .map(read)
    .reduce<readonly [number, number]>(([x, y], [dx = 0, dy = 0]) => [x + dx, y + dy], [0, 0]);
}

test("each ring of the seal closes: the end of a sector, turned back, is its beginning", () => {
  const rings = [...wovenBand(), ...rippleRings()];
  expect(rings).toHaveLength(64);
  const angle = (2 * Math.PI) / sealPicture.repeats;
  for (const { path } of rings) {
    const [x, y] = endOf(path);
    const turned = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
    const [startX = 0, startY = 0] = /^M(\S+) (\S+?)l/.exec(path)?.slice(1).map(Number) ?? [];
    expect(Math.hypot((turned[0] ?? 0) - startX, (turned[1] ?? 0) - startY), path).toBeLessThan(0.2);
  }
});

test("the rings of the water never cross: each is wholly outside of the one before", () => {
  const radii = rippleRings().map(({ path }) =>
    Math.hypot(...(/^M(\S+) (\S+?)l/.exec(path)?.slice(1).map(Number) ?? [])),
  );
  expect(radii).toEqual([...radii].sort((one, other) => one - other));
});
