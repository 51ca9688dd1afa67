import {
  type EntrustmentDecision,
  entrustmentDecision,
  refusalGround,
} from "@tracewater/contract/evidence/entrustment-fields";
import { decideEntrustment, type EntrustmentDetail } from "@tracewater/contract/evidence/entrustments";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Radio from "antd/es/radio";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useEntrustmentLabels } from "./evidence-labels.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";
import { useStaffOptions } from "./use-staff.ts";

type Values = Omit<z.input<(typeof decideEntrustment)["body"]>, "entrustmentId">;

const people = ["firstExaminerId", "secondExaminerId", "reviewerId"] as const;
const names = ["decision", "reason", "refusalGround", ...people] as const;

/** Accepts with two examiners and a reviewer, requests a supplement, or refuses with a ground. */
export function DecideDialog(props: { entrustment: EntrustmentDetail; onClose: () => void }) {
  const { entrustment, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const [form] = Form.useForm<Values>();
  const decision = Form.useWatch<EntrustmentDecision | undefined>("decision", form) ?? "accepted";
  const staff = useStaffOptions();
  const decide = useApiMutation(decideEntrustment, { handled: true });
  const submit = (values: Values) =>
    decide.mutate(
      { body: { ...values, entrustmentId: entrustment.entrustmentId } },
      {
        onSuccess: () => {
          refreshEvidence();
          showToast({ tone: "success", text: t("decide.done") });
          onClose();
        },
        onError: (error: ApiError) => placeFaults(form, [...names], error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.title", { act: t("act.decide"), no: entrustment.entrustmentNo })}
      width={620}
      submitText={t("decide.submit")}
      initialValues={{ decision: "accepted", reason: "" }}
      isSaving={decide.isPending}
      unplaced={unplacedOf(decide.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="decision" label={label("decision")}>
        <Radio.Group
          options={entrustmentDecision.options.map((value) => ({ value, label: label(`decision.${value}`) }))}
        />
      </Form.Item>
      {decision === "accepted"
        ? people.map((name) => (
            <Form.Item key={name} name={name} label={t(`staff.${name}`)} rules={[{ required: true }]}>
              <Select showSearch={{ optionFilterProp: "label" }} {...staff} />
            </Form.Item>
          ))
        : null}
      {decision === "refused" ? (
        <Form.Item name="refusalGround" label={t("decide.ground")} rules={[{ required: true }]}>
          <Select options={refusalGround.options.map((value) => ({ value, label: t(`ground.${value}`) }))} />
        </Form.Item>
      ) : null}
      <Form.Item
        name="reason"
        label={t("decide.reason")}
        rules={decision === "accepted" ? [] : [{ required: true, whitespace: true }]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  );
}
