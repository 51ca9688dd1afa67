import "./device-dialogs.css";
import Modal from "antd/es/modal";
import type { ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { useDeviceTexts } from "../device-texts.ts";

/** A question about devices with one button to answer it; what the server refuses is beneath the fields. */
export function DeviceDialog(props: {
  title: string;
  lead?: ReactNode;
  okText: string;
  danger?: boolean;
  disabled?: boolean;
  pending: boolean;
  error: ApiError | null;
  onOk: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useDeviceTexts();
  const { error } = props;
  return (
    <Modal
      open
      centered
      width={520}
      title={props.title}
      okText={props.okText}
      okButtonProps={{ danger: props.danger ?? false, disabled: props.disabled ?? false }}
      cancelText={t("cancel")}
      confirmLoading={props.pending}
      onOk={props.onOk}
      onCancel={props.onClose}
    >
      {props.lead === undefined ? null : <p className="device-dialog-hint">{props.lead}</p>}
      <div className="device-dialog-fields">{props.children}</div>
      {error === null ? null : (
        <p className="device-dialog-fault" role="alert">
          {error.fields[0]?.message ?? error.message}
        </p>
      )}
    </Modal>
  );
}

/** A label over one control of a dialog. */
export function DialogField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="device-dialog-field">
      <span>{label}</span>
      {children}
    </label>
  );
}
