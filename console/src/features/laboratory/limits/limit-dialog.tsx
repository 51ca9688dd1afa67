import {
  addLimitVersion,
  type LimitRow,
  listLimits,
  listLimitVersions,
} from "@tracewater/contract/laboratory/limits";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useRowName } from "./limit-columns.tsx";

const fields = ["value", "source", "reason"] as const;
type Values = Record<(typeof fields)[number], string>;

/** A new version; what the server refuses is at its field, and what was typed stays. */
export function LimitDialog({ row, onClose }: { row: LimitRow; onClose: () => void }) {
  const { t } = useTranslation("laboratory-limits");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addLimitVersion, { handled: true });
  const name = useRowName()(row);
  const { analyte, phase, inForce } = row;
  const submit = (values: Values) => {
    const value = values.value.trim() === "" ? null : values.value.trim();
    const basedOn = inForce?.limitId ?? null;
    add.mutate(
      { body: { ...values, analyte, phase, basedOn, value } },
      {
        onSuccess: () => {
          void invalidate(listLimits);
          void invalidate(listLimitVersions);
          showToast({ tone: "success", text: t("edit.done", { name }) });
          onClose();
        },
        onError: (error) => placeFaults(form, fields, error),
      },
    );
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t("edit.title", { name })}
      width={520}
      submitText={t("edit.submit")}
      initialValues={{ value: inForce?.value ?? "", source: inForce?.source ?? "", reason: "" }}
      isSaving={add.isPending}
      unplaced={unplacedOf(add.error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="value" label={t("column.value")} extra={t("edit.emptyEnds")}>
        <Input inputMode="decimal" maxLength={22} suffix="μg/L" ref={focusOnOpen} />
      </Form.Item>
      <Form.Item name="source" label={t("column.source")}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </Form.Item>
      <Form.Item name="reason" label={t("edit.reason")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={500} />
      </Form.Item>
      <p className="limit-quiet">{t("edit.text")}</p>
    </FormDialog>
  );
}
