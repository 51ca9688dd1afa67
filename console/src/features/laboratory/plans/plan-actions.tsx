import type { AnyCall } from "@tracewater/contract/call";
import {
  approvePlan,
  closePlan,
  getPlan,
  listPlans,
  programPlan,
  removePlans,
  type SamplingPlan,
} from "@tracewater/contract/laboratory/plans";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { PlanForm } from "./plan-form.tsx";

type Step = "approve" | "program" | "end" | "cancel" | "remove";

/** What may be done with a plan in its state. */
export function PlanActions({ plan }: { plan: SamplingPlan }) {
  const { t } = useTranslation("laboratory-plans");
  const [open, setOpen] = useState<Step | "change" | null>(null);
  const close = () => setOpen(null);
  const { state } = plan;
  const isDraft = state === "draft";
  const isRunning = state === "running" || state === "notProgrammed";
  const isOn = state === "approved" || isRunning;
  const button = (what: Step | "change", kind?: "primary" | "danger") => (
    <Button
      key={what}
      type={kind === "primary" ? "primary" : "default"}
      danger={kind === "danger"}
      onClick={() => setOpen(what)}
    >
      {t(`act.${what}`)}
    </Button>
  );
  if (!isDraft && !isOn) return null;
  return (
    <div className="plan-actions">
      <Allowed to="laboratory:plan:approve">{isDraft ? button("approve", "primary") : null}</Allowed>
      <Allowed to="laboratory:plan:program">
        {isOn && plan.deviceId !== null ? button("program", "primary") : null}
      </Allowed>
      <Allowed to="laboratory:plan:edit">{isDraft ? button("change") : null}</Allowed>
      <Allowed to="laboratory:plan:approve">
        {isRunning ? button("end") : null}
        {isOn ? button("cancel", "danger") : null}
      </Allowed>
      <Allowed to="laboratory:plan:edit">{isDraft ? button("remove", "danger") : null}</Allowed>
      {open === "change" ? <PlanForm plan={plan} onClose={close} /> : null}
      {open === null || open === "change" ? null : <StepDialog plan={plan} step={open} onClose={close} />}
    </div>
  );
}

/** Asks once; anyone who ends or cancels says why. */
function StepDialog({ plan, step, onClose }: { plan: SamplingPlan; step: Step; onClose: () => void }) {
  const { t } = useTranslation("laboratory-plans");
  const navigate = useNavigate();
  const [reason, setReason] = useState("");
  const approve = useApiMutation(approvePlan, { handled: true });
  const program = useApiMutation(programPlan, { handled: true });
  const close = useApiMutation(closePlan, { handled: true });
  const remove = useApiMutation(removePlans, { handled: true });
  const all = [approve, program, close, remove];
  const failure = all.find((one) => one.error !== null)?.error ?? null;
  const { planId, planNo } = plan;
  const asksWhy = step === "end" || step === "cancel";
  const onSuccess = () => {
    for (const call of [listPlans, ...(step === "remove" ? [] : [getPlan])] as AnyCall[]) {
      void invalidate(call);
    }
    showToast({ tone: "success", text: t(`done.${step}`, { no: planNo }) });
    onClose();
    if (step === "remove") void navigate("/samplePoint/plan");
  };
  const submit = () => {
    if (step === "approve") approve.mutate({ body: { planId } }, { onSuccess });
    else if (step === "program") program.mutate({ body: { planId } }, { onSuccess });
    else if (step === "remove") remove.mutate({ params: { ids: String(planId) } }, { onSuccess });
    else close.mutate({ body: { planId, how: step, reason } }, { onSuccess });
  };
  return (
    <Modal
      open
      centered
      title={t(`ask.${step}.title`, { no: planNo })}
      okText={t(`act.${step}`)}
      okButtonProps={{
        danger: step === "cancel" || step === "remove",
        disabled: asksWhy && reason.trim() === "",
      }}
      cancelText={t("form.cancel")}
      confirmLoading={all.some((one) => one.isPending)}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t(`ask.${step}.text`, { device: plan.deviceName ?? "" })}</p>
      {asksWhy ? (
        <Input.TextArea
          aria-label={t("ask.why")}
          placeholder={t("ask.why")}
          maxLength={300}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      {failure === null ? null : (
        <p className="record-fault" role="alert">
          {failure.message}
        </p>
      )}
    </Modal>
  );
}
