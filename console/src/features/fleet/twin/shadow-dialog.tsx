import "../../../device/dialogs/device-dialogs.css";
import type { ReplyOf } from "@tracewater/contract/call";
import { changeShadow, getShadow } from "@tracewater/contract/fleet/device-twin";
import Input from "antd/es/input";
import { useState } from "react";
import { invalidate } from "../../../api/use-api.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../device/dialogs/device-dialog.tsx";
import { useLifecycleCall } from "../../../device/dialogs/use-lifecycle.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { addressOf } from "./panel.tsx";

type Shadow = ReplyOf<typeof getShadow>["data"];

/** What the device is to take over, as JSON; refused where its shadow became another while one typed. */
export function ShadowDialog(props: { open: OpenDevice; shadow: Shadow; onClose: () => void }) {
  const { open, onClose } = props;
  const { t } = useDeviceTexts();
  const [begun] = useState(props.shadow);
  const [text, setText] = useState(JSON.stringify(begun.desired, null, 2));
  const desired = readObject(text);
  const change = useLifecycleCall(changeShadow, () => {
    void invalidate(getShadow);
    onClose();
  });
  return (
    <DeviceDialog
      title={t("twin.shadow.changeOf", { name: open.device.deviceName })}
      lead={t("twin.shadow.changeLead")}
      okText={t("twin.shadow.ok")}
      disabled={desired === null}
      pending={change.isPending}
      error={change.error}
      onOk={() => {
        if (desired === null) return;
        change.mutate({ ...addressOf(open), body: { desired, version: begun.version } });
      }}
      onClose={onClose}
    >
      <DialogField label={t("twin.shadow.desired")}>
        <Input.TextArea
          className="code"
          rows={10}
          spellCheck={false}
          status={desired === null ? "error" : ""}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (change.error !== null) change.reset();
          }}
        />
        {desired === null ? <span className="device-dialog-fault">{t("twin.shadow.noObject")}</span> : null}
      </DialogField>
    </DeviceDialog>
  );
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch (notJson) {
    if (!(notJson instanceof SyntaxError)) throw notJson;
    return null;
  }
}
