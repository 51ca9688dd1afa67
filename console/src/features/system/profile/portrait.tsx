import { useMutation } from "@tanstack/react-query";
import { getPortrait, getProfile, removePortrait, uploadPortrait } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import { Camera, Trash2, User } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useFile } from "../../../api/use-file.ts";
import { Picture } from "../../../kit/picture.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { CropDialog } from "./crop-dialog.tsx";

/** One's picture; without one the initials stand for it everywhere. */
export function Portrait({ avatar }: { avatar: string }) {
  const { t } = useTranslation("system-profile");
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => sendFile(uploadPortrait, {}, file),
    onSuccess: () => invalidate(getProfile),
  });
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const open = (file: File) =>
    void readPicture(file).then(setPicture, () =>
      showToast({ tone: "error", text: t("portrait.unreadable") }),
    );
  const close = () => {
    if (picture !== null) URL.revokeObjectURL(picture.src);
    setPicture(null);
  };
  return (
    <div className="profile-portrait">
      {avatar === "" ? (
        <span className="profile-picture" aria-hidden="true">
          <User size={40} strokeWidth={1.3} />
        </span>
      ) : (
        <OwnPicture name={avatar.slice(avatar.lastIndexOf("/") + 1)} />
      )}
      <div className="profile-portrait-actions">
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t("portrait.choose")}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file !== undefined) open(file);
          }}
        />
        <Button icon={<Camera size={16} />} loading={send.isPending} onClick={() => input.current?.click()}>
          {t("portrait.choose")}
        </Button>
        {avatar === "" ? null : <RemovePortrait />}
        <span className="profile-quiet">{t("portrait.hint")}</span>
      </div>
      {picture === null ? null : (
        <CropDialog
          picture={picture}
          isSending={send.isPending}
          onCut={(file) => send.mutate(file, { onSuccess: close })}
          onClose={close}
        />
      )}
    </div>
  );
}

function RemovePortrait() {
  const { t } = useTranslation("system-profile");
  const remove = useApiMutation(removePortrait);
  return (
    <Button
      icon={<Trash2 size={16} />}
      loading={remove.isPending}
      onClick={() => remove.mutate({}, { onSuccess: () => void invalidate(getProfile) })}
    >
      {t("portrait.remove")}
    </Button>
  );
}

async function readPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  await picture.decode();
  return picture;
}

/** A click shows it as large as it was sent. */
function OwnPicture({ name }: { name: string }) {
  const { t } = useTranslation("system-profile");
  const file = useFile(getPortrait, { params: { name } });
  return <Picture file={file} alt={t("portrait.alt")} width={86} height={86} />;
}
