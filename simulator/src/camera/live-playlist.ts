/** A file of the film, and how long it is shown. */
export type FilmPart = { name: string; seconds: number };

/** So many parts are offered at a time, the last one being what is seen now (RFC 8216, 6.2.2). */
const offered = 4;

/** The parts that the playlist of a whole film names. */
export function readFilmParts(playlist: string): FilmPart[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),.*\r?\n(\S+)$/gm)].map(([, seconds = "0", name = ""]) => ({
    name,
    seconds: Number(seconds),
  }));
}

/**
 * The playlist of a live stream that shows the film again and again since 1970: nothing is counted or kept, and after
 * a restart it goes on where it would have been.
 */
export function livePlaylist(parts: readonly FilmPart[], nowMs: number): string {
  const length = parts.reduce((sum, one) => sum + one.seconds, 0);
  if (length <= 0) throw new Error("a film without parts cannot be shown");
  const round = Math.floor(nowMs / 1000 / length);
  let left = nowMs / 1000 - round * length;
  let place = 0;
  for (; place < parts.length - 1 && left >= (parts[place]?.seconds ?? 0); place++) {
    left -= parts[place]?.seconds ?? 0;
  }
  const newest = round * parts.length + place;
  const lines = Array.from({ length: offered }, (_, at) => newest - offered + 1 + at).flatMap((number) => {
    const part = parts[number % parts.length];
    if (part === undefined) return [];
    const isAgain = number % parts.length === 0 ? ["#EXT-X-DISCONTINUITY"] : [];
    return [...isAgain, `#EXTINF:${part.seconds.toFixed(3)},`, part.name];
  });
  const target = Math.ceil(Math.max(...parts.map((one) => one.seconds)));
  const head = ["#EXTM3U", "#EXT-X-VERSION:3", `#EXT-X-TARGETDURATION:${target}`];
  return `${[...head, `#EXT-X-MEDIA-SEQUENCE:${newest - offered + 1}`, ...lines].join("\n")}\n`;
}
