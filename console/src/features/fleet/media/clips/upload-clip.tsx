import { useMutation } from "@tanstack/react-query";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { listClips, uploadClip } from "@tracewater/contract/fleet/media";
import Button from "antd/es/button";
import { Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { sendFile } from "../../../../api/file-calls.ts";
import { invalidate } from "../../../../api/use-api.ts";

/** Hands in a clip that somebody took at the device. */
export function UploadClip({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) =>
      sendFile(uploadClip, { params: { family: device.typeKey, id: device.id } }, file),
    onSuccess: () => invalidate(listClips),
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    if (file !== undefined) send.mutate(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="video/*,.mkv,.ts,.avi"
        aria-label={t("clips.upload")}
        onChange={choose}
      />
      <Button icon={<Upload size={15} />} loading={send.isPending} onClick={() => input.current?.click()}>
        {t(send.isPending ? "clips.uploading" : "clips.upload")}
      </Button>
    </>
  );
}
