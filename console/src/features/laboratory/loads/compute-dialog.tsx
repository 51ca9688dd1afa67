import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { loadWords } from "@tracewater/contract/laboratory/load-words";
import { computeLoads, listLoads, substitution } from "@tracewater/contract/laboratory/loads";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { usePointOptions } from "../../../pickers/point-options.ts";
import { useResourceWords } from "../../../resource/page-resource.ts";
import { placeFaults } from "../../../resource/place-faults.ts";

const shares = ["sampling", "flow", "population"] as const;
type Share = (typeof shares)[number];
type Values = {
  pointId: number;
  from: string;
  until: string;
  substitution: (typeof substitution.options)[number];
  phase: (typeof assayPhase.options)[number];
  source: (typeof assaySource.options)[number];
} & Record<Share, string>;

const defaults = { sampling: "10", flow: "20", population: "20" };
const names = ["pointId", "from", "until", "substitution", "phase", "source"] as const;
const monthMs = 30 * 86_400_000;
const mostTold = 8;

/** Loads of a point for some days; what could not be computed is told with the reason. */
export function ComputeDialog({ pointId, onClose }: { pointId: number | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-loads");
  const word = useResourceWords({ words: loadWords });
  const points = usePointOptions();
  const [form] = Form.useForm<Values>();
  const compute = useApiMutation(computeLoads, { handled: true });
  const told = compute.data?.data;
  const submit = (values: Values) => {
    const uncertainty = Object.fromEntries(shares.map((share) => [share, Number(values[share])]));
    const { pointId, from, until, substitution, phase, source } = values;
    compute.mutate(
      { body: { pointId, from, until, substitution, phase, source, uncertainty } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listLoads);
          if (data.computed > 0) {
            showToast({ tone: "success", text: t("compute.done", { count: data.computed }) });
          }
          if (data.skipped.length === 0 && data.computed > 0) onClose();
        },
        onError: (error) => placeFaults(form, [...names, ...shares], error, "uncertainty"),
      },
    );
  };
  const choice = (name: "substitution" | "phase" | "source", options: readonly string[]) => (
    <Form.Item name={name} label={word(name)}>
      <Select options={options.map((value) => ({ value, label: word(`${name}.${value}`) }))} />
    </Form.Item>
  );
  return (
    <Modal
      open
      centered
      width={640}
      title={t("compute.title")}
      okText={t("compute.submit")}
      cancelText={t(told === undefined ? "compute.cancel" : "compute.close")}
      confirmLoading={compute.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          ...{ pointId, from: formatDay(Date.now() - monthMs), until: formatDay(Date.now()) },
          ...{ substitution: "zero", phase: "liquid", source: "lcms", ...defaults },
        }}
        onFinish={submit}
      >
        <Form.Item name="pointId" label={word("pointName")} rules={[{ required: true }]}>
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
          {choice("substitution", substitution.options)}
          {choice("source", assaySource.options)}
          {choice("phase", assayPhase.options)}
        </div>
        <p className="load-assumed">{t("compute.assumed")}</p>
        <div className="load-form load-form-narrow">
          {shares.map((share) => (
            <Form.Item key={share} name={share} label={t(`compute.${share}`)}>
              <Input inputMode="decimal" maxLength={8} suffix="%" />
            </Form.Item>
          ))}
        </div>
        <p className="load-quiet">{t("compute.assumedText")}</p>
      </Form>
      {told === undefined ? null : (
        <div role="status">
          {told.computed === 0 ? <strong>{t("compute.nothing")}</strong> : null}
          {told.skipped.length === 0 ? null : (
            <>
              <p>{t("compute.skipped", { count: told.skipped.length })}</p>
              <ul className="load-notes">
                {told.skipped.slice(0, mostTold).map(({ sampledOn, analyte, reason }) => (
                  <li key={`${sampledOn} ${analyte}`}>
                    <span className="num">{sampledOn}</span> {word(`analyte.${analyte}`)}:{" "}
                    {t(`compute.reason.${reason}`)}
                  </li>
                ))}
                {told.skipped.length > mostTold ? (
                  <li>{t("compute.more", { count: told.skipped.length - mostTold })}</li>
                ) : null}
              </ul>
            </>
          )}
        </div>
      )}
      {compute.error === null || compute.error.fields.length > 0 ? null : (
        <p className="load-fault" role="alert">
          {compute.error.message}
        </p>
      )}
    </Modal>
  );
}
