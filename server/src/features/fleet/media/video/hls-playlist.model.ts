/*
 * HLS playlists (RFC 8216) as cameras send them: read strictly, within bounds, and with every address resolved.
 * Nothing of a playlist is passed on, so a line that is not understood here has no effect anywhere.
 */
import { AppError } from "../../../../platform/app-error.ts";
import { cameraFault } from "./camera-faults.ts";

export type ByteRange = { start: number; length: number };
/** Bytes at an address; `range` null for all of them. */
export type Part = { url: URL; range: ByteRange | null };
export type SegmentKey = { url: URL; iv: Buffer | null };
export type Segment = Part & { sequence: number; map: Part | null; key: SegmentKey | null };

/** `addresses` holds every address that the playlist names, those that are never opened too. */
export type Playlist = { addresses: readonly URL[] } & (
  | { kind: "variants"; variants: readonly URL[] }
  | { kind: "media"; segments: readonly Segment[]; targetMs: number; isEnded: boolean }
);

export const maxPlaylistBytes = 1024 * 1024;
const maxEntries = 10_000;
const maxLine = 4096;
/** Attributes with an address: URI itself, and SERVER-URI, X-ASSET-URI, X-ASSET-LIST and their like. */
const addressAttribute = /(?:^|-)(?:URI|URL|LIST)$/;
/** What changes the meaning of addresses or segments and is not supported. */
const refusedTags = ["#EXT-X-DEFINE", "#EXT-X-SKIP"];

/** Throws an AppError that names what is wrong with it. */
export function readPlaylist(text: string, base: URL): Playlist {
  const lines = text.split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "#EXTM3U") throw refused(cameraFault.noPlaylist);
  const addresses: URL[] = [];
  const resolve = (given: string): URL => {
    const url = URL.canParse(given, base.href) ? new URL(given, base) : null;
    if (url === null) throw refused(cameraFault.badPlaylist);
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw refused(cameraFault.scheme(url.protocol));
    if (addresses.push(url) > maxEntries) throw refused(cameraFault.largePlaylist);
    return url;
  };
  const reader = createReader(resolve);
  for (const line of lines) {
    if (line.length > maxLine) throw refused(cameraFault.largePlaylist);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) throw refused(cameraFault.badPlaylist);
    const read = line.trim();
    if (read.startsWith("#EXT")) reader.tag(read);
    else if (read !== "" && !read.startsWith("#")) reader.address(read);
  }
  return { addresses, ...reader.finish() };
}

function createReader(resolve: (given: string) => URL) {
  const variants: URL[] = [];
  const segments: Segment[] = [];
  let sequence = 0;
  let targetMs = 0;
  let isEnded = false;
  let key: SegmentKey | null = null;
  let map: Part | null = null;
  /** What the lines before an address said of it. */
  let next: "nothing" | "variant" | "segment" | "gap" = "nothing";
  let range: ByteRange | null = null;
  let rangeEnd = 0;

  function tag(line: string): void {
    const [name = "", ...rest] = line.split(":");
    const value = rest.join(":");
    if (refusedTags.includes(name)) throw refused(cameraFault.playlistFeature(name.slice(1)));
    if (name === "#EXTINF") next = next === "gap" ? "gap" : "segment";
    else if (name === "#EXT-X-GAP") next = "gap";
    else if (name === "#EXT-X-TARGETDURATION") targetMs = whole(value) * 1000;
    else if (name === "#EXT-X-MEDIA-SEQUENCE") sequence = whole(value);
    else if (name === "#EXT-X-ENDLIST") isEnded = true;
    else if (name === "#EXT-X-BYTERANGE") range = readRange(value, rangeEnd);
    else readAddresses(name, readAttributes(value));
  }

  /** The tags whose value is a list of attributes; addresses in those that are not used here are resolved too. */
  function readAddresses(name: string, attributes: Map<string, string>): void {
    const found = [...attributes].filter(([attribute]) => addressAttribute.test(attribute));
    const urls = new Map(found.map(([attribute, given]) => [attribute, resolve(given)]));
    const url = urls.get("URI");
    if (name === "#EXT-X-STREAM-INF") next = "variant";
    else if (name === "#EXT-X-KEY") key = readKey(attributes, url);
    else if (name === "#EXT-X-MAP" && url !== undefined) {
      const given = attributes.get("BYTERANGE");
      map = { url, range: given === undefined ? null : readRange(given, 0) };
    }
  }

  function address(line: string): void {
    const url = resolve(line);
    if (next === "nothing") throw refused(cameraFault.badPlaylist);
    if (next === "variant") variants.push(url);
    else {
      if (next === "segment") segments.push({ url, range, sequence, map, key: withIv(key, sequence) });
      rangeEnd = range === null ? 0 : range.start + range.length;
      sequence += 1;
    }
    next = "nothing";
    range = null;
  }

  function finish() {
    if (variants.length > 0 && segments.length > 0) throw refused(cameraFault.badPlaylist);
    if (variants.length > 0) return { kind: "variants" as const, variants };
    return { kind: "media" as const, segments, targetMs, isEnded };
  }

  return { tag, address, finish };
}

/** RFC 8216, 4.2: `NAME=value` with commas between, where a value in quotation marks may hold commas. */
function readAttributes(list: string): Map<string, string> {
  const pattern = /([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g;
  return new Map(
    [...list.matchAll(pattern)].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]),
  );
}

function readKey(attributes: Map<string, string>, url: URL | undefined): SegmentKey | null {
  const method = attributes.get("METHOD");
  if (method === "NONE") return null;
  const isPlain = (attributes.get("KEYFORMAT") ?? "identity") === "identity";
  if (method !== "AES-128" || !isPlain || url === undefined)
    throw refused(
      cameraFault.playlistFeature(`EXT-X-KEY ${/^[\w-]{1,20}$/.exec(method ?? "")?.[0] ?? ""}`.trim()),
    );
  const [, iv] = /^0x([0-9a-f]{32})$/i.exec(attributes.get("IV") ?? "") ?? [];
  if (iv === undefined && attributes.has("IV")) throw refused(cameraFault.badPlaylist);
  return { url, iv: iv === undefined ? null : Buffer.from(iv, "hex") };
}

/** RFC 8216, 5.2: without one of its own, the number of the segment. */
function withIv(key: SegmentKey | null, sequence: number): SegmentKey | null {
  if (key === null || key.iv !== null) return key;
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  return { url: key.url, iv };
}

function readRange(value: string, otherwise: number): ByteRange {
  const [, length, start] = /^(\d{1,12})(?:@(\d{1,12}))?$/.exec(value) ?? [];
  if (length === undefined) throw refused(cameraFault.badPlaylist);
  return { length: Number(length), start: start === undefined ? otherwise : Number(start) };
}

function whole(value: string): number {
  const given = /^\s*(\d{1,12})(?:\.\d+)?\s*$/.exec(value)?.[1];
  if (given === undefined) throw refused(cameraFault.badPlaylist);
  return Number(given);
}

function refused(text: AppError["text"]): AppError {
  return new AppError("refused", text);
}
