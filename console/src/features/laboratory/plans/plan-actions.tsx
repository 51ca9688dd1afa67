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
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { RecordMenu } from "../../../kit/record-menu.tsx";
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
  const session = useSession();
  const mayEdit = isDraft && hasPermission("laboratory:plan:edit", session);
  const mayApprove = hasPermission("laboratory:plan:approve", session);
  const mayProgram = isOn && plan.deviceId !== null && hasPermission("laboratory:plan:program", session);
  const command = (what: Step) => (
    <Button type="primary" onClick={() => setOpen(what)}>
      {t(`act.${what}`)}
    </Button>
  );
  const item = (isOffered: boolean, what: Step | "change", danger = false) =>
    isOffered ? { key: what, label: t(`act.${what}`), danger, onClick: () => setOpen(what) } : null;
  return (
    <>
      {isDraft && mayApprove ? command("approve") : null}
      {mayProgram ? command("program") : null}
      <RecordMenu
        items={[
          { key: "run", label: t("run"), to: `/statistics/report/${plan.planId}` },
          item(mayEdit, "change"),
          item(mayApprove && isRunning, "end", true),
          item(mayApprove && isOn, "cancel", true),
          item(mayEdit, "remove", true),
        ]}
      />
      {open === "change" ? <PlanForm plan={plan} onClose={close} /> : null}
      {open === null || open === "change" ? null : <StepDialog plan={plan} step={open} onClose={close} />}
    </>
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
