import { expect, test } from "vitest";
import { drawBoxFilm, filmPictures, filmSize } from "./box-film.ts";
import { livePlaylist, readFilmParts } from "./live-playlist.ts";

const parts = [
  { name: "part0.ts", seconds: 2 },
  { name: "part1.ts", seconds: 2 },
  { name: "part2.ts", seconds: 1 },
];
const namesOf = (text: string) => text.split("\n").filter((line) => line.endsWith(".ts"));
const sequenceOf = (text: string) => Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]);

test("a film is shown again and again, and its parts are counted on", () => {
  const at = (seconds: number) => livePlaylist(parts, 1_000_000_000_000 + seconds * 1000);
  expect(namesOf(at(0)).at(-1)).toBe("part0.ts");
  expect(namesOf(at(2)).at(-1)).toBe("part1.ts");
  expect(namesOf(at(4))).toEqual(["part2.ts", "part0.ts", "part1.ts", "part2.ts"]);
  expect(namesOf(at(5)).at(-1)).toBe("part0.ts");
  expect([2, 4, 5].map((seconds) => sequenceOf(at(seconds)) - sequenceOf(at(0)))).toEqual([1, 2, 3]);
});

test("the beginning of the film is marked, because its times start again there", () => {
  const lines = livePlaylist(parts, 1_000_000_004_000).split("\n");
  const marks = lines.flatMap((line, place) => (line === "#EXT-X-DISCONTINUITY" ? [lines[place + 2]] : []));
  expect(marks).toEqual(["part0.ts"]);
});

test("the parts are those that the film's own playlist names", () => {
  const playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.000000,\npart0.ts\n#EXTINF:1.5,\npart1.ts\n";
  expect(readFilmParts(playlist)).toEqual([
    { name: "part0.ts", seconds: 2 },
    { name: "part1.ts", seconds: 1.5 },
  ]);
});

test("each picture of the film is another one of the same size", () => {
  const pictures = [...drawBoxFilm()];
  expect(pictures).toHaveLength(filmPictures);
  expect(pictures.every(({ width, height }) => width === filmSize.width && height === filmSize.height)).toBe(
    true,
  );
  const [first, second] = pictures;
  expect(first?.pixels).not.toEqual(second?.pixels);
});
