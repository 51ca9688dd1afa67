import { replaceDevice } from "@tracewater/contract/fleet/device-lifecycle";
import { listDevices } from "@tracewater/contract/fleet/devices";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../../device/dialogs/device-dialog.tsx";
import { type Chosen, useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { showToast } from "../../../../kit/toasts.ts";

/** Another device takes this one's place; this one is retired with its past. */
export function ReplaceDialog(props: { familyConfig: FamilyConfig; device: Chosen; onClose: () => void }) {
  const { familyConfig, device, onClose } = props;
  const { t } = useDeviceTexts();
  const [keyword, setKeyword] = useState("");
  const [byId, setById] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const query = { keyword, pageSize: 50, orderByColumn: "createTime", isAsc: "desc" } as const;
  const devices = useApi(
    listDevices,
    { params: { family: familyConfig.family }, query },
    { keepPrevious: true },
  );
  const others = (devices.data?.rows ?? []).filter((row) => row.id !== device.id);
  const replace = useLifecycleCall(replaceDevice, () => {
    showToast({ tone: "success", text: t("life.replaced", { name: device.deviceName }) });
    onClose();
  });
  return (
    <DeviceDialog
      title={t("life.replace", { name: device.deviceName })}
      lead={t("life.replaceLead", { name: device.deviceName })}
      okText={t("life.replaceOk")}
      danger
      disabled={byId === null}
      pending={replace.isPending}
      error={replace.error}
      onOk={() =>
        byId !== null &&
        replace.mutate({ params: { family: familyConfig.family }, body: { id: device.id, byId, reason } })
      }
      onClose={onClose}
    >
      <DialogField label={t("life.successor")}>
        <Select
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          aria-label={t("life.successor")}
          placeholder={t("life.successorHint")}
          loading={devices.isFetching}
          value={byId}
          onChange={setById}
          options={others.map((row) => ({
            value: row.id,
            label: [row.deviceName, row.nickname, row.pointName ?? t("header.noPoint")]
              .filter((part) => part !== "")
              .join(" · "),
          }))}
        />
      </DialogField>
      <DialogField label={t("life.reason")}>
        <Input maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </DialogField>
    </DeviceDialog>
  );
}
