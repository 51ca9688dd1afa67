import {
  addEvidenceItem,
  itemHazard,
  itemOrigin,
  itemStorage,
  itemUnit,
} from "@tracewater/contract/evidence/items";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useDictionary } from "../../../pickers/use-dictionary.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useItemLabels } from "./evidence-labels.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

type Values = Omit<z.input<(typeof addEvidenceItem)["body"]>, "entrustmentId">;

const texts = ["uniqueMark", "packaging", "sealNo", "place", "photoHash"] as const;
const names: (keyof Values)[] = [
  ...(["name", "quantity", "unit", ...texts, "storage", "hazard", "origin"] as const),
];
const limits = { uniqueMark: 100, packaging: 100, sealNo: 64, place: 200, photoHash: 64 };

/** Registers an item: what it is, how much, how it is packed, sealed and kept. */
export function ItemForm({ entrustmentId, onClose }: { entrustmentId: number; onClose: () => void }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useItemLabels();
  const [form] = Form.useForm<Values>();
  const storage = useDictionary("evidence_storage");
  const add = useApiMutation(addEvidenceItem, { handled: true });
  const submit = (values: Values) =>
    add.mutate(
      { body: { ...values, entrustmentId } },
      {
        onSuccess: ({ data }) => {
          refreshEvidence();
          showToast({ tone: "success", text: t("item.added", { no: data.itemNo }) });
          onClose();
        },
        onError: (error: ApiError) => placeFaults(form, names, error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.addItem")}
      width={760}
      className="record-form"
      initialValues={{ unit: "piece", storage: "ambient", hazard: "none", origin: "brought" }}
      isSaving={add.isPending}
      unplaced={unplacedOf(add.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={label("name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="quantity" label={label("quantity")} rules={[{ required: true }]}>
        <InputNumber min={0} max={99_999_999} precision={4} style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="unit" label={label("unit")}>
        <Select options={itemUnit.options.map((value) => ({ value, label: label(`unit.${value}`) }))} />
      </Form.Item>
      <Form.Item name="storage" label={label("storage")}>
        <Select options={itemStorage.options.map((value) => ({ value, label: storage.labelOf(value) }))} />
      </Form.Item>
      <Form.Item name="hazard" label={label("hazard")}>
        <Select options={itemHazard.options.map((value) => ({ value, label: label(`hazard.${value}`) }))} />
      </Form.Item>
      <Form.Item name="origin" label={label("origin")}>
        <Select options={itemOrigin.options.map((value) => ({ value, label: label(`origin.${value}`) }))} />
      </Form.Item>
      {texts.map((name) => (
        <Form.Item key={name} name={name} label={label(name)}>
          <Input
            {...(name === "photoHash" || name === "sealNo" ? { className: "code" } : {})}
            maxLength={limits[name]}
            autoComplete="off"
            spellCheck={false}
          />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
