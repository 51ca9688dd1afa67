import { addPasskey, listPasskeys, offerPasskey } from "@tracewater/contract/system/passkeys";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createPasskey } from "../../../api/passkey-credential.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";

/** Adds a passkey under a name; what the browser asks meanwhile is its own. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("system-profile");
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offer = useApiMutation(offerPasskey, { handled: true });
  const add = useApiMutation(addPasskey, { handled: true });

  async function make(): Promise<void> {
    const { data } = await offer.mutateAsync({});
    const credential = await createPasskey(data);
    if (credential === null) return setFault(t("passkey.cancelled"));
    const { id, rawId, response } = credential;
    const body = {
      name: name.trim() || t("passkey.defaultName"),
      credential: { id, rawId, type: "public-key" as const, response: { ...response } },
    };
    await add.mutateAsync({ body });
    setName("");
    await invalidate(listPasskeys);
    onDone();
  }

  const submit = () => {
    setBusy(true);
    setFault(null);
    make()
      .catch((error: unknown) => setFault((error instanceof Error && error.message) || t("failed")))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <div className="profile-actions">
        <Input
          className="profile-key-name"
          aria-label={t("passkey.name")}
          placeholder={t("passkey.namePlaceholder")}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={submit}
        />
        <Button type="primary" icon={<KeyRound size={16} />} loading={isBusy} onClick={submit}>
          {t("passkey.add")}
        </Button>
      </div>
      {fault === null ? null : (
        <p className="profile-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
