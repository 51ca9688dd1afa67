import {
  type DeliveryDecision,
  type DeliveryDetail,
  deliveryDecision,
  receiveDelivery,
  type SampleCondition,
  sampleCondition,
} from "@tracewater/contract/laboratory/sample-deliveries";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Radio from "antd/es/radio";
import Select from "antd/es/select";
import { CircleCheck, ScanBarcode } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useDeliveryLabels } from "../../../pickers/sample-labels.tsx";
import { refreshDeliveries } from "./refresh-deliveries.ts";

type Found = { condition: SampleCondition; note: string };

/**
 * The check at the door: each bottle is scanned and looked at. What was not scanned when the receipt is sent is missing
 * only where somebody says so; the server refuses it otherwise.
 */
export function ReceiveDialog({ delivery, onClose }: { delivery: DeliveryDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-deliveries");
  const label = useDeliveryLabels();
  const [scanned, setScanned] = useState("");
  const [unknown, setUnknown] = useState("");
  const [found, setFound] = useState<Readonly<Record<string, Found>>>({});
  const [sealNo, setSealNo] = useState("");
  const [decision, setDecision] = useState<DeliveryDecision>("accept");
  const [reason, setReason] = useState("");
  const receive = useApiMutation(receiveDelivery, { handled: true });
  const codes = delivery.samples.map((one) => one.bodyCode ?? one.capCode ?? "");

  const scan = (text: string) => {
    const code = text.trim();
    const sample = delivery.samples.find((one) => [one.bodyCode, one.capCode, one.sampleNo].includes(code));
    setUnknown(sample === undefined ? code : "");
    setScanned("");
    if (sample === undefined) return;
    const own = sample.bodyCode ?? sample.capCode ?? "";
    receive.reset();
    setFound((now) => ({ [own]: { condition: "ok", note: "" }, ...now }));
  };
  const submit = () =>
    receive.mutate(
      {
        body: {
          ...{ deliveryId: delivery.deliveryId, sealNo, decision, reason },
          samples: codes.flatMap((code) => {
            const one = found[code];
            return one === undefined ? [] : [{ code, ...one }];
          }),
        },
      },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t("receive.done", { no: delivery.deliveryNo }) });
          onClose();
          refreshDeliveries();
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={760}
      title={t("receive.title", { no: delivery.deliveryNo })}
      okText={t(`receive.submit.${decision}`)}
      okButtonProps={{ danger: decision === "reject" }}
      cancelText={t("form.cancel")}
      confirmLoading={receive.isPending}
      mask={{ closable: false }}
      onOk={submit}
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
        <div className="receive-field">
          <label htmlFor="receive-scan">{t("receive.scan")}</label>
          <Input
            id="receive-scan"
            className="code"
            prefix={<ScanBarcode size={16} />}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={scanned}
            onChange={(event) => setScanned(event.target.value)}
            onPressEnter={() => scan(scanned)}
            suffix={<ScanButton label={t("receive.camera")} many onCode={scan} />}
          />
        </div>
        <p className={unknown === "" ? "record-quiet" : "record-fault"} role="status">
          {unknown === ""
            ? t("receive.progress", { done: Object.keys(found).length, count: codes.length })
            : t("receive.unknown", { code: unknown })}
        </p>
        <ul className="receive-lines">
          {delivery.samples.map((sample, at) => {
            const code = codes[at] ?? "";
            const one = found[code];
            const put = (part: Partial<Found>) => {
              receive.reset();
              setFound({ ...found, [code]: { condition: "ok", note: "", ...one, ...part } });
            };
            return (
              <li key={sample.samplingId}>
                <span className="receive-code">
                  <CircleCheck
                    size={16}
                    aria-hidden="true"
                    className={one === undefined ? "receive-open" : "receive-done"}
                  />
                  <span className="code">{code}</span>
                  <span className="record-quiet">{sample.sealNo}</span>
                </span>
                <Select
                  aria-label={t("receive.conditionOf", { code })}
                  placeholder={t("receive.notScanned")}
                  value={one?.condition ?? null}
                  options={sampleCondition.options.map((value) => ({
                    value,
                    label: label(`condition.${value}`),
                  }))}
                  onChange={(condition: SampleCondition | null) =>
                    condition === null ? undefined : put({ condition })
                  }
                />
                <Input
                  aria-label={t("receive.noteOf", { code })}
                  placeholder={label("note")}
                  maxLength={300}
                  disabled={one === undefined || one.condition === "ok"}
                  value={one?.note ?? ""}
                  onChange={(event) => put({ note: event.target.value })}
                />
              </li>
            );
          })}
        </ul>
        <Radio.Group
          aria-label={label("decision")}
          value={decision}
          options={deliveryDecision.options.map((value) => ({
            value,
            label: t(`receive.submit.${value}`),
          }))}
          onChange={(event) => setDecision(deliveryDecision.parse(event.target.value))}
        />
        {decision === "accept" ? null : (
          <Input.TextArea
            aria-label={label("reason")}
            placeholder={label("reason")}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 4 }}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <Refusal error={receive.error} />
      </div>
    </Modal>
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
