/** Records one step of an item; each step asks for its own fields alone. */
import { type ItemDetail, type ItemStep, recordItemEvent } from "@tracewater/contract/evidence/items";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { refreshEvidence } from "./refresh-evidence.ts";
import { useStaffOptions } from "./use-staff.ts";

type Body = z.input<(typeof recordItemEvent)["body"]>;
type Values = Omit<Body, "itemId" | "step" | "parts" | "signature"> & { parts?: string };
type Field = keyof Values;

/** The fields of each step, those that must not be empty with an asterisk. */
const fieldsOf: Record<ItemStep, readonly (Field | `${Field}*`)[]> = {
  collect: ["place*", "condition"],
  seal: ["sealNo*", "condition"],
  deposit: ["place", "deviceName", "slot"],
  takeOut: ["authority*", "place"],
  handover: ["toUserId*", "expiresInHours"],
  receive: ["sealNo", "place", "condition"],
  split: ["parts*"],
  test: ["amount*", "authority", "condition"],
  return: ["toPerson*", "authority", "condition"],
  audit: ["amount", "sealNo", "condition"],
  exception: ["condition", "isLost"],
  destroy: ["authority*"],
};

export function ItemStepDialog(props: { item: ItemDetail; step: ItemStep; onClose: () => void }) {
  const { item, step, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<Values>();
  const record = useApiMutation(recordItemEvent, { handled: true });
  const fields = fieldsOf[step].map((field) => ({
    name: field.replace("*", "") as Field,
    required: field.endsWith("*"),
  }));
  const names: Field[] = [...fields.map(({ name }) => name), "note"];
  const submit = ({ parts, ...values }: Values) =>
    record.mutate(
      {
        body: {
          ...values,
          itemId: item.itemId,
          step,
          ...(parts === undefined ? {} : { parts: amountsOf(parts) }),
        },
      },
      {
        onSuccess: () => {
          refreshEvidence();
          showToast({ tone: "success", text: t("step.done") });
          onClose();
        },
        onError: (error: ApiError) => placeFaults(form, names, error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.title", { act: t(`step.${step}`), no: item.itemNo })}
      width={560}
      submitText={t(`step.${step}`)}
      initialValues={{ expiresInHours: 24 }}
      isSaving={record.isPending}
      unplaced={unplacedOf(record.error, names)}
      onSubmit={submit}
      onClose={onClose}
      above={<p className="record-quiet">{t(`stepHint.${step}`)}</p>}
    >
      {fields.map(({ name, required }) => (
        <StepField key={name} name={name} isNewSeal={step === "seal"} isRequired={required} />
      ))}
      <Form.Item
        name="note"
        label={t("note")}
        rules={step === "exception" ? [{ required: true, whitespace: true }] : []}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

function StepField(props: { name: Field; isRequired: boolean; isNewSeal: boolean }) {
  const { name, isRequired, isNewSeal } = props;
  const { t } = useTranslation("evidence-entrustments");
  const staff = useStaffOptions();
  if (name === "isLost") {
    return (
      <Form.Item name="isLost" valuePropName="checked">
        <Checkbox>{t("stepField.isLost")}</Checkbox>
      </Form.Item>
    );
  }
  const inputs: Partial<Record<Field, ReactNode>> = {
    toUserId: <Select showSearch={{ optionFilterProp: "label" }} {...staff} />,
    amount: <InputNumber min={0} max={99_999_999} precision={4} style={{ width: "100%" }} />,
    slot: <InputNumber min={1} max={200} precision={0} style={{ width: "100%" }} />,
    expiresInHours: <InputNumber min={1} max={168} precision={0} style={{ width: "100%" }} />,
  };
  return (
    <Form.Item
      name={name}
      label={t(`stepField.${name === "sealNo" && isNewSeal ? "newSealNo" : name}`)}
      rules={isRequired ? [{ required: true }] : []}
      {...(name === "parts" ? { extra: t("stepField.partsHint") } : {})}
    >
      {inputs[name] ?? <Input maxLength={200} autoComplete="off" spellCheck={false} />}
    </Form.Item>
  );
}

/** `2; 3.5` as amounts. What is no number is refused by the server at its field. */
function amountsOf(text: string): number[] {
  return text
    .split(/[;\s]+/)
    .filter((part) => part !== "")
    .map(Number);
}
