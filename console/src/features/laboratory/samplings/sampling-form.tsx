import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import {
  addSampling,
  changeSampling,
  correctSampling,
  flowSource,
  getSampling,
  listSamplings,
  type Sampling,
} from "@tracewater/contract/laboratory/samplings";
import { personLabel } from "@tracewater/contract/system/person-label";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PlanSelect } from "../../../pickers/plan-select.tsx";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { numberFields, type SamplingValues, toBody } from "./sampling-values.ts";

const names = [
  ...([
    "bodyCode",
    "kind",
    "pointId",
    "planId",
    "began",
    "ended",
    "samplerPerson",
    "flowSource",
    "note",
    "reason",
  ] as const),
  ...numberFields,
];

/**
 * A sample taken by hand, a change of one, or after the seal its correction with a reason; what the server refuses is
 * at its field.
 */
export function SamplingForm({ sampling, onClose }: { sampling: Sampling | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const [form] = Form.useForm<SamplingValues>();
  const pointId = Form.useWatch("pointId", form) ?? null;
  const began = Form.useWatch("began", form) ?? "";
  const session = useSession();
  const add = useApiMutation(addSampling, { handled: true });
  const change = useApiMutation(changeSampling, { handled: true });
  const correct = useApiMutation(correctSampling, { handled: true });
  const what = sampling === null ? "add" : sampling.state === "taken" ? "change" : "correct";
  const done = {
    onSuccess: () => {
      void invalidate(listSamplings);
      void invalidate(getSampling);
      showToast({ tone: "success", text: t(`${what}.done`) });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = (values: SamplingValues) => {
    const { body, faults } = toBody(values, sampling, {
      notTime: t("form.notTime"),
      notNumber: t("form.notNumber"),
    });
    if (body === null) form.setFields(faults);
    else if (sampling === null) add.mutate({ body: { ...body, bodyCode: values.bodyCode } }, done);
    else {
      const changed = { ...body, samplingId: sampling.samplingId };
      if (what === "change") change.mutate({ body: changed }, done);
      else correct.mutate({ body: { ...changed, reason: values.reason ?? "" } }, done);
    }
  };
  const unplaced = unplacedOf(add.error ?? change.error ?? correct.error, names);
  const isAuto = sampling?.origin === "auto";
  const required = [{ required: true }];
  const number = (name: (typeof numberFields)[number], unit?: string) => (
    <Form.Item name={name} label={label(name)}>
      <Input inputMode="decimal" autoComplete="off" suffix={unit ?? <span />} />
    </Form.Item>
  );
  return (
    <Modal
      open
      centered
      width={760}
      title={t(`${what}.title`, { no: sampling?.sampleNo })}
      okText={t("form.save")}
      cancelText={t("form.cancel")}
      confirmLoading={add.isPending || change.isPending || correct.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<SamplingValues>
        form={form}
        layout="vertical"
        scrollToFirstError
        className="record-form"
        initialValues={startValues(sampling, session === null ? "" : personLabel(session.user))}
        onFinish={submit}
        // A plan is of one point.
        onValuesChange={(changed) => {
          if ("pointId" in changed) form.setFieldsValue({ planId: null });
        }}
      >
        {sampling === null ? (
          <Form.Item
            name="bodyCode"
            label={label("bodyCode")}
            rules={[{ required: true, whitespace: true }]}
            extra={t("form.scan")}
          >
            <Input
              className="code"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              autoFocus
              suffix={
                <ScanButton
                  label={t("form.camera")}
                  onCode={(code) => form.setFieldsValue({ bodyCode: code })}
                />
              }
            />
          </Form.Item>
        ) : null}
        <Form.Item name="kind" label={label("kind")} rules={required}>
          <Select options={samplingKind.options.map((value) => ({ value, label: label(`kind.${value}`) }))} />
        </Form.Item>
        <Form.Item name="pointId" label={label("point")} rules={required}>
          <PointSelect known={sampling} />
        </Form.Item>
        <Form.Item
          name="samplerPerson"
          label={label("samplerPerson")}
          rules={[{ required: true, whitespace: true }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="began" label={label("began")} rules={required}>
          <DayInput precision="minute" disabled={isAuto} />
        </Form.Item>
        <Form.Item name="ended" label={label("ended")} rules={required}>
          <DayInput precision="minute" disabled={isAuto} />
        </Form.Item>
        <Form.Item name="planId" label={label("plan")}>
          <PlanSelect pointId={pointId} at={fromZonedInput(began)} known={sampling} />
        </Form.Item>
        {number("volume", "mL")}
        {number("waterTemp", "°C")}
        {number("ph")}
        {number("conductivity", "µS/cm")}
        {number("flow", "m³/d")}
        <Form.Item name="flowSource" label={label("flowSource")}>
          <Select
            allowClear
            options={flowSource.options.map((value) => ({ value, label: label(`flowSource.${value}`) }))}
          />
        </Form.Item>
        {number("latitude", "°")}
        {number("longitude", "°")}
        <Form.Item name="note" label={label("note")} className="record-form-wide">
          <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
        {what === "correct" ? (
          <Form.Item
            name="reason"
            label={t("correct.reason")}
            extra={`${t("correct.why")} ${t("correct.kept")}`}
            rules={[{ required: true, whitespace: true }]}
            className="record-form-wide"
          >
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
          </Form.Item>
        ) : null}
      </Form>
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced}
        </p>
      )}
    </Modal>
  );
}

function startValues(sampling: Sampling | null, person: string): Partial<SamplingValues> {
  if (sampling === null) {
    const now = toZonedInput(Date.now());
    return { kind: "grab", began: now, ended: now, samplerPerson: person, note: "" };
  }
  const { kind, pointId, planId, samplerPerson, note, flowSource: source } = sampling;
  const numbers = numberFields.map((name) => [name, sampling[name] === null ? "" : String(sampling[name])]);
  return {
    ...{
      kind,
      planId,
      samplerPerson,
      note,
      began: toZonedInput(sampling.began),
      ended: toZonedInput(sampling.ended),
    },
    ...(pointId === null ? {} : { pointId }),
    ...(source === null ? {} : { flowSource: source }),
    ...Object.fromEntries(numbers),
  };
}
