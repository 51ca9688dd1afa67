import { offerPasskeyConfirmation } from "@tracewater/contract/system/passkeys";
import { confirmIdentity } from "@tracewater/contract/system/session";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "../../api/call-api.ts";
import { showPasskey } from "../../api/passkey-credential.ts";

/** Confirms an act with a passkey; `show` gives whether it was accepted, `refused` says why it was not. */
export function usePasskey(act: string) {
  const { t } = useTranslation("app");
  const [isShowing, setShowing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  async function confirm(): Promise<boolean> {
    const { data } = await callApi(offerPasskeyConfirmation, { body: { act } }, { silent: true });
    const shown = await showPasskey(data);
    if (shown === null) {
      setRefused(t("confirmIdentity.cancelled"));
      return false;
    }
    const { id, rawId, response } = shown;
    const passkey = { id, rawId, type: "public-key" as const, response: { ...response } };
    await callApi(confirmIdentity, { body: { act, passkey } }, { silent: true });
    return true;
  }

  async function show(): Promise<boolean> {
    setShowing(true);
    setRefused(null);
    try {
      return await confirm();
    } catch (error) {
      setRefused((error instanceof Error && error.message) || t("failure.network"));
      return false;
    } finally {
      setShowing(false);
    }
  }

  return { isShowing, refused, show };
}
