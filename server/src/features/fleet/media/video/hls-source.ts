/*
 * A camera's HLS stream as one stream of bytes. Playlists, keys and segments are fetched here, so that ffmpeg reads
 * from a pipe and opens no address at all.
 */
import { createDecipheriv } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../../platform/app-error.ts";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import type { AllowedHosts } from "../../../../platform/outbound/outbound-address.ts";
import { cameraFault } from "./camera-faults.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";
import {
  maxPlaylistBytes,
  type Part,
  type Playlist,
  readPlaylist,
  type Segment,
} from "./hls-playlist.model.ts";

type MediaPlaylist = Extract<Playlist, { kind: "media" }> & { url: URL };

/** A live stream is joined that many segments before its end (RFC 8216, 6.3.3). */
const fromEnd = 3;
const maxSegmentBytes = 128 * 1024 * 1024;
/** A live camera may lose that many segments in a row. */
const maxLost = 3;
const reloadMs = { min: 500, max: 30_000, timeout: 20_000 };

/** Reads the playlist first: what is wrong with it is thrown before anything runs. */
export async function openHlsSource(address: string, allowed: AllowedHosts) {
  const stop = new AbortController();
  const fetched = createGuardedFetch(allowed, stop.signal);
  let fault: LocalizedText | null = null;
  try {
    const first = await openMedia(fetched, new URL(address), stop.signal);
    const isFragmented = first.segments.some((segment) => segment.map !== null);
    const input = Readable.from(readSegments(fetched, first, stop.signal), { objectMode: false });
    input.on("error", (error) => {
      if (!stop.signal.aborted) fault ??= error instanceof AppError ? error.text : cameraFault.brokeOff;
    });
    return {
      format: isFragmented ? ("mp4" as const) : ("mpegts" as const),
      input,
      fault: () => fault,
      close() {
        stop.abort();
        input.destroy();
      },
    };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

async function load(fetched: GuardedFetch, from: URL): Promise<Playlist & { url: URL }> {
  const { url, bytes } = await fetched.read(from, maxPlaylistBytes);
  const playlist = readPlaylist(bytes.toString("utf8"), url);
  await fetched.judgeAll(playlist.addresses);
  return { ...playlist, url };
}

async function loadMedia(fetched: GuardedFetch, from: URL): Promise<MediaPlaylist> {
  const playlist = await load(fetched, from);
  if (playlist.kind !== "media") throw new AppError("refused", cameraFault.badPlaylist);
  return playlist;
}

/** The media playlist behind an address: itself, or that of its first variant; with a segment at least. */
async function openMedia(fetched: GuardedFetch, address: URL, signal: AbortSignal): Promise<MediaPlaylist> {
  const given = await load(fetched, address);
  let media: MediaPlaylist;
  if (given.kind === "media") media = given;
  else {
    const [variant] = given.variants;
    if (variant === undefined) throw new AppError("refused", cameraFault.badPlaylist);
    media = await loadMedia(fetched, variant);
  }
  for (let tries = 0; media.segments.length === 0 && !media.isEnded && tries < 10; tries++) {
    await delay(reloadMs.min * 2, null, { signal });
    media = await loadMedia(fetched, media.url);
  }
  if (media.segments.length === 0) throw new AppError("refused", cameraFault.noVideo);
  return media;
}

async function* readSegments(fetched: GuardedFetch, first: MediaPlaylist, signal: AbortSignal) {
  let media = first;
  let next = startOf(media);
  let map: Part | null = null;
  let lost = 0;
  let newAt = performance.now();
  for (;;) {
    let isNew = false;
    for (const segment of media.segments) {
      if (segment.sequence < next) continue;
      next = segment.sequence + 1;
      isNew = true;
      try {
        if (segment.map !== null && !isSame(segment.map, map)) yield* bytesOf(fetched, segment.map);
        map = segment.map;
        yield* segmentBytes(fetched, segment);
        lost = 0;
      } catch (error) {
        lost += 1;
        if (media.isEnded || lost > maxLost || signal.aborted || !isLoss(error)) throw error;
      }
    }
    if (media.isEnded) return;
    if (isNew) newAt = performance.now();
    else if (performance.now() - newAt > Math.max(reloadMs.timeout, 3 * media.targetMs))
      throw new AppError("refused", cameraFault.silent);
    const wait = Math.min(Math.max(media.targetMs / (isNew ? 1 : 2), reloadMs.min), reloadMs.max);
    await delay(wait, null, { signal });
    media = await loadMedia(fetched, media.url);
    // A camera that restarted counts from the beginning again.
    if ((media.segments.at(-1)?.sequence ?? next) + 1 < next) next = startOf(media);
  }
}

function startOf({ segments, isEnded }: MediaPlaylist): number {
  return segments.at(isEnded ? 0 : -Math.min(fromEnd, segments.length))?.sequence ?? 0;
}

async function* segmentBytes(fetched: GuardedFetch, segment: Segment): AsyncGenerator<Buffer> {
  if (segment.key === null) return yield* bytesOf(fetched, segment);
  const { bytes } = await fetched.read(segment.key.url, 1024);
  if (bytes.length !== 16) throw new AppError("refused", cameraFault.badPlaylist);
  const decipher = createDecipheriv("aes-128-cbc", bytes, segment.key.iv);
  for await (const part of bytesOf(fetched, segment)) yield decipher.update(part);
  yield decipher.final();
}

async function* bytesOf(fetched: GuardedFetch, { url, range }: Part): AsyncGenerator<Buffer> {
  const { body } = await fetched.open(url, range);
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxSegmentBytes) throw new AppError("refused", cameraFault.largePlaylist);
    yield part;
  }
}

/** What a live stream gets over; an address that may not be opened is not among it. */
function isLoss(error: unknown): boolean {
  return (
    !(error instanceof AppError) || error.text === cameraFault.noStream || error.text === cameraFault.closed
  );
}

function isSame(one: Part, other: Part | null): boolean {
  return other !== null && one.url.href === other.url.href && one.range?.start === other.range?.start;
}
