import { listCommands } from "@tracewater/contract/fleet/commands";
import { listDesired, setDesired } from "@tracewater/contract/fleet/desired";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { invalidate } from "../../../api/use-api.ts";
import { faultText, ParamInput } from "../../../device/command-form/param-input.tsx";
import { readParams } from "../../../device/command-form/param-values.ts";
import { showToast } from "../../../kit/toasts.ts";
import "../../../device/command-form/send.css";
import { nameIn } from "@tracewater/contract/locales";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { DeviceDialog, DialogField } from "../../../device/dialogs/device-dialog.tsx";
import { useLifecycleCall } from "../../../device/dialogs/use-lifecycle.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { addressOf } from "./panel.tsx";

/** One property and the value that it is wished to have. */
export function DesiredDialog(props: { open: OpenDevice; model: ProductModel; onClose: () => void }) {
  const { open, model, onClose } = props;
  const texts = useDeviceTexts();
  const { t, language } = texts;
  const [identifier, setIdentifier] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const writable = model.properties.filter((property) => property.writable);
  const property = writable.find((one) => one.identifier === identifier);
  const field = property === undefined ? null : { ...property, required: true };
  const read = field === null ? null : readParams([field], { [field.identifier]: text });
  const set = useLifecycleCall(setDesired, ({ data }) => {
    void invalidate(listDesired);
    void invalidate(listCommands);
    showToast({ tone: "success", text: t(`twin.desired.${data.commandId === null ? "kept" : "sent"}`) });
    onClose();
  });
  const refusal = set.error?.messageAt(`params.${identifier}`) ?? null;
  const fault =
    text === "" || read === null || read.ok ? refusal : faultText(Object.values(read.faults)[0], texts);
  return (
    <DeviceDialog
      title={t("twin.desired.setOf", { name: open.device.deviceName })}
      lead={t("twin.desired.setLead")}
      okText={t("twin.desired.set")}
      disabled={read === null || !read.ok}
      pending={set.isPending}
      error={refusal === null ? set.error : null}
      onOk={() => {
        if (read?.ok) set.mutate({ ...addressOf(open), body: { values: read.params, reason } });
      }}
      onClose={onClose}
    >
      <DialogField label={t("twin.desired.property")}>
        <Select
          aria-label={t("twin.desired.property")}
          showSearch={{ optionFilterProp: "label" }}
          value={identifier}
          placeholder={t("send.choose")}
          onChange={(next: string) => {
            setIdentifier(next);
            setText("");
            set.reset();
          }}
          options={writable.map((one) => ({ value: one.identifier, label: nameIn(one, language) }))}
        />
      </DialogField>
      {field === null ? null : (
        <ParamInput
          field={field}
          label={t("twin.desired.value")}
          text={text}
          fault={fault}
          onChange={(next) => {
            setText(next);
            if (set.error !== null) set.reset();
          }}
        />
      )}
      <DialogField label={t("twin.reason")}>
        <Input maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </DialogField>
    </DeviceDialog>
  );
}
