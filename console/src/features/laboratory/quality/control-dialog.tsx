import {
  addControlResults,
  type ControlKind,
  controlKind,
  controlResult,
  getAssayBatch,
  listAssayBatches,
  listControlCharts,
} from "@tracewater/contract/laboratory/analytical-batches";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import type { TextKey } from "../../../kit/text-key.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";

const fields = {
  calibration: ["level", "response", "ionRatio", "retentionTime"],
  proceduralBlank: ["value", "loq"],
  fieldBlank: ["value", "loq"],
  tripBlank: ["value", "loq"],
  duplicate: ["value", "second"],
  spike: ["native", "spiked", "added"],
  control: ["material", "value", "ionRatio", "retentionTime"],
} as const satisfies Record<ControlKind, readonly TextKey<"laboratory-quality", "field">[]>;

type Values = { kind: ControlKind; analyte: AnalyteName } & Record<string, string>;

/** One measurement after the other: the dialog stays open for the next. */
export function ControlDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch("kind", form) ?? "calibration";
  const [saved, setSaved] = useState(0);
  const [fault, setFault] = useState("");
  const add = useApiMutation(addControlResults, { handled: true });
  const names: readonly TextKey<"laboratory-quality", "field">[] = fields[kind];
  const save = (values: Values) => {
    const figures = Object.fromEntries(names.map((name) => [name, qcValueOf(name, values[name] ?? "")]));
    const read = controlResult.safeParse({ kind: values.kind, analyte: values.analyte, ...figures });
    if (!read.success) {
      form.setFields(
        read.error.issues.map((issue) => ({ name: String(issue.path[0] ?? "value"), errors: [t("wrong")] })),
      );
      return;
    }
    add.mutate(
      { body: { batchId, results: [read.data] } },
      {
        onSuccess: () => {
          for (const call of [getAssayBatch, listAssayBatches, listControlCharts]) void invalidate(call);
          setSaved(saved + 1);
          setFault("");
          form.resetFields(names.filter((name) => name !== "material" && name !== "loq"));
        },
        onError: (error) => setFault(error.message),
      },
    );
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={t("act.enter")}
      okText={t("act.save")}
      cancelText={t(saved > 0 ? "close" : "cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ kind: "calibration", analyte: "cocaine" }}
        onFinish={save}
      >
        <div className="quality-form">
          <Form.Item name="kind" label={t("kindHead")}>
            <Select options={controlKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))} />
          </Form.Item>
          <Form.Item name="analyte" label={label("analyte")}>
            <Select
              showSearch={{ optionFilterProp: "label" }}
              options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
            />
          </Form.Item>
          {names.map((name) => (
            <Form.Item
              key={`${kind} ${name}`}
              name={name}
              label={t(`field.${name}`)}
              rules={isOptional(name, kind) ? [] : [{ required: true, whitespace: true }]}
              {...(name === "value" && kind.endsWith("Blank") ? { extra: t("blankHint") } : {})}
            >
              <Input maxLength={60} {...(unitOf(name) === null ? {} : { suffix: unitOf(name) })} />
            </Form.Item>
          ))}
        </div>
      </Form>
      {saved === 0 ? null : <p className="quality-quiet">{t("saved", { count: saved })}</p>}
      {fault === "" ? null : (
        <p className="quality-fault" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}

const withoutUnit = ["material", "response", "ionRatio"];

function unitOf(name: string): string | null {
  if (withoutUnit.includes(name)) return null;
  return name === "retentionTime" ? "min" : "μg/L";
}

/** Nothing found in a blank has no value; not every file says how an analyte was identified. */
function isOptional(name: string, kind: ControlKind): boolean {
  return name === "ionRatio" || name === "retentionTime" || (name === "value" && kind.endsWith("Blank"));
}

function qcValueOf(name: string, text: string): string | number | null {
  const typed = text.trim();
  if (name === "ionRatio" || name === "retentionTime") return typed === "" ? null : Number(typed);
  if (name === "response") return typed === "" ? Number.NaN : Number(typed);
  return name === "value" && typed === "" ? null : typed;
}
