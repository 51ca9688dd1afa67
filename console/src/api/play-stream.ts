import { readToken } from "./token.ts";

/** A stream in a `<video>`, until it is let go. */
export type PlayingStream = { stop(): void };

/**
 * Plays an HLS playlist of the server's own in a video element; each part is fetched with the session. The player is
 * loaded with the first video. `onBroken` is reported once, when it cannot go on by itself.
 */
export async function playStream(
  video: HTMLVideoElement,
  playlist: string,
  onBroken: () => void,
): Promise<PlayingStream | "unsupported"> {
  const { default: Hls } = await import("hls.js/light");
  if (!Hls.isSupported()) return "unsupported";
  const hls = new Hls({
    enableWorker: false,
    liveSyncDurationCount: 2,
    maxBufferLength: 20,
    xhrSetup: (request) => request.setRequestHeader("authorization", `Bearer ${readToken() ?? ""}`),
  });
  hls.on(Hls.Events.ERROR, (_name, fault) => {
    if (!fault.fatal) return;
    hls.destroy();
    onBroken();
  });
  hls.loadSource(playlist);
  hls.attachMedia(video);
  return { stop: () => hls.destroy() };
}
