import {
  getControlChart,
  listControlCharts,
  setControlLimits,
} from "@tracewater/contract/laboratory/analytical-batches";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Radio from "antd/es/radio";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { chartUnitOf } from "./chart-unit.ts";
import type { Chart } from "./control-plot.tsx";

type Values = { from: "results" | "given"; first: string; mean: string; deviation: string; reason: string };

/** Limits as a certificate gives them, or those of the first results of the chart. */
export function LimitsDialog({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { t } = useTranslation("laboratory-quality");
  const [form] = Form.useForm<Values>();
  const from = Form.useWatch("from", form) ?? "results";
  const set = useApiMutation(setControlLimits, { handled: true });
  const { unitId, kind, analyte, method, instrument, material } = chart;
  const save = (values: Values) => {
    const key = { unitId, kind, analyte, method, instrument, material, reason: values.reason };
    const body =
      from === "results"
        ? { ...key, first: Number(values.first) }
        : { ...key, mean: Number(values.mean), deviation: Number(values.deviation) };
    set.mutate(
      { body },
      {
        onSuccess: () => {
          for (const call of [getControlChart, listControlCharts]) void invalidate(call);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      centered
      width={460}
      title={t("act.limits")}
      okText={t("limits.set")}
      cancelText={t("cancel")}
      confirmLoading={set.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          from: "results",
          first: String(Math.min(20, chart.points.length)),
          mean: "",
          deviation: "",
          reason: "",
        }}
        onFinish={save}
      >
        <Form.Item name="from">
          <Radio.Group
            options={(["results", "given"] as const).map((value) => ({ value, label: t(`limits.${value}`) }))}
          />
        </Form.Item>
        {from === "results" ? (
          <LimitField name="first" />
        ) : (
          <div className="quality-form">
            <LimitField name="mean" unit={chartUnitOf(kind)} />
            <LimitField name="deviation" unit={chartUnitOf(kind)} />
          </div>
        )}
        <Form.Item name="reason" label={t("limits.reason")} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={500} />
        </Form.Item>
      </Form>
      {set.error === null ? null : (
        <p className="quality-fault" role="alert">
          {set.error.message}
        </p>
      )}
    </Modal>
  );
}

function LimitField({ name, unit }: { name: "first" | "mean" | "deviation"; unit?: string }) {
  const { t } = useTranslation("laboratory-quality");
  return (
    <Form.Item
      name={name}
      label={t(`limits.${name}`)}
      rules={[{ required: true }]}
      extra={name === "first" ? t("limits.firstText") : undefined}
    >
      <Input inputMode="decimal" maxLength={16} suffix={unit} />
    </Form.Item>
  );
}
