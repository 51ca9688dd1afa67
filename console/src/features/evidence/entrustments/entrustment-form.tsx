/** The letter of entrustment as a form: who entrusts what, on which facts, and what becomes of the material. */
import {
  entrustmentPurpose,
  examination,
  materialDisposition,
  opinionDelivery,
  personRole,
  retention,
  workType,
} from "@tracewater/contract/evidence/entrustment-fields";
import {
  addEntrustment,
  changeEntrustment,
  type EntrustmentDetail,
} from "@tracewater/contract/evidence/entrustments";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { ApiError } from "../../../api/api-error.ts";
import { useSession } from "../../../api/session.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { CurrencyField } from "./currency-field.tsx";
import { useEntrustmentLabels } from "./evidence-labels.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

type Values = z.input<(typeof addEntrustment)["body"]>;

const texts = [
  ...(["clientName", "clientAddress", "contact", "phone", "clientDocument", "caseNo"] as const),
] as const;
const names: (keyof Values)[] = [
  ...(["unitId", ...texts, "workTypes", "examination", "earlierNo", "purpose", "matters", "facts"] as const),
  ...(["persons", "disposition", "fetchWeeks", "risks", "dueDate", "fee", "feeCurrency", "feeNote"] as const),
  ...(["opinionDelivery", "copies", "retention", "retentionGround"] as const),
];
const limits = {
  clientName: 100,
  clientAddress: 200,
  contact: 60,
  phone: 30,
  clientDocument: 60,
  caseNo: 64,
};

export function EntrustmentForm(props: { entrustment: EntrustmentDetail | null; onClose: () => void }) {
  const { entrustment, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<Values>();
  const session = useSession();
  const add = useApiMutation(addEntrustment, { handled: true });
  const change = useApiMutation(changeEntrustment, { handled: true });
  const done = {
    onSuccess: () => {
      refreshEvidence();
      showToast({ tone: "success", text: t("add.done") });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = ({ unitId, ...body }: Values) => {
    const written = { ...body, dueDate: body.dueDate || null };
    if (entrustment === null) add.mutate({ body: { ...written, unitId } }, done);
    else change.mutate({ body: { ...written, entrustmentId: entrustment.entrustmentId } }, done);
  };
  const first = {
    ...(session?.user.deptId == null ? {} : { unitId: session.user.deptId }),
    ...{ examination: "first", purpose: "trial", disposition: "returnWhole", opinionDelivery: "fetched" },
    ...{ copies: 3, retention: "years30", persons: [] },
  };
  return (
    <FormDialog<Values>
      form={form}
      title={entrustment === null ? t("add.title") : t("change.title", { no: entrustment.entrustmentNo })}
      width={860}
      className="record-form"
      initialValues={entrustment ?? first}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClientFields isNew={entrustment === null} />
      <MatterFields />
      <PersonFields />
      <TermFields />
    </FormDialog>
  );
}

function ClientFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const units = useUnitOptions();
  return (
    <>
      <Form.Item name="unitId" label={label("unitName")} rules={[{ required: true }]}>
        <Select showSearch={{ optionFilterProp: "label" }} {...units} disabled={!isNew} />
      </Form.Item>
      {texts.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`field.${name}`)}
          rules={name === "clientName" ? [{ required: true, whitespace: true }] : []}
        >
          <Input maxLength={limits[name]} autoComplete="off" spellCheck={false} />
        </Form.Item>
      ))}
    </>
  );
}

function MatterFields() {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const repeated = Form.useWatch("examination") === "repeated";
  const area = (name: "matters" | "facts", max: number, required: boolean) => (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      className="record-form-wide"
      rules={required ? [{ required: true, whitespace: true }] : []}
    >
      <Input.TextArea maxLength={max} autoSize={{ minRows: 2, maxRows: 6 }} />
    </Form.Item>
  );
  return (
    <>
      <Form.Item
        name="workTypes"
        label={label("workTypes")}
        className="record-form-wide"
        rules={[{ required: true }]}
      >
        <Select
          mode="multiple"
          options={workType.options.map((value) => ({ value, label: label(`workTypes.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="purpose" label={t("field.purpose")}>
        <Select
          options={entrustmentPurpose.options.map((value) => ({ value, label: t(`purpose.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="examination" label={t("field.examination")}>
        <Select options={examination.options.map((value) => ({ value, label: t(`examination.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="earlierNo"
        label={t("field.earlierNo")}
        rules={repeated ? [{ required: true, whitespace: true }] : []}
      >
        <Input maxLength={64} autoComplete="off" disabled={!repeated} />
      </Form.Item>
      {area("matters", 2000, true)}
      {area("facts", 4000, false)}
    </>
  );
}

function PersonFields() {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <Form.List name="persons">
      {(fields, { add, remove }) => (
        <div className="record-form-wide evidence-persons">
          <h3>{t("field.persons")}</h3>
          {fields.map((field) => (
            <div key={field.key} className="evidence-person">
              <Form.Item name={[field.name, "name"]} label={t("person.name")} rules={[{ required: true }]}>
                <Input maxLength={60} autoComplete="off" />
              </Form.Item>
              <Form.Item name={[field.name, "role"]} label={t("person.role")} rules={[{ required: true }]}>
                <Select options={personRole.options.map((value) => ({ value, label: t(`role.${value}`) }))} />
              </Form.Item>
              <Form.Item name={[field.name, "recusalAsked"]} valuePropName="checked" label=" " colon={false}>
                <Checkbox>{t("person.recusal")}</Checkbox>
              </Form.Item>
              <Form.Item name={[field.name, "recusalGround"]} label={t("person.ground")}>
                <Input maxLength={300} autoComplete="off" />
              </Form.Item>
              <IconButton label={t("person.remove")} onClick={() => remove(field.name)}>
                <Trash2 />
              </IconButton>
            </div>
          ))}
          <Button icon={<Plus size={15} />} onClick={() => add({ role: "party", recusalAsked: false })}>
            {t("person.add")}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

function TermFields() {
  const { t } = useTranslation("evidence-entrustments");
  const label = useEntrustmentLabels();
  const isFetched = Form.useWatch("disposition") === "remainderFetched";
  const hasFee = typeof Form.useWatch("fee") === "number";
  return (
    <>
      <Form.Item name="disposition" label={t("field.disposition")}>
        <Select
          options={materialDisposition.options.map((value) => ({ value, label: t(`disposition.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="fetchWeeks"
        label={t("field.fetchWeeks")}
        rules={isFetched ? [{ required: true }] : []}
      >
        <InputNumber min={1} max={520} precision={0} disabled={!isFetched} style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="dueDate" label={label("dueDate")}>
        <DayInput precision="day" />
      </Form.Item>
      <Form.Item name="fee" label={t("field.fee")}>
        <InputNumber min={0} max={99_999_999} precision={2} style={{ width: "100%" }} />
      </Form.Item>
      <CurrencyField isRequired={hasFee} />
      <Form.Item name="feeNote" label={t("field.feeNote")}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="opinionDelivery" label={t("field.opinionDelivery")}>
        <Select
          options={opinionDelivery.options.map((value) => ({ value, label: t(`delivery.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="copies" label={t("field.copies")} rules={[{ required: true }]}>
        <InputNumber min={1} max={50} precision={0} style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="retention" label={t("field.retention")}>
        <Select options={retention.options.map((value) => ({ value, label: t(`retention.${value}`) }))} />
      </Form.Item>
      <Form.Item name="retentionGround" label={t("field.retentionGround")}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="risks" label={t("field.risks")} className="record-form-wide">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}
