import type { Camera } from "@tracewater/contract/fleet/cameras";
import Dropdown from "antd/es/dropdown";
import { Cctv, EllipsisVertical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { IconButton } from "../../../../kit/icon-button.tsx";
import { State } from "../../../../kit/state.tsx";
import { VideoPlayer } from "../../../../pickers/video/video-player.tsx";

/** One camera of the wall: its picture, its name and place, and how it is. */
export function CameraTile(props: {
  camera: Camera;
  canPlay: boolean;
  onOpen: (kind: "form" | "remove") => void;
}) {
  const { camera, canPlay, onOpen } = props;
  const { t } = useTranslation("fleet-media");
  const place = [camera.unitName, camera.deviceName].filter(Boolean).join(" · ");
  return (
    <section className="camera-tile" aria-label={camera.name}>
      {camera.kind === "clips" || !canPlay ? (
        <div className="video-box">
          <p className="video-word">
            <Cctv size={28} strokeWidth={1.4} />
            {t(canPlay ? "wall.clipsOnly" : "wall.noFfmpegHere")}
          </p>
        </div>
      ) : (
        <VideoPlayer of={{ kind: "camera", id: camera.id }} label={camera.name} frame={camera.frame} />
      )}
      <footer className="camera-foot">
        <span className="camera-name">{camera.name}</span>
        <span className="camera-place">{place}</span>
        <LiveState camera={camera} />
        <Allowed to="device:camera:edit">
          <Dropdown
            trigger={["click"]}
            menu={{
              items: [
                { key: "form", label: t("wall.change") },
                { key: "remove", label: t("wall.remove"), danger: true },
              ],
              onClick: ({ key }) => onOpen(key === "remove" ? "remove" : "form"),
            }}
          >
            <IconButton label={t("wall.more", { name: camera.name })}>
              <EllipsisVertical size={16} />
            </IconButton>
          </Dropdown>
        </Allowed>
      </footer>
    </section>
  );
}

function LiveState({ camera: { kind, live } }: { camera: Camera }) {
  const { t } = useTranslation("fleet-media");
  if (kind === "clips") return <State tone="off" label={t("kind.clips")} />;
  if (live.state === "running") return <State tone="ok" label={t("wall.running")} />;
  if (live.state === "failed") return <State tone="critical" label={t("wall.failed")} title={live.reason} />;
  return <State tone="off" label={t("wall.idle")} />;
}
