import {
  listUpkeepItems,
  type MaintenanceItem,
  type removeUpkeepItems,
} from "@tracewater/contract/fleet/maintenance-items";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

/** The history of the item goes with it. */
export function RemoveDialog(props: {
  item: MaintenanceItem;
  call: typeof removeUpkeepItems;
  onClose: () => void;
}) {
  const { t } = useTranslation("fleet-upkeep-items");
  const { item } = props;
  return (
    <ConfirmDialog
      call={props.call}
      input={{ params: { ids: String(item.itemId) } }}
      title={t("remove.title", { name: item.name, device: item.deviceName })}
      submit={t("remove.submit")}
      stale={[listUpkeepItems]}
      onClose={props.onClose}
    >
      {t("remove.text")}
    </ConfirmDialog>
  );
}
