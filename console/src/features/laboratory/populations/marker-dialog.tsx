import {
  addMarkerResults,
  type PointPopulation,
  type SampleMarker,
  sampleMarker,
} from "@tracewater/contract/laboratory/populations";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";

type Figure = { value?: string; uncertainty?: string };
type Values = { samplingId: number; source: string } & Partial<Record<SampleMarker, Figure>>;

/** Chemical parameters of one 24-hour composite; empty ones are left out. */
export function MarkerDialog(props: { data: PointPopulation; onClose: () => void; onSaved: () => void }) {
  const { data, onClose, onSaved } = props;
  const { t } = useTranslation("laboratory-populations");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addMarkerResults, { handled: true });
  const given = (values: Values) =>
    sampleMarker.options.flatMap((marker) => {
      const { value = "", uncertainty = "" } = values[marker] ?? {};
      if (value.trim() === "") return [];
      return [
        { marker, value: Number(value), uncertainty: uncertainty.trim() === "" ? null : Number(uncertainty) },
      ];
    });
  const submit = (values: Values) => {
    const results = given(values);
    if (results.length === 0) {
      form.setFields([{ name: ["nh4n", "value"], errors: [t("enter.nothing")] }]);
      return;
    }
    add.mutate(
      { body: { samplingId: values.samplingId, results, source: values.source } },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t("enter.done", { count: results.length }) });
          onSaved();
          onClose();
        },
        onError: (error) =>
          form.setFields(
            error.fields.map(({ field, message }) => ({ name: placeOf(field, results), errors: [message] })),
          ),
      },
    );
  };
  return (
    <Modal
      open
      centered
      width={520}
      title={t("markers.enter")}
      okText={t("enter.save")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={{ source: "" }} onFinish={submit}>
        <MarkerFields samples={data.samples} />
      </Form>
      {add.error === null || add.error.fields.length > 0 ? null : (
        <p className="population-warn" role="alert">
          {add.error.message}
        </p>
      )}
    </Modal>
  );
}

function MarkerFields({ samples }: Pick<PointPopulation, "samples">) {
  const { t } = useTranslation("laboratory-populations");
  return (
    <>
      <Form.Item
        name="samplingId"
        label={t("enter.sample")}
        rules={[{ required: true }]}
        extra={samples.length === 0 ? t("enter.noSamples") : undefined}
      >
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={samples.map((one) => ({
            value: one.samplingId,
            label: `${one.day} · ${one.sampleNo}`,
          }))}
        />
      </Form.Item>
      {sampleMarker.options.map((marker) => (
        <div key={marker} className="population-form">
          <Form.Item name={[marker, "value"]} label={t(`methods.${marker}`)} rules={[numberRule(t("wrong"))]}>
            <Input inputMode="decimal" maxLength={12} suffix="mg/L" />
          </Form.Item>
          <Form.Item
            name={[marker, "uncertainty"]}
            label={t("enter.uncertainty")}
            rules={[numberRule(t("wrong"))]}
          >
            <Input inputMode="decimal" maxLength={12} prefix="±" suffix="mg/L" />
          </Form.Item>
        </div>
      ))}
      <Form.Item name="source" label={t("enter.source")}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  );
}

export function numberRule(message: string) {
  return { pattern: /^\s*\d+(\.\d+)?\s*$/, message };
}

type Place = "source" | "samplingId" | [SampleMarker, "value" | "uncertainty"];

function placeOf(field: string, results: readonly { marker: SampleMarker }[]): Place {
  const [, at, part] = /^results\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const marker = at === undefined ? undefined : results[Number(at)]?.marker;
  if (marker === undefined) return field === "source" ? "source" : "samplingId";
  return [marker, part === "uncertainty" ? "uncertainty" : "value"];
}
