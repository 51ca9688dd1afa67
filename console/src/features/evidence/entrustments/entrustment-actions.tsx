/** What may be done with an entrustment in its state; by whom, the server says. */
import {
  confirmEntrustment,
  type EntrustmentDetail,
  type EntrustmentStep,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { EntrustmentForm } from "./entrustment-form.tsx";
import { ItemForm } from "./item-form.tsx";
import { RecuseDialog } from "./recuse-dialog.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

type Open = "change" | "addItem" | "decide" | "recuse" | "client" | "institution" | EntrustmentStep;

export function EntrustmentActions({ entrustment }: { entrustment: EntrustmentDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { may, entrustmentId } = entrustment;
  const shown: readonly (readonly [boolean, Open])[] = [
    [may.change, "change"],
    [may.addItem, "addItem"],
    [may.confirmClient, "client"],
    [may.confirmInstitution, "institution"],
    [may.recuse, "recuse"],
  ];
  return (
    <>
      {shown.map(([isShown, what]) =>
        isShown ? (
          <Button key={what} onClick={() => setOpen(what)}>
            {t(`act.${what}`)}
          </Button>
        ) : null,
      )}
      {may.decide ? (
        <Button type="primary" onClick={() => setOpen("decide")}>
          {t("act.decide")}
        </Button>
      ) : null}
      {may.steps.map((step) => (
        <Button key={step} type="primary" onClick={() => setOpen(step)}>
          {t(`act.${step}`)}
        </Button>
      ))}
      {open === null ? null : open === "change" ? (
        <EntrustmentForm entrustment={entrustment} onClose={close} />
      ) : open === "addItem" ? (
        <ItemForm entrustmentId={entrustmentId} onClose={close} />
      ) : open === "decide" ? (
        <DecideDialog entrustment={entrustment} onClose={close} />
      ) : open === "recuse" ? (
        <RecuseDialog entrustment={entrustment} onClose={close} />
      ) : open === "client" || open === "institution" ? (
        <ConfirmSide entrustment={entrustment} side={open} onClose={close} />
      ) : (
        <StepDialog entrustment={entrustment} step={open} onClose={close} />
      )}
    </>
  );
}

type StepValues = { reportNo?: string; note?: string };

function StepDialog(props: { entrustment: EntrustmentDetail; step: EntrustmentStep; onClose: () => void }) {
  const { entrustment, step, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<StepValues>();
  const take = useApiMutation(stepEntrustment, { handled: true });
  const submit = ({ reportNo = "", note = "" }: StepValues) =>
    take.mutate(
      { body: { entrustmentId: entrustment.entrustmentId, step, reportNo, note } },
      {
        onSuccess: () => finish(t("act.done"), onClose),
        onError: (error: ApiError) => placeFaults(form, ["reportNo", "note"], error),
      },
    );
  return (
    <FormDialog<StepValues>
      form={form}
      title={t("act.title", { act: t(`act.${step}`), no: entrustment.entrustmentNo })}
      width={520}
      submitText={t(`act.${step}`)}
      isSaving={take.isPending}
      unplaced={unplacedOf(take.error, ["reportNo", "note"])}
      onSubmit={submit}
      onClose={onClose}
      above={<p>{t(`stepText.${step}`)}</p>}
    >
      {step === "report" ? (
        <Form.Item name="reportNo" label={t("reportNo")} rules={[{ required: true, whitespace: true }]}>
          <Input className="code" maxLength={64} autoComplete="off" />
        </Form.Item>
      ) : null}
      <Form.Item name="note" label={t("note")}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

type SideValues = { person?: string };

function ConfirmSide(props: {
  entrustment: EntrustmentDetail;
  side: "client" | "institution";
  onClose: () => void;
}) {
  const { entrustment, side, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<SideValues>();
  const confirm = useApiMutation(confirmEntrustment, { handled: true });
  const submit = ({ person = "" }: SideValues) =>
    confirm.mutate(
      { body: { entrustmentId: entrustment.entrustmentId, side, person } },
      {
        onSuccess: () => finish(t("act.done"), onClose),
        onError: (error: ApiError) => placeFaults(form, ["person"], error),
      },
    );
  return (
    <FormDialog<SideValues>
      form={form}
      title={t("act.title", { act: t(`act.${side}`), no: entrustment.entrustmentNo })}
      width={520}
      submitText={t(`act.${side}`)}
      isSaving={confirm.isPending}
      unplaced={unplacedOf(confirm.error, ["person"])}
      onSubmit={submit}
      onClose={onClose}
      above={<p>{t(`sideText.${side}`)}</p>}
    >
      {side === "client" ? (
        <Form.Item name="person" label={t("clientPerson")} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      ) : null}
    </FormDialog>
  );
}

function finish(text: string, onClose: () => void): void {
  refreshEvidence();
  showToast({ tone: "success", text });
  onClose();
}
