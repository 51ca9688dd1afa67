/** The fields of a report: its sampling point, its period, its analytes and how the loads are evaluated. */
import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { type DaySetName, daySets } from "@tracewater/contract/laboratory/load-series";
import { substitution } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { reportChoices } from "@tracewater/contract/laboratory/reports";
import Form from "antd/es/form";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import {
  europeanYears,
  noYear,
  optionalKinds,
  type ReportChoices,
  type ReportFrequency,
} from "./report-choices.ts";

export function ReportFields({ frequency }: { frequency: ReportFrequency }) {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
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
      {frequency !== "once" ? null : (
        <div className="report-form">
          <Form.Item name="from" label={t("dialog.from")} rules={[{ required: true }]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="until" label={t("dialog.until")} rules={[{ required: true }]}>
            <DayInput />
          </Form.Item>
        </div>
      )}
      <Form.Item name="analytes" label={label("analytes")} rules={[{ required: true }]}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: "label" }}
          options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
        />
      </Form.Item>
      <EvaluationFields />
      <OtherKinds label={label} />
      <p className="report-quiet">{t(frequency === "week" ? "dialog.weeks" : "dialog.uncertainty")}</p>
    </>
  );
}

/** How the loads are evaluated, and in which language the report is. */
function EvaluationFields() {
  const { t } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const choice = (name: keyof ReportChoices, options: { value: string | number; label: string }[]) => (
    <Form.Item name={name} label={label(name)}>
      <Select options={options} />
    </Form.Item>
  );
  const named = (name: string, options: readonly string[]) =>
    options.map((value) => ({ value, label: label(`${name}.${value}`) }));
  return (
    <div className="report-form">
      {choice("substitution", named("substitution", substitution.options))}
      {choice(
        "daySet",
        (Object.keys(daySets) as DaySetName[]).map((value) => ({ value, label: t(`set.${value}`) })),
      )}
      {choice("factors", named("factors", reportChoices.shape.factors.unwrap().options))}
      {choice("source", named("source", assaySource.options))}
      {choice("phase", named("phase", assayPhase.options))}
      {choice("europeanYear", [
        { value: noYear, label: t("dialog.noYear") },
        ...europeanYears.map((value) => ({ value, label: String(value) })),
      ])}
      {choice("language", named("language", ["en", "zh"]))}
    </div>
  );
}

/** A report of samples that do not cover a day is asked for by name. */
function OtherKinds({ label }: { label: (key: string) => string }) {
  const { t } = useTranslation("laboratory-reports");
  return (
    <Form.Item name="includeKinds" label={label("includeKinds")} extra={t("dialog.otherKinds")}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: "label" }}
        options={optionalKinds.map((value) => ({ value, label: label(`kind.${value}`) }))}
      />
    </Form.Item>
  );
}
