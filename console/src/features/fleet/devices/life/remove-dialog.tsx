import { removeDevices } from "@tracewater/contract/fleet/device-life";
import { showToast } from "../../../../kit/toasts.ts";
import type { FamilyFacts } from "../families/family-facts.ts";
import { useWords } from "../model/words.ts";
import { DeviceDialog } from "./device-dialog.tsx";
import { type Chosen, namesOf, useLifeCall } from "./use-life.ts";

/** Takes devices off the platform, and says beforehand what that means. */
export function RemoveDialog(props: {
  facts: FamilyFacts;
  chosen: readonly Chosen[];
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { facts, chosen, onClose } = props;
  const { t } = useWords();
  const remove = useLifeCall(removeDevices, ({ data }) => {
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
        remove.mutate({ params: { family: facts.family, ids: chosen.map((one) => one.id).join(",") } })
      }
      onClose={onClose}
    />
  );
}
