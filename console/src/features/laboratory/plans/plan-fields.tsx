/** The fields of a sampling plan: where and when it samples, how, and what is analysed. */
import {
  planMode,
  planPurpose,
  preservative,
  type SamplingPlan,
} from "@tracewater/contract/laboratory/plans";
import { timeZones } from "@tracewater/contract/time-zone";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { AnalyteChoice } from "./analyte-choice.tsx";
import { usePlanLabels } from "./plan-labels.tsx";
import { type NumberField, type PlanValues, takesInterval } from "./plan-values.ts";
import { WeekStrip } from "./week-strip.tsx";

const zones = timeZones.map((value) => ({ value, label: value }));
const required = [{ required: true }];

type Sampler = { deviceId: number; deviceName: string; nickname: string };

export function PlanFields(props: {
  plan: SamplingPlan | null;
  mode: PlanValues["mode"] | undefined;
  samplers: readonly Sampler[];
}) {
  const { plan, mode, samplers } = props;
  const label = usePlanLabels();
  return (
    <>
      <Form.Item name="name" label={label("name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} autoComplete="off" ref={focusOnOpen} />
      </Form.Item>
      <ChoiceItem
        name="purpose"
        options={planPurpose.options.map((value) => ({ value, label: label(`purpose.${value}`) }))}
      />
      <Form.Item name="pointId" label={label("point")} rules={required}>
        <PointSelect known={plan} />
      </Form.Item>
      <SamplerItem samplers={samplers} />
      <Form.Item name="startsAt" label={label("startsAt")} rules={required}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="endsAt" label={label("endsAt")} rules={required}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="zone" label={label("zone")} rules={required}>
        <Select showSearch={{ optionFilterProp: "label" }} options={zones} />
      </Form.Item>
      <ProgramItems mode={mode} />
      <Form.Item name="days" label={label("days")} rules={required} className="record-form-wide">
        <WeekStrip />
      </Form.Item>
      <Form.Item name="analytes" label={label("analytes")} rules={required} className="record-form-wide">
        <AnalyteChoice />
      </Form.Item>
      <ChoiceItem
        name="preservative"
        options={preservative.options.map((value) => ({ value, label: label(`preservative.${value}`) }))}
      />
      <NumberItem name="holdingHours" unit="h" />
      <Form.Item name="note" label={label("note")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}

function SamplerItem({ samplers }: { samplers: readonly Sampler[] }) {
  const { t } = useTranslation("laboratory-plans");
  const label = usePlanLabels();
  return (
    <Form.Item name="deviceId" label={label("device")}>
      <Select
        allowClear
        placeholder={t("form.byHand")}
        options={samplers.map((one) => ({
          value: one.deviceId,
          label: [one.deviceName, one.nickname].filter(Boolean).join(" "),
        }))}
      />
    </Form.Item>
  );
}

/** How the sampler samples; which fields there are depends on the mode. */
function ProgramItems({ mode }: { mode: PlanValues["mode"] | undefined }) {
  const label = usePlanLabels();
  return (
    <>
      <ChoiceItem
        name="mode"
        options={planMode.options.map((value) => ({ value, label: label(`mode.${value}`) }))}
      />
      {takesInterval(mode) ? <NumberItem name="intervalMin" unit="min" /> : null}
      {mode === "vtcv" ? <NumberItem name="pulse" unit="m³" /> : null}
      <NumberItem name="aliquot" unit="mL" />
      <NumberItem name="bottles" />
      <NumberItem name="bottleVolume" unit="mL" />
    </>
  );
}

function NumberItem({ name, unit }: { name: NumberField; unit?: string }) {
  const label = usePlanLabels();
  return (
    <Form.Item name={name} label={label(name)} rules={required}>
      <Input inputMode="decimal" autoComplete="off" suffix={unit ?? <span />} />
    </Form.Item>
  );
}

function ChoiceItem(props: {
  name: "purpose" | "mode" | "preservative";
  options: { value: string; label: string }[];
}) {
  const label = usePlanLabels();
  return (
    <Form.Item name={props.name} label={label(props.name)} rules={required}>
      <Select options={props.options} />
    </Form.Item>
  );
}
