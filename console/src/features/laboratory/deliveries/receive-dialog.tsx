import {
  type DeliveryDecision,
  type DeliveryDetail,
  deliveryDecision,
  receiveDelivery,
} from "@tracewater/contract/laboratory/sample-deliveries";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Radio from "antd/es/radio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDeliveryLabels } from "../../../pickers/sample-labels.tsx";
import { codeOf, type Finding, type Found, ReceivedBottles } from "./received-bottles.tsx";
import { refreshDeliveries } from "./refresh-deliveries.ts";

type Verdict = { decision: DeliveryDecision; reason: string };

/**
 * The check at the door: each bottle is scanned and looked at. What was not scanned when the receipt is sent is missing
 * only where somebody says so; the server refuses it otherwise.
 */
export function ReceiveDialog({ delivery, onClose }: { delivery: DeliveryDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const [found, setFound] = useState<Found>({});
  const [sealNo, setSealNo] = useState("");
  const [verdict, setVerdict] = useState<Verdict>({ decision: "accept", reason: "" });
  const { receive, isPending, error, reset } = useReceipt(delivery, onClose);
  const mark = (code: string, part: Partial<Finding>) => {
    reset();
    setFound((now) => ({ ...now, [code]: { condition: "ok", note: "", ...now[code], ...part } }));
  };
  return (
    <Modal
      open
      centered
      width={760}
      title={t("receive.title", { no: delivery.deliveryNo })}
      okText={t(`receive.submit.${verdict.decision}`)}
      okButtonProps={{ danger: verdict.decision === "reject" }}
      cancelText={t("form.cancel")}
      confirmLoading={isPending}
      mask={{ closable: false }}
      onOk={() => receive({ sealNo, ...verdict }, found)}
      onCancel={onClose}
    >
      <div className="receive">
        <label htmlFor="receive-seal">
          <span>{label("sealNo")}</span>
          <Input
            id="receive-seal"
            className="code"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("receive.sealAsRead")}
            value={sealNo}
            onChange={(event) => setSealNo(event.target.value)}
          />
        </label>
        <ReceivedBottles samples={delivery.samples} found={found} onMark={mark} />
        <DecisionFields verdict={verdict} onChange={setVerdict} />
        <Refusal error={error} />
      </div>
    </Modal>
  );
}

function useReceipt(delivery: DeliveryDetail, onClose: () => void) {
  const { t } = useTranslation("laboratory-deliveries");
  const { mutate, isPending, error, reset } = useApiMutation(receiveDelivery, { handled: true });
  const receive = (terms: Verdict & { sealNo: string }, found: Found) => {
    const samples = delivery.samples.flatMap((sample) => {
      const code = codeOf(sample);
      const one = found[code];
      return one === undefined ? [] : [{ code, ...one }];
    });
    mutate(
      { body: { ...terms, deliveryId: delivery.deliveryId, samples } },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t("receive.done", { no: delivery.deliveryNo }) });
          onClose();
          refreshDeliveries();
        },
      },
    );
  };
  return { receive, isPending, error, reset };
}

/** Whether the delivery is accepted, and why not. */
function DecisionFields({ verdict, onChange }: { verdict: Verdict; onChange: (verdict: Verdict) => void }) {
  const { decision, reason } = verdict;
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  return (
    <>
      <Radio.Group
        aria-label={label("decision")}
        value={decision}
        options={deliveryDecision.options.map((value) => ({
          value,
          label: t(`receive.submit.${value}`),
        }))}
        onChange={(event) => onChange({ ...verdict, decision: deliveryDecision.parse(event.target.value) })}
      />
      {decision === "accept" ? null : (
        <Input.TextArea
          aria-label={label("reason")}
          placeholder={label("reason")}
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={reason}
          onChange={(event) => onChange({ ...verdict, reason: event.target.value })}
        />
      )}
    </>
  );
}

/** What the server refused, without the names of fields. */
function Refusal({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  const said = error.fields.map(({ message }) => message).join("; ") || error.message;
  return (
    <p className="record-fault" role="alert">
      {said.charAt(0).toUpperCase() + said.slice(1)}
    </p>
  );
}
