import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { substitution } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { sampleUse } from "@tracewater/wbe/sample-use";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** Samples that are no 24-hour composite and no quality control. */
const optional = samplingKind.options.filter((kind) => sampleUse(kind) === "onRequest");

/** Of which point and days loads are computed, and from which results. */
export function LoadFields() {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  const points = usePointOptions();
  return (
    <>
      <Form.Item name="pointId" label={label("pointName")} rules={[{ required: true }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: points.onSearch }}
          loading={points.loading}
          options={points.options}
        />
      </Form.Item>
      <div className="load-form">
        <Form.Item name="from" label={t("compute.from")} rules={[{ required: true }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="until" label={t("compute.until")} rules={[{ required: true }]}>
          <DayInput />
        </Form.Item>
        <ChoiceField name="substitution" options={substitution.options} />
        <ChoiceField name="source" options={assaySource.options} />
        <ChoiceField name="phase" options={assayPhase.options} />
        <Form.Item name="duplicates" label={report("duplicates")}>
          <Select
            options={(["mean", "primary"] as const).map((value) => ({
              value,
              label: report(`duplicates.${value}`),
            }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="includeKinds" label={t("compute.includeKinds")} extra={t("compute.includeText")}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: "label" }}
          options={optional.map((value) => ({ value, label: label(`kind.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="qualityReason" label={report("qualityReason")} extra={t("compute.qualityText")}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  );
}

function ChoiceField(props: { name: "substitution" | "phase" | "source"; options: readonly string[] }) {
  const { name, options } = props;
  const label = useResourceLabels({ labels: loadLabels });
  return (
    <Form.Item name={name} label={label(name)}>
      <Select options={options.map((value) => ({ value, label: label(`${name}.${value}`) }))} />
    </Form.Item>
  );
}
