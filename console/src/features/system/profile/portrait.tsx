import { useMutation } from "@tanstack/react-query";
import { getPortrait, getProfile, removePortrait, uploadPortrait } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import { Camera, Trash2, User } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useFile } from "../../../api/use-file.ts";
import { Picture } from "../../../kit/picture.tsx";

/** One's picture; without one the initials stand for it everywhere. */
export function Portrait({ avatar }: { avatar: string }) {
  const { t } = useTranslation("system-profile");
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => sendFile(uploadPortrait, {}, file),
    onSuccess: () => invalidate(getProfile),
  });
  const remove = useApiMutation(removePortrait);
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
            if (file !== undefined) send.mutate(file);
          }}
        />
        <Button icon={<Camera size={16} />} loading={send.isPending} onClick={() => input.current?.click()}>
          {t("portrait.choose")}
        </Button>
        {avatar === "" ? null : (
          <Button
            icon={<Trash2 size={16} />}
            loading={remove.isPending}
            onClick={() =>
              void remove.mutateAsync({}).then(
                () => invalidate(getProfile),
                () => undefined,
              )
            }
          >
            {t("portrait.remove")}
          </Button>
        )}
        <span className="profile-quiet">{t("portrait.hint")}</span>
      </div>
    </div>
  );
}

/** A click shows it as large as it was sent. */
function OwnPicture({ name }: { name: string }) {
  const { t } = useTranslation("system-profile");
  const file = useFile(getPortrait, { params: { name } });
  return <Picture file={file} alt={t("portrait.alt")} width={86} height={86} />;
}
