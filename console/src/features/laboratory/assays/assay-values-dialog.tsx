import {
  type Assay,
  changeAssay,
  getAssay,
  listAssays,
  supersedeAssay,
} from "@tracewater/contract/laboratory/assays";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { placeFaults } from "../../../resource/place-faults.ts";
import {
  identityNames,
  type Typed,
  type TypedIdentity,
  toAssayValues,
  toIdentity,
  useFlagOptions,
  valueNames,
} from "./assay-value-inputs.tsx";

type Values = Typed & TypedIdentity & { reason: string };
const units: Partial<Record<string, string>> = {
  ...{ recovery: "%", retentionTime: "min", ionRatio: "", enantiomericFraction: "" },
};

/** The figures of a draft, or of the result that is to replace an approved one. */
export function AssayValuesDialog({ row, onClose }: { row: Assay; onClose: () => void }) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  const flags = useFlagOptions();
  const [form] = Form.useForm<Values>();
  const change = useApiMutation(changeAssay, { handled: true });
  const supersede = useApiMutation(supersedeAssay, { handled: true });
  const isDraft = row.state === "draft";
  const ends = {
    onSuccess: () => {
      for (const call of [listAssays, getAssay]) void invalidate(call);
      showToast({ tone: "success", text: t("figures.done") });
      onClose();
    },
    onError: (error: ApiError) =>
      placeFaults(form, [...valueNames, ...identityNames, "flag", "reason"], error),
  };
  const save = ({ reason, ...typed }: Values) => {
    const body = { assayId: row.assayId, ...toAssayValues(typed), ...toIdentity(typed) };
    if (isDraft) change.mutate({ body }, ends);
    else supersede.mutate({ body: { ...body, reason } }, ends);
  };
  const error = change.error ?? supersede.error;
  const name = `${label(`analyte.${row.analyte}`)}, ${row.bodyCode}`;
  return (
    <Modal
      open
      centered
      width={560}
      title={t(isDraft ? "figures.change" : "figures.supersede", { name })}
      okText={t(isDraft ? "figures.save" : "figures.saveNew")}
      cancelText={t("cancel")}
      confirmLoading={change.isPending || supersede.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={startValues(row)} onFinish={save}>
        <div className="assay-entry-head">
          {[...valueNames, ...identityNames].map((field) => (
            <Form.Item key={field} name={field} label={label(field)}>
              <Input inputMode="decimal" maxLength={24} suffix={units[field] ?? "μg/L"} />
            </Form.Item>
          ))}
          <Form.Item name="flag" label={label("flag")}>
            <Select options={flags} />
          </Form.Item>
        </div>
        {isDraft ? null : (
          <Form.Item
            name="reason"
            label={t("reason")}
            extra={t("figures.supersedeText")}
            rules={[{ required: true, whitespace: true }]}
          >
            <Input maxLength={500} />
          </Form.Item>
        )}
      </Form>
      {error === null || error.fields.length > 0 ? null : (
        <p className="assay-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
  );
}

function startValues({ value, flag, lod, loq, uncertainty, recovery, ...row }: Assay): Values {
  const number = (figure: number | null) => (figure === null ? "" : String(figure));
  return {
    value: value ?? "",
    lod: lod ?? "",
    loq: loq ?? "",
    uncertainty: uncertainty ?? "",
    recovery: number(recovery),
    ionRatio: number(row.ionRatio),
    retentionTime: number(row.retentionTime),
    enantiomericFraction: number(row.enantiomericFraction),
    flag,
    reason: "",
  };
}
