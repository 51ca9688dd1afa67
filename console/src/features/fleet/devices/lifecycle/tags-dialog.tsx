import { tagDevices } from "@tracewater/contract/fleet/device-lifecycle";
import Select from "antd/es/select";
import { useState } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../../device/dialogs/device-dialog.tsx";
import { type Chosen, namesOf, useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { showToast } from "../../../../kit/toasts.ts";

/** Gives tags to several devices, or takes them. */
export function TagsDialog(props: {
  familyConfig: FamilyConfig;
  chosen: readonly Chosen[];
  onClose: () => void;
}) {
  const { familyConfig, chosen, onClose } = props;
  const { t } = useDeviceTexts();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const held = [...new Set(chosen.flatMap((one) => one.tags))].sort();
  const tag = useLifecycleCall(tagDevices, () => {
    showToast({ tone: "success", text: t("life.tagged", { count: chosen.length }) });
    onClose();
  });
  return (
    <DeviceDialog
      title={t("life.tag", { names: namesOf(chosen, (count) => t("life.more", { count })) })}
      okText={t("life.tagOk")}
      disabled={add.length + remove.length === 0}
      pending={tag.isPending}
      error={tag.error}
      onOk={() =>
        tag.mutate({
          params: { family: familyConfig.family },
          body: { ids: chosen.map((one) => one.id), add, remove },
        })
      }
      onClose={onClose}
    >
      <DialogField label={t("life.tagAdd")}>
        <Select
          mode="tags"
          aria-label={t("life.tagAdd")}
          tokenSeparators={[",", "，"]}
          maxCount={20}
          value={add}
          onChange={setAdd}
          open={false}
          suffixIcon={null}
        />
      </DialogField>
      {held.length === 0 ? null : (
        <DialogField label={t("life.tagRemove")}>
          <Select
            mode="multiple"
            aria-label={t("life.tagRemove")}
            value={remove}
            onChange={setRemove}
            options={held.map((value) => ({ value, label: value }))}
          />
        </DialogField>
      )}
    </DeviceDialog>
  );
}
