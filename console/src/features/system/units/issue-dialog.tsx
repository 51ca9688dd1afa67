import { grantLicence, issueLicence, listLicences } from "@tracewater/contract/system/licences";
import { type Unit, units } from "@tracewater/contract/system/units";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { siteConfig } from "../../../kit/site-config.ts";
import { showToast } from "../../../kit/toasts.ts";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = {
  validFrom: string;
  validUntil: string;
  mostDevices: string;
  mostUsers: string;
  enterWithin: string;
};
const names = ["validFrom", "validUntil", "mostDevices", "mostUsers", "enterWithin"] as const;

/** Authorizes a unit at once, or by a code that is shown this once. */
export function IssueDialog(props: { unit: Unit; how: "issue" | "grant"; onClose: () => void }) {
  const { unit, how, onClose } = props;
  const { t } = useTranslation("system-units");
  const [form] = Form.useForm<Values>();
  const [code, setCode] = useState<{ code: string; enterBy: string } | null>(null);
  const issue = useApiMutation(issueLicence, { handled: true });
  const grant = useApiMutation(grantLicence, { handled: true });
  const running = how === "issue" ? issue : grant;

  const done = () => {
    void invalidate(listLicences);
    void invalidate(units.calls.get);
    void invalidate(units.calls.list);
  };
  const onError = (error: ApiError) => placeFaults(form, names, error);

  function submit(values: Values): void {
    const terms = {
      unitId: unit.deptId,
      validFrom: values.validFrom,
      validUntil: values.validUntil,
      mostDevices: toLimit(values.mostDevices),
      mostUsers: toLimit(values.mostUsers),
    };
    if (how === "issue") {
      const body = { ...terms, enterWithin: Number(values.enterWithin) };
      const onSuccess = ({ data }: { data: { code: string; enterBy: string } }) => {
        setCode(data);
        done();
      };
      issue.mutate({ body }, { onError, onSuccess });
      return;
    }
    grant.mutate(
      { body: terms },
      {
        onError,
        onSuccess: () => {
          done();
          showToast({ tone: "success", text: t("licence.granted") });
          onClose();
        },
      },
    );
  }

  if (code !== null) return <CodeDialog {...code} unit={unit} onClose={onClose} />;
  const unplaced = unplacedOf(running.error, names);
  return (
    <Modal
      open
      centered
      width={560}
      title={t(`licence.${how}Title`, { unit: unit.name })}
      okText={t(`licence.${how}Do`)}
      cancelText={t("cancel")}
      confirmLoading={running.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="unit-hint">{t(`licence.${how}Hint`)}</p>
      <Form
        form={form}
        className="unit-form"
        layout="vertical"
        initialValues={firstValues()}
        onFinish={submit}
      >
        <Field name="validFrom" label={t("licence.from")} isDay required />
        <Field name="validUntil" label={t("licence.until")} isDay required />
        <Field name="mostDevices" label={t("licence.mostDevices")} placeholder={t("licence.free")} />
        <Field name="mostUsers" label={t("licence.mostUsers")} placeholder={t("licence.free")} />
        {how === "issue" ? <Field name="enterWithin" label={t("licence.enterWithin")} required /> : null}
      </Form>
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced}
        </p>
      )}
    </Modal>
  );
}

function Field(props: {
  name: keyof Values;
  label: string;
  isDay?: boolean;
  required?: boolean;
  placeholder?: string;
}) {
  const { t } = useTranslation("system-units");
  const missing = { required: true, message: t("missing", { label: props.label }) };
  const whole = { pattern: /^\d{1,8}$/, message: t("whole") };
  return (
    <Form.Item
      name={props.name}
      label={props.label}
      rules={[...(props.required ? [missing] : []), ...(props.isDay ? [] : [whole])]}
    >
      {props.isDay ? (
        <DayInput />
      ) : (
        <Input inputMode="numeric" placeholder={props.placeholder} autoComplete="off" />
      )}
    </Form.Item>
  );
}

/** The code, this once: the server keeps none that could be entered. */
function CodeDialog(props: { unit: Unit; code: string; enterBy: string; onClose: () => void }) {
  const { t } = useTranslation("system-units");
  const copy = () =>
    navigator.clipboard.writeText(props.code).then(
      () => showToast({ tone: "success", text: t("licence.copied") }),
      () => showToast({ tone: "warning", text: t("licence.copyByHand") }),
    );
  return (
    <Modal
      open
      centered
      width={560}
      title={t("licence.codeTitle", { unit: props.unit.name })}
      mask={{ closable: false }}
      onCancel={props.onClose}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t("licence.codeDone")}
        </Button>
      }
    >
      <p>{t("licence.codeText", { time: props.enterBy })}</p>
      <div className="unit-code">
        <code>{props.code}</code>
        <Button icon={<Copy size={15} />} onClick={() => void copy()}>
          {t("licence.copy")}
        </Button>
      </div>
    </Modal>
  );
}

function toLimit(text: string | undefined): number | null {
  return text === undefined || text === "" ? null : Number(text);
}

/** A year from today, as the server's zone has it. */
function firstValues(): Values {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: siteConfig.zone, dateStyle: "short" }).format();
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + 365);
  const validUntil = last.toISOString().slice(0, 10);
  return { validFrom: today, validUntil, mostDevices: "", mostUsers: "", enterWithin: "14" };
}
