import { type AllowedHosts, judgeHost } from "../../../../platform/outbound/outbound-address.ts";
import type { Words } from "../../../../platform/words.ts";
import type { ClipKind } from "../clip-kind.model.ts";
import { openHttpGuard } from "./http-guard.ts";
import { openRtspRelay } from "./rtsp-relay.ts";

/** Where ffmpeg reads from, with all that it needs for that. */
export type VideoSource = {
  args: readonly string[];
  env: Record<string, string>;
  isLive: boolean;
  /** What went wrong on the way to it, where that is known. */
  fault(): Words | null;
  close(): void;
};

/** A live picture is to begin soon: two seconds of it say what it is. */
const quick = ["-analyzeduration", "2000000", "-probesize", "1000000", "-fflags", "+genpts"];

/** A camera's stream, through a door of ours that leads nowhere but to it. Judges the address anew each time. */
export async function openCameraSource(address: string, allowed: AllowedHosts): Promise<VideoSource> {
  const url = new URL(address);
  const to = await judgeHost(url.hostname, allowed);
  if (url.protocol === "rtsp:") {
    const relay = await openRtspRelay({ ...to, port: Number(url.port || 554) });
    const here = address.replace(/^(rtsp:\/\/(?:[^@/]*@)?)[^/?]+/i, `$1127.0.0.1:${relay.port}`);
    return {
      args: [
        ...quick,
        "-protocol_whitelist",
        "tcp,rtp,rtsp",
        "-rtsp_transport",
        "tcp",
        "-f",
        "rtsp",
        "-i",
        here,
      ],
      env: {},
      isLive: true,
      fault: relay.fault,
      close: relay.close,
    };
  }
  const guard = await openHttpGuard(allowed);
  return {
    args: [
      ...quick,
      "-protocol_whitelist",
      "http,https,tls,tcp,httpproxy,crypto",
      "-f",
      "hls",
      "-i",
      address,
    ],
    env: { http_proxy: `http://127.0.0.1:${guard.port}` },
    isLive: true,
    fault: guard.fault,
    close: guard.close,
  };
}

export function openClipSource(file: string, demuxer: ClipKind["demuxer"]): VideoSource {
  return {
    args: ["-protocol_whitelist", "file", "-f", demuxer, "-i", `file:${file}`],
    env: {},
    isLive: false,
    fault: () => null,
    close: () => undefined,
  };
}
