import { type ApiKey, listApiKeys, revokeApiKeys } from "@tracewater/contract/system/api-keys";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

/** Programs with this key are turned away from then on. */
export function RevokeDialog({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const { t } = useTranslation("system-api-keys");
  return (
    <ConfirmDialog
      call={revokeApiKeys}
      input={{ params: { ids: String(row.keyId) } }}
      title={t("revoke.title")}
      submit={t("revoke.submit")}
      stale={[listApiKeys]}
      done={t("revoke.done", { name: row.name })}
      onClose={onClose}
    >
      {t("revoke.text", { name: row.name })}
    </ConfirmDialog>
  );
}
