import {
  getSampling,
  listSamplings,
  moveSampling,
  type Sampling,
  type SamplingStep,
  voidSampling,
} from "@tracewater/contract/laboratory/samplings";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { LabelDialog } from "./label-dialog.tsx";
import { SamplingForm } from "./sampling-form.tsx";
import { SealDialog } from "./seal-dialog.tsx";

type Open = "change" | "correct" | "seal" | "label" | "void" | SamplingStep;

/** What may be done with a sample in its state. */
export function SamplingActions({ sample }: { sample: Sampling }) {
  const { t } = useTranslation("laboratory-samplings");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { state } = sample;
  const isHere = state === "taken" || state === "sealed";
  const atLab = state === "received" || state === "opened" || state === "reserve" || state === "rejected";
  const session = useSession();
  const mayEdit = hasPermission("laboratory:sampling:edit", session);
  const mayHandle = hasPermission("laboratory:sampling:handle", session);
  const command = (what: Open) => (
    <Button type="primary" onClick={() => setOpen(what)}>
      {t(`act.${what}`)}
    </Button>
  );
  const item = (isOffered: boolean, what: Open, danger = false) =>
    isOffered ? { key: what, label: t(`act.${what}`), danger, onClick: () => setOpen(what) } : null;
  return (
    <>
      {mayEdit && state === "taken" ? command("seal") : null}
      {mayHandle && state === "received" ? command("open") : null}
      <RecordMenu
        items={[
          item(mayEdit && state === "taken", "change"),
          item(mayEdit && isCorrectable(state), "correct"),
          item(true, "label"),
          item(mayHandle && (state === "received" || state === "opened"), "reserve"),
          item(mayEdit && isHere && sample.deliveryId === null, "void", true),
          item(mayHandle && atLab, sample.destroyAskedBy === null ? "askDestroy" : "destroy", true),
        ]}
      />
      {open === "change" || open === "correct" ? <SamplingForm sampling={sample} onClose={close} /> : null}
      {open === "seal" ? <SealDialog samples={[sample]} onClose={close} /> : null}
      {open === "label" ? <LabelDialog samples={[sample]} onClose={close} /> : null}
      {open === null ||
      open === "change" ||
      open === "correct" ||
      open === "seal" ||
      open === "label" ? null : (
        <StepDialog sample={sample} step={open} onClose={close} />
      )}
    </>
  );
}

/** Sealed and not gone: what is recorded of it is corrected, no longer changed. */
function isCorrectable(state: Sampling["state"]): boolean {
  return state !== "taken" && state !== "void" && state !== "destroyed";
}

/** Asks once, with a remark; what is void needs a reason, and a destruction says what becomes of the bottle. */
function StepDialog(props: { sample: Sampling; step: "void" | SamplingStep; onClose: () => void }) {
  const { sample, step, onClose } = props;
  const { t } = useTranslation("laboratory-samplings");
  const [note, setNote] = useState("");
  const [amount, setAmount] = useState<number | null>(null);
  const [isCleaned, setCleaned] = useState(true);
  const move = useApiMutation(moveSampling, { handled: true });
  const makeVoid = useApiMutation(voidSampling, { handled: true });
  const failure: ApiError | null = move.error ?? makeVoid.error;
  const onSuccess = () => {
    void invalidate(getSampling);
    void invalidate(listSamplings);
    showToast({ tone: "success", text: t(`done.${step}`, { no: sample.sampleNo }) });
    onClose();
  };
  const { samplingId } = sample;
  const submit = () => {
    if (step === "void") makeVoid.mutate({ body: { samplingId, reason: note } }, { onSuccess });
    else {
      const bottle = isCleaned ? ("cleaned" as const) : ("destroyed" as const);
      move.mutate({ body: { samplingId, step, note, bottle, amount } }, { onSuccess });
    }
  };
  return (
    <Modal
      open
      centered
      title={t(`ask.${step}.title`, { no: sample.sampleNo })}
      okText={t(`act.${step}`)}
      okButtonProps={{
        danger: step === "void" || step === "destroy",
        disabled: step === "void" && note.trim() === "",
      }}
      cancelText={t("form.cancel")}
      confirmLoading={move.isPending || makeVoid.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t(`ask.${step}.text`, { who: sample.destroyAskedBy ?? "" })}</p>
      {step === "askDestroy" || step === "void" ? null : (
        <AmountField step={step} amount={amount} onChange={setAmount} />
      )}
      {step === "askDestroy" ? null : (
        <Input.TextArea
          aria-label={t(step === "void" ? "ask.why" : "ask.note")}
          placeholder={t(step === "void" ? "ask.why" : "ask.note")}
          maxLength={300}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      {step === "destroy" ? (
        <p>
          <Checkbox checked={isCleaned} onChange={(event) => setCleaned(event.target.checked)}>
            {t("ask.cleaned")}
          </Checkbox>
        </p>
      ) : null}
      {failure === null ? null : (
        <p className="record-fault" role="alert">
          {failure.message}
        </p>
      )}
    </Modal>
  );
}

/** mL that a step takes, where they are known. */
function AmountField(props: {
  step: Exclude<SamplingStep, "askDestroy">;
  amount: number | null;
  onChange: (amount: number | null) => void;
}) {
  const { t } = useTranslation("laboratory-samplings");
  const label = t(`ask.amount.${props.step}`);
  return (
    <InputNumber
      className="sampling-amount"
      aria-label={label}
      placeholder={label}
      suffix="mL"
      min={0.1}
      max={100_000}
      value={props.amount}
      onChange={props.onChange}
    />
  );
}
