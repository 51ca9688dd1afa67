import { removeDevices } from "@tracewater/contract/fleet/device-lifecycle";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog } from "../../../../device/dialogs/device-dialog.tsx";
import { type Chosen, namesOf, useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { showToast } from "../../../../kit/toasts.ts";

/** Takes devices off the platform, and says beforehand what that means. */
export function RemoveDialog(props: {
  familyConfig: FamilyConfig;
  chosen: readonly Chosen[];
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { familyConfig, chosen, onClose } = props;
  const { t } = useDeviceTexts();
  const remove = useLifecycleCall(removeDevices, ({ data }) => {
    const said = [
      ...(data.deleted > 0 ? [t("life.deleted", { count: data.deleted })] : []),
      ...(data.retired > 0 ? [t("life.retired", { count: data.retired })] : []),
    ];
    showToast({ tone: "success", text: said.join(" ") });
    props.onRemoved();
    onClose();
  });
  return (
    <DeviceDialog
      title={t("life.remove", { names: namesOf(chosen, (count) => t("life.more", { count })) })}
      lead={t("life.removeLead")}
      okText={t("life.removeOk")}
      danger
      pending={remove.isPending}
      error={remove.error}
      onOk={() =>
        remove.mutate({ params: { family: familyConfig.family, ids: chosen.map((one) => one.id).join(",") } })
      }
      onClose={onClose}
    />
  );
}
