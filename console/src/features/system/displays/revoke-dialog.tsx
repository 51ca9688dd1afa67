import { type Display, listDisplays, revokeDisplays } from "@tracewater/contract/system/displays";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

/** The display goes dark at once. */
export function RevokeDialog({ row, onClose }: { row: Display; onClose: () => void }) {
  const { t } = useTranslation("system-displays");
  return (
    <ConfirmDialog
      call={revokeDisplays}
      input={{ params: { ids: String(row.displayId) } }}
      title={t("revoke.title")}
      submit={t("revoke.submit")}
      stale={[listDisplays]}
      done={t("revoke.done", { name: row.name })}
      onClose={onClose}
    >
      {t("revoke.text", { name: row.name })}
    </ConfirmDialog>
  );
}
