import { getVideoFrame } from "@tracewater/contract/fleet/cameras";
import { Cctv } from "lucide-react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { ErrorBox } from "../../kit/error-box.tsx";
import { Loading } from "../../kit/loading.tsx";
import { VideoPlayer } from "./video-player.tsx";

/** The camera that a device shows, playing, in the part of its picture that was chosen; or why there is none. */
export function DeviceCamera({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("pickers");
  const session = useSession();
  const { data, error, refetch } = useApi(getVideoFrame, { params: { id: deviceId } }, { handled: true });
  if (!hasPermission("device:camera:list", session)) return <EmptyState title={t("video.notYours")} />;
  if (data === undefined) {
    return error === null ? <Loading lines={4} /> : <ErrorBox error={error} onRetry={() => void refetch()} />;
  }
  const { enabled, cameraId, cameraName, ...frame } = data.data;
  if (!enabled || cameraId === null) {
    return (
      <EmptyState
        icon={<Cctv size={32} strokeWidth={1.3} />}
        title={t("video.none")}
        text={t("video.noneText")}
      />
    );
  }
  return <VideoPlayer of={{ kind: "camera", id: cameraId }} label={cameraName ?? ""} frame={frame} />;
}
