import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import { type DaySetName, daySets } from "@tracewater/contract/laboratory/load-series";
import { substitution } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import {
  addReportSchedule,
  listReportSchedules,
  listReports,
  makeReport,
  reportChoices,
} from "@tracewater/contract/laboratory/reports";
import { type Locale, localeOf } from "@tracewater/contract/locales";
import Form from "antd/es/form";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";

type When = "once" | "week" | "month";
type Values = {
  pointId: number;
  from?: string;
  until?: string;
  analytes: AnalyteName[];
  substitution: (typeof substitution.options)[number];
  daySet: DaySetName;
  factors: "inForce" | "shipped";
  source: (typeof assaySource.options)[number];
  phase: (typeof assayPhase.options)[number];
  europeanYear: number;
  language: Locale;
  includeKinds: (typeof optionalKinds)[number][];
};

const whens: readonly When[] = ["once", "week", "month"];
const names = ["pointId", "from", "until", "analytes", "substitution", "daySet", "factors"] as const;
const monthMs = 30 * 86_400_000;
/** What EUDA reports of, by what it measures. */
const defaultAnalytes: AnalyteName[] = ["mamp", "ketamine", "mdma", "benzoylEconine", "o6Acethyl"];
const firstYear = 2011;
const lastYear = 2024;
const noYear = 0;
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => lastYear - at);
/** Samples that are no 24-hour composite, and may stand in a report that says so. */
const optionalKinds = ["composite", "grab"] as const;

/** `presetPoint`: the point of the page that led here. */
type Props = { presetPoint?: number | undefined; onClose: () => void };

/** The choices of a report: made now, or each week or month from now on. */
export function ReportDialog({ presetPoint, onClose }: Props) {
  const { t, i18n } = useTranslation("laboratory-reports");
  const label = useResourceLabels({ labels: reportLabels });
  const navigate = useNavigate();
  const points = usePointOptions();
  const [form] = Form.useForm<Values>();
  const [when, setWhen] = useState<When>("once");
  const make = useApiMutation(makeReport, { handled: true });
  const schedule = useApiMutation(addReportSchedule, { handled: true });
  const error = make.error ?? schedule.error;
  const onError = (fault: ApiError) =>
    form.setFields(
      names.flatMap((name) => {
        const message = fault.messageAt(name);
        return message === undefined ? [] : [{ name, errors: [message] }];
      }),
    );
  const submit = (values: Values) => {
    const { pointId, from = "", until = "", daySet, europeanYear, ...rest } = values;
    const year = europeanYear === noYear ? null : europeanYear;
    const choices = { ...rest, daySet: daySets[daySet], europeanYear: year };
    if (when === "once") {
      make.mutate(
        { body: { pointId, from, until, ...choices } },
        {
          onError,
          onSuccess: ({ data }) => {
            void invalidate(listReports);
            onClose();
            void navigate(`/report/samplePointDetail?id=${data.reportId}`);
          },
        },
      );
      return;
    }
    schedule.mutate(
      { body: { pointId, every: when, ...choices } },
      {
        onError,
        onSuccess: () => {
          void invalidate(listReportSchedules);
          showToast({ tone: "success", text: t("dialog.scheduled") });
          onClose();
        },
      },
    );
  };
  const choice = (name: keyof Values, options: { value: string | number; label: string }[]) => (
    <Form.Item name={name} label={label(name)}>
      <Select options={options} />
    </Form.Item>
  );
  const named = (name: string, options: readonly string[]) =>
    options.map((value) => ({ value, label: label(`${name}.${value}`) }));
  return (
    <Modal
      open
      centered
      width={720}
      title={t("dialog.title")}
      okText={t("dialog.submit")}
      cancelText={t("dialog.close")}
      confirmLoading={make.isPending || schedule.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          ...{
            from: formatDay(Date.now() - monthMs),
            until: formatDay(Date.now()),
            analytes: defaultAnalytes,
          },
          ...(presetPoint === undefined ? {} : { pointId: presetPoint }),
          ...{ substitution: "zero", daySet: "euda", factors: "inForce", source: "lcms", phase: "liquid" },
          ...{ europeanYear: lastYear, language: localeOf(i18n.language), includeKinds: [] },
        }}
        onFinish={submit}
      >
        <Form.Item label={t("dialog.when")} extra={when === "once" ? undefined : t("dialog.whenText")}>
          <Segmented<When>
            value={when}
            onChange={setWhen}
            options={whens.map((value) => ({ value, label: t(`dialog.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="pointId" label={label("pointName")} rules={[{ required: true }]}>
          <Select
            showSearch={{ filterOption: false, onSearch: points.onSearch }}
            loading={points.loading}
            options={points.options}
          />
        </Form.Item>
        {when !== "once" ? null : (
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
            options={named("analyte", analyteName.options)}
          />
        </Form.Item>
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
            ...years.map((value) => ({ value, label: String(value) })),
          ])}
          {choice("language", named("language", ["en", "zh"]))}
        </div>
        <OtherKinds label={label} />
        <p className="report-quiet">{t(when === "week" ? "dialog.weeks" : "dialog.uncertainty")}</p>
      </Form>
      {error === null || error.fields.length > 0 ? null : (
        <p className="report-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
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
