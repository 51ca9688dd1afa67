import { type Ref, useEffect, useEffectEvent, useState } from "react";
import { openReader } from "./read-code.ts";

export type CameraState = "starting" | "reading" | "insecure" | "refused" | "none" | "failed";

const betweenMs = 120;
/** A code that stays in sight is reported again after so long. */
const quietMs = 2500;

/** Shows the camera in a video element and reports each code that it sees; closes the camera when the page leaves. */
export function useCamera(onCode: (code: string) => void): {
  ref: Ref<HTMLVideoElement>;
  state: CameraState;
} {
  // A dialog draws what is in it later than itself.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [state, setState] = useState<CameraState>("starting");
  const emitCode = useEffectEvent(onCode);
  useEffect(() => {
    if (video === null) return;
    const end = new AbortController();
    watch(video, end.signal, setState, (code) => emitCode(code)).catch((error) => {
      if (!end.signal.aborted) setState(stateOf(error));
    });
    return () => end.abort();
  }, [video]);
  return { ref: setVideo, state };
}

async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onState: (state: CameraState) => void,
  emitCode: (code: string) => void,
): Promise<void> {
  // Browsers keep cameras from pages that came over plain HTTP.
  if (navigator.mediaDevices === undefined) return onState("insecure");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  signal.addEventListener("abort", () => {
    for (const track of stream.getTracks()) track.stop();
  });
  if (signal.aborted) {
    for (const track of stream.getTracks()) track.stop();
    return;
  }
  video.srcObject = stream;
  const [read] = await Promise.all([openReader(), video.play()]);
  onState("reading");
  let last = { code: "", at: 0 };
  while (!signal.aborted) {
    const code = (await read(video))?.trim() ?? "";
    const isNew = code !== "" && (code !== last.code || performance.now() - last.at > quietMs);
    if (isNew && !signal.aborted) emitCode(code);
    if (code !== "") last = { code, at: isNew || code !== last.code ? performance.now() : last.at };
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "failed";
}
