import type { AnyCall } from "@tracewater/contract/call";
import {
  finishWorkOrder,
  returnWorkOrder,
  verifyWorkOrder,
} from "@tracewater/contract/field/work-order-steps";
import {
  cancelWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";

export type NotedStep = "cancel" | "finish" | "verify" | "return";

/** A step of an order with a word to it: why it is canceled or returned, what was left out or found. */
export function NoteDialog({
  step,
  order,
  onClose,
}: {
  step: NotedStep;
  order: WorkOrder;
  onClose: () => void;
}) {
  const { t } = useTranslation("field-work-orders");
  const [note, setNote] = useState("");
  const { send, isPending, error } = useNotedStep(step, order);
  const openSteps = order.steps.length - order.ticked.length;
  const isRequired = step === "cancel" || step === "return" || (step === "finish" && openSteps > 0);
  const onSuccess = () => {
    showToast({ tone: "success", text: t(`${step}.done`, { no: order.orderNo }) });
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={t(`${step}.title`, { no: order.orderNo })}
      okText={t(`${step}.open`)}
      okButtonProps={{ danger: step === "cancel", disabled: isRequired && note.trim() === "" }}
      cancelText={t("form.cancel")}
      confirmLoading={isPending}
      onOk={() => send(note, onSuccess)}
      onCancel={onClose}
    >
      {step === "finish" && openSteps > 0 ? <p>{t("finish.openSteps", { count: openSteps })}</p> : null}
      <Input.TextArea
        aria-label={t(`${step}.why`)}
        placeholder={t(`${step}.why`)}
        maxLength={300}
        autoSize={{ minRows: 2, maxRows: 4 }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {error === null ? null : (
        <p className="record-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
  );
}

/** The call of the step; a refusal may mean that the order moved on, so what is shown is read again. */
function useNotedStep(step: NotedStep, { orderId }: WorkOrder) {
  const cancel = useApiMutation(cancelWorkOrder, { handled: true });
  const finish = useApiMutation(finishWorkOrder, { handled: true });
  const verify = useApiMutation(verifyWorkOrder, { handled: true });
  const returned = useApiMutation(returnWorkOrder, { handled: true });
  const { isPending, error } = { cancel, finish, verify, return: returned }[step];
  const onSettled = () => {
    const shown: AnyCall[] = [getWorkOrder, listWorkOrders];
    for (const call of shown) void invalidate(call);
  };
  const send = (text: string, onSuccess: () => void) => {
    const done = { onSuccess, onSettled };
    if (step === "cancel") cancel.mutate({ body: { orderId, reason: text } }, done);
    else if (step === "return") returned.mutate({ body: { orderId, reason: text } }, done);
    else (step === "finish" ? finish : verify).mutate({ body: { orderId, note: text } }, done);
  };
  return { send, isPending, error };
}
