/** The dialog of a report: its choices, and the call that makes it or schedules it. */
import { daySets } from "@tracewater/contract/laboratory/load-series";
import {
  addReportSchedule,
  listReportSchedules,
  listReports,
  makeReport,
} from "@tracewater/contract/laboratory/reports";
import { localeOf } from "@tracewater/contract/locales";
import Form, { type FormInstance } from "antd/es/form";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { initialChoices, noYear, type ReportChoices, type ReportFrequency } from "./report-choices.ts";
import { ReportFields } from "./report-fields.tsx";

const frequencies: readonly ReportFrequency[] = ["once", "week", "month"];
const names = ["pointId", "from", "until", "analytes", "substitution", "daySet", "factors"] as const;

/** `presetPoint`: the point of the page that led here. */
type Props = { presetPoint?: number | undefined; onClose: () => void };

/** The choices of a report: made now, or each week or month from now on. */
export function ReportDialog({ presetPoint, onClose }: Props) {
  const { t, i18n } = useTranslation("laboratory-reports");
  const [form] = Form.useForm<ReportChoices>();
  const [frequency, setFrequency] = useState<ReportFrequency>("once");
  const { submit, error, isSaving } = useSubmitReport(form, frequency, onClose);
  return (
    <Modal
      open
      centered
      width={720}
      title={t("dialog.title")}
      okText={t("dialog.submit")}
      cancelText={t("dialog.close")}
      confirmLoading={isSaving}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<ReportChoices>
        form={form}
        layout="vertical"
        initialValues={initialChoices(presetPoint, localeOf(i18n.language))}
        onFinish={submit}
      >
        <Form.Item label={t("dialog.when")} extra={frequency === "once" ? undefined : t("dialog.whenText")}>
          <Segmented<ReportFrequency>
            value={frequency}
            onChange={setFrequency}
            options={frequencies.map((value) => ({ value, label: t(`dialog.${value}`) }))}
          />
        </Form.Item>
        <ReportFields frequency={frequency} />
      </Form>
      {error === null || error.fields.length > 0 ? null : (
        <p className="report-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
  );
}

function useSubmitReport(form: FormInstance<ReportChoices>, frequency: ReportFrequency, onClose: () => void) {
  const { t } = useTranslation("laboratory-reports");
  const navigate = useNavigate();
  const make = useApiMutation(makeReport, { handled: true });
  const schedule = useApiMutation(addReportSchedule, { handled: true });
  const onError = (fault: ApiError) =>
    form.setFields(
      names.flatMap((name) => {
        const message = fault.messageAt(name);
        return message === undefined ? [] : [{ name, errors: [message] }];
      }),
    );
  const submit = (values: ReportChoices) => {
    const { pointId, from = "", until = "", daySet, europeanYear, ...rest } = values;
    const year = europeanYear === noYear ? null : europeanYear;
    const choices = { ...rest, daySet: daySets[daySet], europeanYear: year };
    if (frequency === "once") {
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
      { body: { pointId, every: frequency, ...choices } },
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
  return { submit, error: make.error ?? schedule.error, isSaving: make.isPending || schedule.isPending };
}
