/** The fields of a sample: what was taken, where and when, and what was measured on the spot. */
import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { flowSource, type Sampling } from "@tracewater/contract/laboratory/samplings";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { PlanSelect } from "../../../pickers/plan-select.tsx";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";
import type { NumberField, SamplingValues } from "./sampling-values.ts";

const required = [{ required: true }];
const requiredText = [{ required: true, whitespace: true }];

export function SamplingFields(props: { sampling: Sampling | null; isCorrection: boolean }) {
  const { sampling } = props;
  const label = useSampleLabels();
  const isAuto = sampling?.origin === "auto";
  return (
    <>
      {sampling === null ? <BottleCodeItem /> : null}
      <Form.Item name="kind" label={label("kind")} rules={required}>
        <Select options={samplingKind.options.map((value) => ({ value, label: label(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="pointId" label={label("point")} rules={required}>
        <PointSelect known={sampling} />
      </Form.Item>
      <Form.Item name="samplerPerson" label={label("samplerPerson")} rules={requiredText}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="began" label={label("began")} rules={required}>
        <DayInput precision="minute" disabled={isAuto} />
      </Form.Item>
      <Form.Item name="ended" label={label("ended")} rules={required}>
        <DayInput precision="minute" disabled={isAuto} />
      </Form.Item>
      <PlanItem sampling={sampling} />
      <FieldMeasurements />
      <Form.Item name="note" label={label("note")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      {props.isCorrection ? <ReasonItem /> : null}
    </>
  );
}

function BottleCodeItem() {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  const form = Form.useFormInstance<SamplingValues>();
  return (
    <Form.Item name="bodyCode" label={label("bodyCode")} rules={requiredText} extra={t("form.scan")}>
      <Input
        className="code"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        ref={focusOnOpen}
        suffix={
          <ScanButton label={t("form.camera")} onCode={(code) => form.setFieldsValue({ bodyCode: code })} />
        }
      />
    </Form.Item>
  );
}

/** The plans of the chosen point at the chosen time. */
function PlanItem({ sampling }: { sampling: Sampling | null }) {
  const label = useSampleLabels();
  const form = Form.useFormInstance<SamplingValues>();
  const pointId = Form.useWatch("pointId", form) ?? null;
  const began = Form.useWatch("began", form) ?? "";
  return (
    <Form.Item name="planId" label={label("plan")}>
      <PlanSelect pointId={pointId} at={fromZonedInput(began)} known={sampling} />
    </Form.Item>
  );
}

function FieldMeasurements() {
  const label = useSampleLabels();
  return (
    <>
      <NumberItem name="volume" unit="mL" />
      <NumberItem name="waterTemp" unit="°C" />
      <NumberItem name="ph" />
      <NumberItem name="conductivity" unit="µS/cm" />
      <NumberItem name="flow" unit="m³/d" />
      <Form.Item name="flowSource" label={label("flowSource")}>
        <Select
          allowClear
          options={flowSource.options.map((value) => ({ value, label: label(`flowSource.${value}`) }))}
        />
      </Form.Item>
      <NumberItem name="latitude" unit="°" />
      <NumberItem name="longitude" unit="°" />
    </>
  );
}

function NumberItem({ name, unit }: { name: NumberField; unit?: string }) {
  const label = useSampleLabels();
  return (
    <Form.Item name={name} label={label(name)}>
      <Input inputMode="decimal" autoComplete="off" suffix={unit ?? <span />} />
    </Form.Item>
  );
}

function ReasonItem() {
  const { t } = useTranslation("laboratory-samplings");
  return (
    <Form.Item
      name="reason"
      label={t("correct.reason")}
      extra={`${t("correct.why")} ${t("correct.kept")}`}
      rules={requiredText}
      className="record-form-wide"
    >
      <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
    </Form.Item>
  );
}
