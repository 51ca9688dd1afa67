import { watchCamera, watchClip } from "@tracewater/contract/fleet/cameras";
import { type RefObject, useEffect, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { callApi } from "../../api/call-api.ts";
import { type PlayingStream, playStream } from "../../api/play-stream.ts";

export type StreamOf = { kind: "camera" | "clip"; id: number };

export type StreamState =
  | { state: "starting" }
  | { state: "playing"; mode: "copy" | "transcode" }
  /** `reason` in the server's words; without one the browser or the line is at fault. */
  | { state: "failed"; fault: "refused" | "broken" | "unsupported"; reason: string };

/** Asks for the stream and plays it in the element while the part is on the screen. */
export function useStream(of: StreamOf, element: RefObject<HTMLVideoElement | null>) {
  const { kind, id } = of;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<StreamState>({ state: "starting" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    const stop = new AbortController();
    let playing: PlayingStream | null = null;
    const setStream = (next: StreamState) => {
      if (!stop.signal.aborted) setState(next);
    };
    const begin = async () => {
      const call = kind === "camera" ? watchCamera : watchClip;
      const { data } = await callApi(call, { params: { id } }, { signal: stop.signal, silent: true });
      const video = element.current;
      if (stop.signal.aborted || video === null) return;
      const begun = await playStream(video, data.playlist, () =>
        setStream({ state: "failed", fault: "broken", reason: "" }),
      );
      if (begun === "unsupported") return setStream({ state: "failed", fault: "unsupported", reason: "" });
      if (stop.signal.aborted) return begun.stop();
      playing = begun;
      setStream({ state: "playing", mode: data.mode });
    };
    setState({ state: "starting" });
    begin().catch((error: unknown) => {
      const reason = error instanceof ApiError ? error.message : "";
      setStream({ state: "failed", fault: reason === "" ? "broken" : "refused", reason });
    });
    return () => {
      stop.abort();
      playing?.stop();
    };
  }, [kind, id, attempt]);
  return { state, retry: () => setAttempt((one) => one + 1) };
}
