import "./media.css";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { DeviceCamera } from "../../../pickers/video/device-camera.tsx";
import { ClipList } from "./clips/clip-list.tsx";
import { RecordNow } from "./clips/record-now.tsx";
import { UploadClip } from "./clips/upload-clip.tsx";
import { FrameButton } from "./frame/frame-button.tsx";
import { usePageDevice } from "./use-page-device.ts";

/** A device's video: its camera now, and the clips and recordings that are kept. */
export default function OpenVideoPage() {
  const device = usePageDevice();
  return device === null ? <Loading lines={8} /> : <Video key={device.id} device={device} />;
}

function Video({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  return (
    <div className="media-page media-video">
      <Card
        title={t("live.title")}
        extra={
          <Allowed to="device:camera:edit">
            <RecordNow deviceId={device.id} />
            <FrameButton device={device} />
          </Allowed>
        }
      >
        <DeviceCamera deviceId={device.id} />
      </Card>
      <Card
        title={t("clips.title")}
        flush
        extra={
          <Allowed to="device:camera:edit">
            <UploadClip device={device} />
          </Allowed>
        }
      >
        <ClipList device={device} />
      </Card>
    </div>
  );
}
