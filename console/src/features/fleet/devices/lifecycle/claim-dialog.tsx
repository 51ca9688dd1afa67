import { type ClaimLabel, plainClaimCode, readClaimLabel } from "@tracewater/contract/fleet/claim-label";
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
import { focusOnOpen } from "../../../../kit/focus-on-open.ts";
import { ScanButton } from "../../../../kit/scan/scan-button.tsx";
import { showToast } from "../../../../kit/toasts.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";

type Entered = Pick<ClaimLabel, "deviceName" | "claimCode">;

/** Takes a device over by its label: scanned with a hand scanner, which ends with Enter, or a camera, or typed from it. */
export function ClaimDialog({ onClose }: { onClose: () => void }) {
  const { t } = useDeviceTexts();
  const units = useEnterpriseUnitOptions();
  const [scanned, setScanned] = useState("");
  const [label, setLabel] = useState<Entered>({ deviceName: "", claimCode: "" });
  const [nickname, setNickname] = useState("");
  const [chosenUnit, setUnitId] = useState<number | null>(null);
  const only = units.options.length === 1 ? (units.options[0]?.value ?? null) : null;
  const unitId = chosenUnit ?? only;
  const claim = useClaim(onClose);
  // A label fills both fields, whether the scanner ends with Enter or not.
  const scan = (text: string) => {
    setScanned(text);
    const read = readClaimLabel(text);
    if (read !== null) setLabel({ deviceName: read.deviceName, claimCode: read.claimCode });
  };
  const isReady = label.deviceName !== "" && plainClaimCode(label.claimCode) !== null && unitId !== null;
  const submit = () => {
    if (!isReady || unitId === null) return;
    claim.mutate({ body: { ...label, unitId, ...(nickname === "" ? {} : { nickname }) } });
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
      <LabelScan scanned={scanned} onScan={scan} onEnter={submit} />
      <LabelFields label={label} onChange={setLabel} />
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

function useClaim(onClose: () => void) {
  const { t } = useDeviceTexts();
  const navigate = useNavigate();
  return useLifecycleCall(claimDevice, ({ data }) => {
    showToast({ tone: "success", text: t("life.claimed", { name: data.deviceName }) });
    onClose();
    const config = familyConfig(data.typeKey);
    if (config !== null) void navigate(devicePath(config, data));
  });
}

function LabelScan(props: { scanned: string; onScan: (text: string) => void; onEnter: () => void }) {
  const { scanned, onScan, onEnter } = props;
  const { t } = useDeviceTexts();
  const isNoLabel = scanned.trim() !== "" && readClaimLabel(scanned) === null;
  return (
    <div className="device-dialog-pair">
      <DialogField label={t("life.scan")}>
        <Input
          ref={focusOnOpen}
          autoComplete="off"
          prefix={<ScanLine size={16} className="device-quiet" />}
          placeholder={t("life.scanHint")}
          status={isNoLabel ? "warning" : ""}
          value={scanned}
          onChange={(event) => onScan(event.target.value)}
          onPressEnter={onEnter}
        />
      </DialogField>
      <ScanButton label={t("life.scanCamera")} onCode={onScan} />
    </div>
  );
}

/** What is on the label, to be typed or corrected. */
function LabelFields({ label, onChange }: { label: Entered; onChange: (label: Entered) => void }) {
  const { t } = useDeviceTexts();
  return (
    <div className="device-dialog-pair">
      <DialogField label={t("add.deviceName")}>
        <Input
          autoComplete="off"
          value={label.deviceName}
          onChange={(event) => onChange({ ...label, deviceName: event.target.value })}
        />
      </DialogField>
      <DialogField label={t("life.claimCode")}>
        <Input
          autoComplete="off"
          maxLength={40}
          value={label.claimCode}
          onChange={(event) => onChange({ ...label, claimCode: event.target.value })}
        />
      </DialogField>
    </div>
  );
}
