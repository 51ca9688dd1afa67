import {
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "@tracewater/contract/system/passkeys";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import Typography from "antd/es/typography";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { passkeyObstacle, signalPasskeys } from "../../../api/passkey-credential.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { AddPasskey } from "./add-passkey.tsx";

/** One's own passkeys. */
export function PasskeyCard({ onAdded }: { onAdded?: () => void }) {
  const { t } = useTranslation("system-profile");
  const found = useApi(listPasskeys, {}, { handled: true });
  if (found.data === undefined) {
    return (
      <Card title={t("passkey.title")}>
        {found.error === null ? (
          <Loading lines={3} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )}
      </Card>
    );
  }
  const { data: keys, rpId, userHandle } = found.data;
  const onRemoved = (gone: Passkey) => {
    void invalidate(listPasskeys);
    if (userHandle === null) return;
    const left = keys.filter((one) => one.passkeyId !== gone.passkeyId).map((one) => one.credentialId);
    void signalPasskeys({ rpId, userId: userHandle, allAcceptedCredentialIds: left });
  };
  return (
    <Card title={t("passkey.title")} hint={t("password.ends")}>
      <p className="profile-quiet">{t("passkey.text")}</p>
      {keys.length === 0 ? null : (
        <ul className="profile-sessions">
          {keys.map((one) => (
            <OnePasskey key={one.passkeyId} passkey={one} onRemoved={() => onRemoved(one)} />
          ))}
        </ul>
      )}
      <AddOrReason rpId={rpId} onAdded={onAdded} />
    </Card>
  );
}

function AddOrReason({ rpId, onAdded }: { rpId: string; onAdded: (() => void) | undefined }) {
  const { t } = useTranslation("system-profile");
  const obstacle = passkeyObstacle(rpId);
  if (obstacle !== null)
    return <p className="profile-quiet">{t(`passkey.obstacle.${obstacle}`, { name: rpId })}</p>;
  const report = () => showToast({ tone: "success", text: t("passkey.added") });
  return <AddPasskey onDone={onAdded ?? report} />;
}

function OnePasskey({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { t } = useTranslation("system-profile");
  const rename = useApiMutation(renamePasskey);
  const remove = useApiMutation(removePasskey);
  const { passkeyId, name } = passkey;
  const change = (typed: string) => {
    const next = typed.trim();
    if (next === "" || next === name) return;
    rename.mutate({ body: { passkeyId, name: next } }, { onSuccess: () => void invalidate(listPasskeys) });
  };
  return (
    <li>
      <KeyRound size={20} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <Typography.Text editable={{ onChange: change, maxLength: 60, tooltip: t("passkey.rename") }}>
          {name}
        </Typography.Text>
        <div className="profile-quiet">
          {t("passkey.since", { at: passkey.createTime })} ·{" "}
          {passkey.lastUsedTime === null
            ? t("passkey.unused")
            : t("passkey.used", { at: passkey.lastUsedTime })}
          {passkey.backedUp ? ` · ${t("passkey.backedUp")}` : ""}
        </div>
      </div>
      <Popconfirm
        title={t("passkey.removeSure", { name })}
        okText={t("passkey.remove")}
        cancelText={t("cancel")}
        onConfirm={() => remove.mutate({ params: { id: passkeyId } }, { onSuccess: onRemoved })}
      >
        <Button type="text" loading={remove.isPending}>
          {t("passkey.remove")}
        </Button>
      </Popconfirm>
    </li>
  );
}
