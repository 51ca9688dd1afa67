import {
  listIdentities,
  removeIdentity,
  type SignOnIdentity,
  startBinding,
} from "@tracewater/contract/system/single-sign-on";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import { Link2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";

/** Identities at providers by which one logs in; nothing is shown where no provider is configured. */
export function IdentityCard() {
  const { t } = useTranslation("system-profile");
  const found = useApi(listIdentities, {}, { silent: true });
  const start = useApiMutation(startBinding);
  if (found.data === undefined) return null;
  const { data: identities, providers } = found.data;
  if (identities.length === 0 && providers.length === 0) return null;
  const begin = (provider: string) =>
    start.mutate({ params: { provider } }, { onSuccess: ({ data }) => location.assign(data.url) });
  return (
    <Card title={t("identity.title")}>
      <p className="profile-quiet">{t("identity.text")}</p>
      {identities.length === 0 ? null : (
        <ul className="profile-sessions">
          {identities.map((one) => (
            <OneIdentity key={one.identityId} identity={one} />
          ))}
        </ul>
      )}
      <div className="profile-actions">
        {providers.map(({ key, name }) => (
          <Button key={key} loading={start.isPending} onClick={() => begin(key)}>
            {t("identity.link", { name })}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function OneIdentity({ identity }: { identity: SignOnIdentity }) {
  const { t } = useTranslation("system-profile");
  const remove = useApiMutation(removeIdentity);
  const { identityId: id, providerName, name, createTime, lastUsedTime } = identity;
  return (
    <li>
      <Link2 size={20} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <div>{[providerName, name].filter(Boolean).join(" · ")}</div>
        <div className="profile-quiet">
          {t("passkey.since", { at: createTime })} ·{" "}
          {lastUsedTime === null ? t("passkey.unused") : t("passkey.used", { at: lastUsedTime })}
        </div>
      </div>
      <Popconfirm
        title={t("identity.removeSure", { name: providerName })}
        okText={t("identity.remove")}
        cancelText={t("cancel")}
        onConfirm={() =>
          remove.mutate({ params: { id } }, { onSuccess: () => void invalidate(listIdentities) })
        }
      >
        <Button type="text" loading={remove.isPending}>
          {t("identity.remove")}
        </Button>
      </Popconfirm>
    </li>
  );
}
