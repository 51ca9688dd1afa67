import { changeDevice, type DeviceDetail } from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../../device/dialogs/device-dialog.tsx";
import { useLifecycleCall } from "../../../../device/dialogs/use-lifecycle.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { showToast } from "../../../../kit/toasts.ts";
import { readGps } from "./read-gps.ts";

type Position = { latitude: number | null; longitude: number | null };

/** What people call a device, its tags and where it is. */
export function EditDialog(props: { familyConfig: FamilyConfig; device: DeviceDetail; onClose: () => void }) {
  const { familyConfig, device, onClose } = props;
  const { t } = useDeviceTexts();
  const isEntered = device.positionSource === "entered";
  const [nickname, setNickname] = useState(device.nickname);
  const [tags, setTags] = useState(device.tags);
  const [position, setPosition] = useState<Position>({
    latitude: isEntered ? device.latitude : null,
    longitude: isEntered ? device.longitude : null,
  });
  const change = useLifecycleCall(changeDevice, () => {
    showToast({ tone: "success", text: t("life.changed", { name: device.deviceName }) });
    onClose();
  });
  return (
    <DeviceDialog
      title={t("life.edit", { name: device.deviceName })}
      okText={t("life.editOk")}
      pending={change.isPending}
      error={change.error}
      onOk={() =>
        change.mutate({
          params: { family: familyConfig.family },
          body: { id: device.id, nickname, pointId: device.pointId, tags, ...position },
        })
      }
      onClose={onClose}
    >
      <DialogField label={t("add.nickname")}>
        <Input maxLength={60} value={nickname} onChange={(event) => setNickname(event.target.value)} />
      </DialogField>
      <DialogField label={t("add.tags")}>
        <Select
          mode="tags"
          aria-label={t("add.tags")}
          tokenSeparators={[",", "，"]}
          maxCount={20}
          value={tags}
          onChange={setTags}
          open={false}
          suffixIcon={null}
        />
      </DialogField>
      <PositionFields device={device} position={position} onChange={setPosition} />
    </DeviceDialog>
  );
}

/** Where the device stands: entered, or taken from its receiver. */
function PositionFields(props: {
  device: DeviceDetail;
  position: Position;
  onChange: (position: Position) => void;
}) {
  const { position, onChange } = props;
  const { t } = useDeviceTexts();
  const gps = readGps(props.device.latest["gps"]?.value);
  const takeGps = () => onChange({ latitude: gps?.latitude ?? null, longitude: gps?.longitude ?? null });
  return (
    <>
      <div className="device-dialog-pair">
        <DialogField label={t("life.latitude")}>
          <InputNumber<number>
            min={-90}
            max={90}
            step={0.0001}
            suffix="°"
            value={position.latitude}
            onChange={(latitude) => onChange({ ...position, latitude })}
          />
        </DialogField>
        <DialogField label={t("life.longitude")}>
          <InputNumber<number>
            min={-180}
            max={180}
            step={0.0001}
            suffix="°"
            value={position.longitude}
            onChange={(longitude) => onChange({ ...position, longitude })}
          />
        </DialogField>
        <Button icon={<LocateFixed size={16} />} disabled={gps === null} onClick={takeGps}>
          {t("life.fromGps")}
        </Button>
      </div>
      <p className="device-dialog-hint">{t(gps === null ? "life.positionNoGps" : "life.positionHint")}</p>
    </>
  );
}
