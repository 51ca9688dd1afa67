import {
  addSampling,
  changeSampling,
  flowSource,
  getSampling,
  listSamplings,
  type Sampling,
  samplingKind,
} from "@tracewater/contract/laboratory/samplings";
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
import { useSampleWords } from "../../../pickers/sample-words.tsx";
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
  ] as const),
  ...numberFields,
];

/** A sample taken by hand, or the correction of one; what the server refuses stands at its field. */
export function SamplingForm({ sampling, onClose }: { sampling: Sampling | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  const word = useSampleWords();
  const [form] = Form.useForm<SamplingValues>();
  const pointId = Form.useWatch("pointId", form) ?? null;
  const began = Form.useWatch("began", form) ?? "";
  const session = useSession();
  const add = useApiMutation(addSampling, { handled: true });
  const change = useApiMutation(changeSampling, { handled: true });
  const done = {
    onSuccess: () => {
      void invalidate(listSamplings);
      void invalidate(getSampling);
      showToast({ tone: "success", text: t(sampling === null ? "add.done" : "change.done") });
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
    else change.mutate({ body: { ...body, samplingId: sampling.samplingId } }, done);
  };
  const unplaced = unplacedOf(add.error ?? change.error, names);
  const isAuto = sampling?.origin === "auto";
  const required = [{ required: true }];
  const number = (name: (typeof numberFields)[number], unit?: string) => (
    <Form.Item name={name} label={word(name)}>
      <Input inputMode="decimal" autoComplete="off" suffix={unit ?? <span />} />
    </Form.Item>
  );
  return (
    <Modal
      open
      centered
      width={760}
      title={t(sampling === null ? "add.title" : "change.title", { no: sampling?.sampleNo })}
      okText={t("form.save")}
      cancelText={t("form.cancel")}
      confirmLoading={add.isPending || change.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<SamplingValues>
        form={form}
        layout="vertical"
        scrollToFirstError
        className="record-form"
        initialValues={startValues(sampling, session?.user.nickName ?? "")}
        onFinish={submit}
        // A plan is of one point.
        onValuesChange={(changed) => {
          if ("pointId" in changed) form.setFieldsValue({ planId: null });
        }}
      >
        {sampling === null ? (
          <Form.Item
            name="bodyCode"
            label={word("bodyCode")}
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
        <Form.Item name="kind" label={word("kind")} rules={required}>
          <Select options={samplingKind.options.map((value) => ({ value, label: word(`kind.${value}`) }))} />
        </Form.Item>
        <Form.Item name="pointId" label={word("point")} rules={required}>
          <PointSelect known={sampling} />
        </Form.Item>
        <Form.Item
          name="samplerPerson"
          label={word("samplerPerson")}
          rules={[{ required: true, whitespace: true }]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="began" label={word("began")} rules={required}>
          <DayInput precision="minute" disabled={isAuto} />
        </Form.Item>
        <Form.Item name="ended" label={word("ended")} rules={required}>
          <DayInput precision="minute" disabled={isAuto} />
        </Form.Item>
        <Form.Item name="planId" label={word("plan")}>
          <PlanSelect pointId={pointId} at={fromZonedInput(began)} known={sampling} />
        </Form.Item>
        {number("volume", "mL")}
        {number("waterTemp", "°C")}
        {number("ph")}
        {number("conductivity", "µS/cm")}
        {number("flow", "m³/d")}
        <Form.Item name="flowSource" label={word("flowSource")}>
          <Select
            allowClear
            options={flowSource.options.map((value) => ({ value, label: word(`flowSource.${value}`) }))}
          />
        </Form.Item>
        {number("latitude", "°")}
        {number("longitude", "°")}
        <Form.Item name="note" label={word("note")} className="record-form-wide">
          <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
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
