import {
  addLimitVersion,
  type LimitRow,
  listLimits,
  listLimitVersions,
} from "@tracewater/contract/laboratory/limits";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useRowName } from "./limit-columns.tsx";

const fields = ["value", "source", "reason"] as const;
type Values = Record<(typeof fields)[number], string>;

/** A new version; what the server refuses stands at its field, and what was typed stays. */
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
        onError: (error) =>
          form.setFields(
            fields.flatMap((field) => {
              const fault = error.messageAt(field);
              return fault === undefined ? [] : [{ name: field, errors: [fault] }];
            }),
          ),
      },
    );
  };
  const unplaced = add.error !== null && add.error.fields.length === 0 ? add.error.message : null;
  return (
    <Modal
      open
      centered
      width={520}
      title={t("edit.title", { name })}
      okText={t("edit.submit")}
      cancelText={t("edit.cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ value: inForce?.value ?? "", source: inForce?.source ?? "", reason: "" }}
        onFinish={submit}
      >
        <Form.Item name="value" label={t("column.value")} extra={t("edit.emptyEnds")}>
          <Input inputMode="decimal" maxLength={22} suffix="μg/L" autoFocus />
        </Form.Item>
        <Form.Item name="source" label={t("column.source")}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Form.Item>
        <Form.Item name="reason" label={t("edit.reason")} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={500} />
        </Form.Item>
        <p className="limit-quiet">{t("edit.text")}</p>
        {unplaced === null ? null : (
          <p className="limit-fault" role="alert">
            {unplaced}
          </p>
        )}
      </Form>
    </Modal>
  );
}
