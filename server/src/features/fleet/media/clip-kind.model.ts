/** What a clip is by its first bytes, and the one reader of ffmpeg that may look at it: playlists are never read. */
export type ClipKind = { demuxer: "mov" | "matroska" | "mpegts" | "avi"; extension: string; type: string };

/** Null for what is no clip of a known kind, whatever its name says. Needs the first 400 bytes. */
export function clipKindOf(head: Buffer): ClipKind | null {
  // ISO/IEC 14496-12, 4.3: the file type box comes first.
  if (head.toString("latin1", 4, 8) === "ftyp") {
    return head.toString("latin1", 8, 12) === "qt  "
      ? { demuxer: "mov", extension: "mov", type: "video/quicktime" }
      : { demuxer: "mov", extension: "mp4", type: "video/mp4" };
  }
  // RFC 8794: the EBML header; the document's type is within its first bytes.
  if (head.readUInt32BE(0) === 0x1a45dfa3) {
    return head.subarray(0, 64).includes("webm")
      ? { demuxer: "matroska", extension: "webm", type: "video/webm" }
      : { demuxer: "matroska", extension: "mkv", type: "video/x-matroska" };
  }
  // ISO/IEC 13818-1: a sync byte every 188 bytes.
  if ([0, 188, 376].every((at) => head[at] === 0x47)) {
    return { demuxer: "mpegts", extension: "ts", type: "video/mp2t" };
  }
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "AVI ") {
    return { demuxer: "avi", extension: "avi", type: "video/x-msvideo" };
  }
  return null;
}
