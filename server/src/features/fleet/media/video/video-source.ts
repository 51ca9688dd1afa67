import type { FileHandle } from "node:fs/promises";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import { type AllowedHosts, judgeHost } from "../../../../platform/outbound/outbound-address.ts";
import type { ClipKind } from "../clip-kind.model.ts";
import { openHlsSource } from "./hls-source.ts";
import { openRtspRelay } from "./rtsp-relay.ts";
import type { FfmpegOptions } from "./run-ffmpeg.ts";
import { fileInput } from "./video-tools.ts";

/** Where ffmpeg reads from, with all that it needs for that. */
export type VideoSource = {
  args: readonly string[];
  /** What ffmpeg is given to read. */
  feed: Pick<FfmpegOptions, "input" | "file" | "needsNetwork">;
  isLive: boolean;
  /** What went wrong on the way to it, where that is known. */
  fault(): LocalizedText | null;
  close(): void;
};

/** A live picture is to begin soon: two seconds of it say what it is. */
const quick = ["-threads", "2", "-analyzeduration", "2000000", "-probesize", "1000000", "-fflags", "+genpts"];

/** A camera's stream, through a door of ours that leads nowhere but to it. Judges the address again each time. */
export async function openCameraSource(
  address: string,
  { allowed, uid }: { allowed: AllowedHosts; uid: number },
): Promise<VideoSource> {
  const url = new URL(address);
  if (url.protocol === "rtsp:") {
    const to = await judgeHost(url.hostname, allowed);
    const relay = await openRtspRelay({ ...to, port: Number(url.port || 554), uid });
    const here = address.replace(/^(rtsp:\/\/(?:[^@/]*@)?)[^/?]+/i, `$1127.0.0.1:${relay.port}`);
    return {
      args: [...quick, "-protocol_whitelist", "tcp", "-rtsp_transport", "tcp", "-f", "rtsp", "-i", here],
      feed: { needsNetwork: true },
      isLive: true,
      fault: relay.fault,
      close: relay.close,
    };
  }
  const { format, input, ...hls } = await openHlsSource(address, allowed);
  return {
    ...hls,
    feed: { input },
    args: [...quick, "-protocol_whitelist", "pipe", "-f", format, "-i", "pipe:0"],
    isLive: true,
  };
}

/** A stored clip that is open for ffmpeg. */
export function openClipSource(file: FileHandle, demuxer: ClipKind["demuxer"]): VideoSource {
  return {
    args: fileInput(demuxer),
    feed: { file: file.fd },
    isLive: false,
    fault: () => null,
    close: () => void file.close(),
  };
}
