import { listUpkeepItems, type removeUpkeepItems, type UpkeepItem } from "@tracewater/contract/fleet/upkeep";
import { useTranslation } from "react-i18next";
import { SureDialog } from "../../../resource/sure-dialog.tsx";

/** The history of the item goes with it. */
export function RemoveDialog(props: {
  item: UpkeepItem;
  call: typeof removeUpkeepItems;
  onClose: () => void;
}) {
  const { t } = useTranslation("fleet-upkeep-items");
  const { item } = props;
  return (
    <SureDialog
      call={props.call}
      input={{ params: { ids: String(item.itemId) } }}
      title={t("remove.title", { name: item.name, device: item.deviceName })}
      submit={t("remove.submit")}
      stale={[listUpkeepItems]}
      onClose={props.onClose}
    >
      {t("remove.text")}
    </SureDialog>
  );
}
