import { type DeliveryDetail, logTemperatures } from "@tracewater/contract/laboratory/sample-deliveries";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { toZonedInput } from "../../../charts/zoned-input.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { refreshDeliveries } from "./refresh-deliveries.ts";
import { readTemperatures } from "./temperature-lines.ts";

/** Readings by hand or as a logger's file gives them: a line for each, its time and its degrees. */
export function TemperatureDialog({ delivery, onClose }: { delivery: DeliveryDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-deliveries");
  const [start] = useState(() => `${toZonedInput(Date.now()).replace("T", " ")}, `);
  const [text, setText] = useState(start);
  const log = useApiMutation(logTemperatures, { handled: true });
  const { readings, faults } = readTemperatures(text);
  const submit = () =>
    log.mutate(
      { body: { deliveryId: delivery.deliveryId, readings } },
      {
        onSuccess: ({ data }) => {
          showToast({ tone: "success", text: t("temp.done", { count: data.added }) });
          onClose();
          refreshDeliveries();
        },
      },
    );
  return (
    <Modal
      open
      centered
      title={t("temp.open")}
      okText={t("temp.submit", { count: readings.length })}
      okButtonProps={{ disabled: readings.length === 0 || faults.length > 0 }}
      cancelText={t("form.cancel")}
      confirmLoading={log.isPending}
      mask={{ closable: false }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className="record-quiet">{t("temp.lines")}</p>
      <Input.TextArea
        className="code"
        aria-label={t("temp.open")}
        ref={focusOnOpen}
        spellCheck={false}
        autoSize={{ minRows: 5, maxRows: 14 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {faults.length === 0 || text === start ? null : (
        <p className="record-fault" role="status">
          {t("temp.fault", { lines: faults.slice(0, 10).join(", ") })}
        </p>
      )}
      {log.error === null ? null : (
        <p className="record-fault" role="alert">
          {log.error.message}
        </p>
      )}
    </Modal>
  );
}
