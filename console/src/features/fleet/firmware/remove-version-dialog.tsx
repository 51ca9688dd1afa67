import { type Firmware, listFirmware, removeFirmware } from "@tracewater/contract/fleet/firmware";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

export function RemoveVersionDialog({ row, onClose }: { row: Firmware; onClose: () => void }) {
  const { t } = useTranslation("fleet-firmware");
  return (
    <ConfirmDialog
      call={removeFirmware}
      input={{ params: { id: row.id } }}
      title={t("remove.title", { version: row.version })}
      submit={t("remove.submit")}
      stale={[listFirmware]}
      onClose={onClose}
    >
      {t("remove.text", { file: row.fileName })}
    </ConfirmDialog>
  );
}
