import "./video.css";
import type { Frame } from "@tracewater/contract/fleet/cameras";
import Button from "antd/es/button";
import { Maximize, VideoOff } from "lucide-react";
import { type CSSProperties, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type StreamOf, useStream } from "./use-stream.ts";

/** A camera or a clip that plays; with a frame only that part of its picture is shown. */
export function VideoPlayer(props: { of: StreamOf; label: string; frame?: Frame | null }) {
  const { of, label } = props;
  const { t } = useTranslation("pickers");
  const video = useRef<HTMLVideoElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { state, retry } = useStream(of, video);
  const frame = isWhole(props.frame) ? null : props.frame;
  return (
    <div className="video-box" ref={box}>
      <video
        ref={video}
        className="video-picture"
        style={frame ? cropTo(frame) : undefined}
        aria-label={label}
        controls={of.kind === "clip" && frame === null}
        autoPlay
        muted
        playsInline
      />
      {state.state === "playing" ? (
        of.kind === "camera" ? (
          <button
            type="button"
            className="video-full"
            aria-label={t("video.full", { name: label })}
            onClick={() => void box.current?.requestFullscreen()}
          >
            <Maximize size={16} />
          </button>
        ) : null
      ) : state.state === "starting" ? (
        <p className="video-word" role="status">
          {t("video.starting")}
        </p>
      ) : (
        <div className="video-word" role="alert">
          <VideoOff size={28} strokeWidth={1.4} />
          <span>{state.reason || t(`video.${state.fault === "refused" ? "broken" : state.fault}`)}</span>
          <Button size="small" ghost onClick={retry}>
            {t("video.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The part fills the box: the picture is drawn larger by as much, and moved so that its corner is in ours. */
function cropTo({ x, y, width, height }: Frame): CSSProperties {
  return {
    width: `${100 / width}%`,
    height: `${100 / height}%`,
    left: `${(-100 * x) / width}%`,
    top: `${(-100 * y) / height}%`,
    objectFit: "fill",
  };
}

function isWhole(frame: Frame | null | undefined): boolean {
  return !frame || (frame.x === 0 && frame.y === 0 && frame.width === 1 && frame.height === 1);
}
