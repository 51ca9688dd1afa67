import { plainClaimCode, readClaimLabel } from "@tracewater/contract/fleet/claim-label";
import { claimDevice } from "@tracewater/contract/fleet/device-lifecycle";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { ScanLine } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../../device/dialogs/device-dialog.tsx";
import { useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import { devicePath } from "../../../../device/families/family-config.ts";
import { familyConfig } from "../../../../device/families/known-families.ts";
import { ScanButton } from "../../../../kit/scan/scan-button.tsx";
import { showToast } from "../../../../kit/toasts.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";

/** Takes a device over by its label: scanned with a hand scanner, which ends with Enter, or a camera, or typed from it. */
export function ClaimDialog({ onClose }: { onClose: () => void }) {
  const { t } = useDeviceTexts();
  const navigate = useNavigate();
  const units = useEnterpriseUnitOptions();
  const [scanned, setScanned] = useState("");
  const [deviceName, setDeviceName] = useState("");
  const [claimCode, setClaimCode] = useState("");
  const [nickname, setNickname] = useState("");
  const [chosenUnit, setUnitId] = useState<number | null>(null);
  const only = units.options.length === 1 ? (units.options[0]?.value ?? null) : null;
  const unitId = chosenUnit ?? only;
  const claim = useLifecycleCall(claimDevice, ({ data }) => {
    showToast({ tone: "success", text: t("life.claimed", { name: data.deviceName }) });
    onClose();
    const config = familyConfig(data.typeKey);
    if (config !== null) void navigate(devicePath(config, data));
  });
  // A label fills both fields, whether the scanner ends with Enter or not.
  const scan = (text: string) => {
    setScanned(text);
    const label = readClaimLabel(text);
    if (label === null) return;
    setDeviceName(label.deviceName);
    setClaimCode(label.claimCode);
  };
  const isNoLabel = scanned.trim() !== "" && readClaimLabel(scanned) === null;
  const isReady = deviceName !== "" && plainClaimCode(claimCode) !== null && unitId !== null;
  const submit = () => {
    if (!isReady || unitId === null) return;
    claim.mutate({ body: { deviceName, claimCode, unitId, ...(nickname === "" ? {} : { nickname }) } });
  };
  return (
    <DeviceDialog
      title={t("life.claim")}
      lead={t("life.claimLead")}
      okText={t("life.claimOk")}
      disabled={!isReady}
      pending={claim.isPending}
      error={claim.error}
      onOk={submit}
      onClose={onClose}
    >
      <div className="device-dialog-pair">
        <DialogField label={t("life.scan")}>
          <Input
            autoFocus
            autoComplete="off"
            prefix={<ScanLine size={16} className="device-quiet" />}
            placeholder={t("life.scanHint")}
            status={isNoLabel ? "warning" : ""}
            value={scanned}
            onChange={(event) => scan(event.target.value)}
            onPressEnter={submit}
          />
        </DialogField>
        <ScanButton label={t("life.scanCamera")} onCode={scan} />
      </div>
      <div className="device-dialog-pair">
        <DialogField label={t("add.deviceName")}>
          <Input
            autoComplete="off"
            value={deviceName}
            onChange={(event) => setDeviceName(event.target.value)}
          />
        </DialogField>
        <DialogField label={t("life.claimCode")}>
          <Input
            autoComplete="off"
            maxLength={40}
            value={claimCode}
            onChange={(event) => setClaimCode(event.target.value)}
          />
        </DialogField>
      </div>
      <DialogField label={t("list.unit")}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          aria-label={t("list.unit")}
          loading={units.loading}
          value={unitId}
          onChange={setUnitId}
          options={units.options}
        />
      </DialogField>
      <DialogField label={t("life.claimNickname")}>
        <Input maxLength={60} value={nickname} onChange={(event) => setNickname(event.target.value)} />
      </DialogField>
    </DeviceDialog>
  );
}
