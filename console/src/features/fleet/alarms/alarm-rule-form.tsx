import "../../../resource/resource.css";
import { useMutation } from "@tanstack/react-query";
import { type AlarmRule, alarmRules, ruleOperator } from "@tracewater/contract/fleet/alarm-rules";
import { familyKey } from "@tracewater/contract/fleet/families";
import { formFields } from "@tracewater/contract/resource/fields";
import Form, { type FormInstance } from "antd/es/form";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { invalidate } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAlarmLabels } from "../../../pickers/alarm-labels.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { FormField } from "../../../resource/form-field.tsx";
import { type FormValues, toFormValues } from "../../../resource/form-values.ts";
import { type PageResource, useResourceLabels } from "../../../resource/page-resource.ts";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { optionsOf, useModelLabels } from "./model-labels.ts";
import { toRuleBody } from "./rule-body.ts";
import { RuleTrial } from "./rule-trial.tsx";

const resource: PageResource<AlarmRule> = alarmRules;
const fields = new Map(formFields(alarmRules).map((field) => [field.name, field]));
const names = [...fields.keys()];

/** Only what the kind of rule asks for is asked; a rule can be tried before it is kept. */
export function AlarmRuleForm({ rule, onClose }: { rule: AlarmRule | null; onClose: () => void }) {
  const { t } = useTranslation("fleet-alarms");
  const [form] = Form.useForm<FormValues>();
  const [asking, setAsking] = useState<FormValues | null>(null);
  const key = rule === null ? {} : { ruleId: rule.ruleId };
  const save = useMutation<unknown, ApiError, FormValues>({
    mutationFn: (values) =>
      callApi(
        rule === null ? resource.calls.add : resource.calls.change,
        { body: { ...key, ...toRuleBody(values) } },
        { handled: true },
      ),
    onSuccess: () => {
      void invalidate(alarmRules.calls.list);
      showToast({ tone: "success", text: t("rules.saved") });
      onClose();
    },
    onError: (error) => placeFaults(form, names, error),
  });
  return (
    <FormDialog<FormValues>
      form={form}
      title={t(rule === null ? "rules.add" : "rules.change")}
      width={760}
      className="rule-form"
      initialValues={{ clearBy: "auto", ...toFormValues(alarmRules, rule) }}
      isSaving={save.isPending}
      unplaced={unplacedOf(save.error, names)}
      onSubmit={(values) => {
        // Out of use, the rule leaves no alarm behind: who does it knows what goes.
        const isTakenOut = rule?.status === "0" && values["status"] === "1";
        if (isTakenOut && rule.openCount > 0) setAsking(values);
        else save.mutate(values);
      }}
      onClose={onClose}
    >
      <Fields form={form} />
      {asking === null ? null : (
        <Modal
          open
          centered
          width={440}
          title={t("rules.disable.title", { name: rule?.name ?? "" })}
          okText={t("rules.disable.submit", { count: rule?.openCount ?? 0 })}
          okButtonProps={{ danger: true }}
          cancelText={t("rules.disable.cancel")}
          onOk={() => {
            setAsking(null);
            save.mutate(asking);
          }}
          onCancel={() => setAsking(null)}
        >
          <p>{t("rules.disable.text", { count: rule?.openCount ?? 0 })}</p>
        </Modal>
      )}
    </FormDialog>
  );
}

function Fields({ form }: { form: FormInstance<FormValues> }) {
  const { t } = useTranslation("fleet-alarms");
  const label = useResourceLabels(alarmRules);
  const source = Form.useWatch("source", form);
  const clears = Form.useWatch("clearBy", form);
  const field = (name: string) => {
    const found = fields.get(name);
    return found === undefined ? null : (
      <FormField key={name} field={found} label={label} autoFocus={name === "name"} />
    );
  };
  const isWatched = source === "property" || source === "event";
  return (
    <>
      {["name", "nameZh", "typeKey", "severity", "source"].map(field)}
      {isWatched ? <Identifier form={form} /> : null}
      {source === "property" ? (
        <>
          <Operator form={form} />
          <Threshold name="threshold" form={form} />
          <Threshold name="clearThreshold" form={form} />
        </>
      ) : null}
      {source === "event" || source === undefined ? null : field("durationS")}
      <h3 className="rule-form-head">{t("rules.whom")}</h3>
      {["unitId", "tag", "devices", "status"].map(field)}
      <h3 className="rule-form-head">{t("rules.after")}</h3>
      {isWatched ? field("clearBy") : null}
      {isWatched && clears === "event" ? <ClearEvent form={form} /> : null}
      {isWatched && clears === "after" ? field("clearAfterMin") : null}
      {["flapMin", "escalateMin", "emails", "escalateEmails", "remark"].map(field)}
      <RuleTrial form={form} />
    </>
  );
}

function useFormModel(form: FormInstance<FormValues>) {
  const typeKey = familyKey.safeParse(Form.useWatch("typeKey", form));
  return useModelLabels(typeKey.success ? typeKey.data : undefined);
}

function Identifier({ form }: { form: FormInstance<FormValues> }) {
  const label = useAlarmLabels();
  const { t } = useTranslation("fleet-alarms");
  const source = Form.useWatch("source", form);
  const words = useFormModel(form);
  const options =
    source === "event"
      ? (words.model?.events ?? []).map(({ identifier }) => ({
          value: identifier,
          label: words.eventName(identifier),
        }))
      : (words.model?.properties ?? [])
          .filter(({ dataType }) => ["int", "float", "double", "enum", "bool"].includes(dataType.type))
          .map(({ identifier }) => ({ value: identifier, label: words.propertyName(identifier) }));
  return (
    <Form.Item
      name="identifier"
      label={source === "event" ? label("source.event") : label("source.property")}
      rules={[{ required: true, message: t("rules.identifierMissing") }]}
    >
      <Select
        showSearch={{ optionFilterProp: "label" }}
        options={options}
        onChange={(identifier: string) => {
          const isState = words.isState(identifier);
          const chosen = String(form.getFieldValue("operator") ?? "");
          // A number of before is no state, and a state no number.
          if (isState !== stateOperators.some((one) => one === chosen) || isState)
            form.setFieldsValue({ operator: isState ? "eq" : "gt", threshold: undefined });
        }}
      />
    </Form.Item>
  );
}

const stateOperators = ["eq", "ne"] as const;

/** States are one or another: there is no more and no less of them. */
function Operator({ form }: { form: FormInstance<FormValues> }) {
  const label = useAlarmLabels();
  const words = useFormModel(form);
  const isState = words.isState(String(Form.useWatch("identifier", form) ?? ""));
  const offered = isState ? stateOperators : ruleOperator.options;
  return (
    <Form.Item name="operator" label={label("operator")} rules={[{ required: true }]}>
      <Select options={offered.map((value) => ({ value, label: label(`operator.${value}`) }))} />
    </Form.Item>
  );
}

/** A number with the property's unit, or one of its states. */
function Threshold({ name, form }: { name: "threshold" | "clearThreshold"; form: FormInstance<FormValues> }) {
  const resourceWord = useResourceLabels(alarmRules);
  const words = useFormModel(form);
  const identifier = String(Form.useWatch("identifier", form) ?? "");
  const property = words.model?.properties.find((one) => one.identifier === identifier);
  const states = optionsOf(property);
  const found = fields.get(name);
  if (found === undefined || (states !== null && name === "clearThreshold")) return null;
  if (states === null) {
    const unit = words.unitOf(identifier);
    return (
      <FormField field={unit === "" ? found : { ...found, unit }} label={resourceWord} autoFocus={false} />
    );
  }
  return (
    <Form.Item name={name} label={resourceWord(found.label)} rules={[{ required: true }]}>
      <Select
        options={states.map((one) => ({
          value: String(one.value),
          label: words.valueText(identifier, one.value),
        }))}
      />
    </Form.Item>
  );
}

function ClearEvent({ form }: { form: FormInstance<FormValues> }) {
  const label = useAlarmLabels();
  const words = useFormModel(form);
  return (
    <Form.Item name="clearEvent" label={label("clearEvent")} rules={[{ required: true }]}>
      <Select
        showSearch={{ optionFilterProp: "label" }}
        options={(words.model?.events ?? []).map(({ identifier }) => ({
          value: identifier,
          label: words.eventName(identifier),
        }))}
      />
    </Form.Item>
  );
}
