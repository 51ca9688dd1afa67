import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { getLatestPicture, getPictureFile, type MediaItem } from "@tracewater/contract/fleet/media";
import { Image } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../../../api/live.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";
import { useFile } from "../../../../api/use-file.ts";
import { Card } from "../../../../kit/card.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { PathLink } from "../../../../kit/path-link.tsx";
import { Picture } from "../../../../kit/picture.tsx";
import { DeviceCamera } from "../../../../pickers/video/device-camera.tsx";

/** The device's camera as it plays now. */
export function CameraCard({ device, path }: { device: DeviceDetail; path: string }) {
  const { t } = useTranslation("field-samplers");
  return (
    <Card title={t("look.camera")} extra={<PathLink to={path}>{t("look.recordings")}</PathLink>}>
      <DeviceCamera deviceId={device.id} />
    </Card>
  );
}

/** What the inside of the box looked like last. */
export function SnapshotCard({ device, base }: { device: DeviceDetail; base: string }) {
  const { t } = useTranslation("field-samplers");
  const params = { family: device.typeKey, id: device.id };
  const { data, error, refetch } = useApi(getLatestPicture, { params }, { handled: true });
  useLive([`device:${device.id}`], (event) => {
    const isOver = event.type === "command" && event.command.state === "replied";
    if (isOver || event.type === "event") void invalidate(getLatestPicture);
  });
  return (
    <Card
      title={t("look.snapshot")}
      hint={data?.data === undefined ? undefined : formatMoment(data.data.takenAt)}
      extra={<PathLink to={`${base}/fast_image`}>{t("look.snapshots")}</PathLink>}
    >
      {data === undefined ? (
        error === null ? (
          <Loading lines={5} />
        ) : (
          <ErrorBox error={error} onRetry={() => void refetch()} />
        )
      ) : data.data === undefined ? (
        <EmptyState icon={<Image size={32} strokeWidth={1.3} />} title={t("look.noSnapshot")} />
      ) : (
        <Latest item={data.data} />
      )}
    </Card>
  );
}

function Latest({ item }: { item: MediaItem }) {
  const { t } = useTranslation("field-samplers");
  const file = useFile(getPictureFile, { params: { id: item.id } });
  return (
    <div className="look-snapshot">
      <Picture
        file={file}
        alt={t("look.snapshotOf", { time: formatMoment(item.takenAt) })}
        width={480}
        height={300}
      />
    </div>
  );
}
