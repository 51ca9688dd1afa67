import {
  getSampling,
  listSamplings,
  type Sampling,
  sealSamplings,
} from "@tracewater/contract/laboratory/samplings";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";

/** A seal for each bottle; Enter, as a scanner sends it, leads to the next one. */
export function SealDialog({ samples, onClose }: { samples: readonly Sampling[]; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const seal = useApiMutation(sealSamplings, { handled: true });
  const seals = samples.map(({ samplingId }) => ({ samplingId, sealNo: (typed[samplingId] ?? "").trim() }));
  const isComplete = seals.every((one) => one.sealNo !== "");
  const submit = () =>
    seal.mutate(
      { body: { seals } },
      {
        onSuccess: () => {
          void invalidate(listSamplings);
          void invalidate(getSampling);
          showToast({ tone: "success", text: t("seal.done", { count: samples.length }) });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      centered
      title={t("seal.title", { count: samples.length })}
      okText={t("seal.submit")}
      okButtonProps={{ disabled: !isComplete }}
      cancelText={t("form.cancel")}
      confirmLoading={seal.isPending}
      mask={{ closable: false }}
      onOk={submit}
      onCancel={onClose}
    >
      <ul className="seal-lines">
        {samples.map((sample, place) => (
          <li key={sample.samplingId}>
            <label htmlFor={`seal-${sample.samplingId}`}>
              <span className="code">{sample.bodyCode ?? "—"}</span>
              <span className="record-quiet">{sample.sampleNo}</span>
            </label>
            <Input
              id={`seal-${sample.samplingId}`}
              className="code"
              placeholder={t("seal.no")}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              ref={place === 0 ? focusOnOpen : null}
              value={typed[sample.samplingId] ?? ""}
              onChange={(event) => setTyped({ ...typed, [sample.samplingId]: event.target.value })}
              onPressEnter={() => focusNext(samples[place + 1])}
            />
          </li>
        ))}
      </ul>
      {seal.error === null ? null : (
        <p className="record-fault" role="alert">
          {seal.error.message}
        </p>
      )}
    </Modal>
  );
}

function focusNext(sample: Sampling | undefined): void {
  if (sample !== undefined) document.getElementById(`seal-${sample.samplingId}`)?.focus();
}
