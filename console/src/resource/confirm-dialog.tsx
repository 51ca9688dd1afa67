import type { AnyCall, CallInput } from "@tracewater/contract/call";
import Modal from "antd/es/modal";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../api/use-api.ts";
import { showToast } from "../kit/toasts.ts";

/** Asks once before a call that is not taken back. A refusal is in the dialog, which stays open. */
export function ConfirmDialog<C extends AnyCall>(props: {
  call: C;
  input: CallInput<C>;
  title: string;
  submit: string;
  danger?: boolean;
  /** False until what it asks for is given. */
  isReady?: boolean;
  /** Calls whose replies the call makes old. */
  stale: readonly AnyCall[];
  /** Said once it is done. */
  done?: string;
  onDone?: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("resource");
  const act = useApiMutation(props.call, { handled: true });
  const finish = () => {
    for (const call of props.stale) void invalidate(call);
    if (props.done !== undefined) showToast({ tone: "success", text: props.done });
    props.onDone?.();
    props.onClose();
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={props.title}
      okText={props.submit}
      okButtonProps={{ danger: props.danger ?? true, disabled: props.isReady === false }}
      cancelText={t("cancel")}
      confirmLoading={act.isPending}
      onOk={() => act.mutate(props.input, { onSuccess: finish })}
      onCancel={props.onClose}
    >
      <div className="resource-ask">{props.children}</div>
      {act.error === null ? null : (
        <p className="resource-fault" role="alert">
          {act.error.message || t("failed")}
        </p>
      )}
    </Modal>
  );
}
