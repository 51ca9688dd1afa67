import { getVideoFrame, recordCamera } from "@tracewater/contract/fleet/cameras";
import { listClips } from "@tracewater/contract/fleet/media";
import Button from "antd/es/button";
import { CircleDot } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../../api/use-api.ts";

const seconds = 15;

/** Records the camera that the device shows, for a quarter of a minute. */
export function RecordNow({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("fleet-media");
  const { data } = useApi(getVideoFrame, { params: { id: deviceId } }, { handled: true });
  const record = useApiMutation(recordCamera);
  const cameraId = data?.data.cameraId ?? null;
  if (cameraId === null || data?.data.url === "") return null;
  return (
    <Button
      icon={<CircleDot size={15} />}
      loading={record.isPending}
      onClick={() =>
        record.mutate(
          { params: { id: cameraId }, body: { seconds } },
          { onSuccess: () => void invalidate(listClips) },
        )
      }
    >
      {t(record.isPending ? "live.recording" : "live.record", { seconds })}
    </Button>
  );
}
