import { moveDevices } from "@tracewater/contract/fleet/device-lifecycle";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../../device/dialogs/device-dialog.tsx";
import { type Chosen, namesOf, useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { showToast } from "../../../../kit/toasts.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";

/** Moves devices to another unit; what they reported before stays with the old one. */
export function MoveDialog(props: {
  familyConfig: FamilyConfig;
  chosen: readonly Chosen[];
  onClose: () => void;
}) {
  const { familyConfig, chosen, onClose } = props;
  const { t } = useDeviceTexts();
  const units = useEnterpriseUnitOptions();
  const [unitId, setUnitId] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const move = useLifecycleCall(moveDevices, () => {
    showToast({ tone: "success", text: t("life.moved", { count: chosen.length }) });
    onClose();
  });
  const now = new Set(chosen.map((one) => one.unitId));
  const others = units.options.filter((unit) => now.size > 1 || !now.has(unit.value));
  return (
    <DeviceDialog
      title={t("life.move", { names: namesOf(chosen, (count) => t("life.more", { count })) })}
      lead={t("life.moveLead")}
      okText={t("life.moveOk")}
      disabled={unitId === null}
      pending={move.isPending}
      error={move.error}
      onOk={() =>
        unitId !== null &&
        move.mutate({
          params: { family: familyConfig.family },
          body: { ids: chosen.map((one) => one.id), unitId, reason },
        })
      }
      onClose={onClose}
    >
      <DialogField label={t("list.unit")}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          aria-label={t("list.unit")}
          loading={units.loading}
          value={unitId}
          onChange={setUnitId}
          options={others}
        />
      </DialogField>
      <DialogField label={t("life.reason")}>
        <Input maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </DialogField>
    </DeviceDialog>
  );
}
