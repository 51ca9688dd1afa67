import { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { computeLoads, listLoads, substitution } from "@tracewater/contract/laboratory/loads";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { type SamplingKind, samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { sampleUse } from "@tracewater/wbe/sample-use";
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
import { useResourceLabels } from "../../../resource/page-resource.ts";
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
  includeKinds: SamplingKind[];
  duplicates: "mean" | "primary";
  qualityReason: string;
} & Record<Share | "bias" | "stability", string>;

const defaults = { sampling: "10", flow: "20", population: "20", bias: "", stability: "0" };
const names = [
  ...(["pointId", "from", "until", "substitution", "phase", "source"] as const),
  ...(["includeKinds", "duplicates", "qualityReason"] as const),
];
/** Samples that are no 24-hour composite and no quality control. */
const optional = samplingKind.options.filter((kind) => sampleUse(kind) === "onRequest");
const monthMs = 30 * 86_400_000;
const maxListed = 8;

/** Loads of a point for some days; what could not be computed is reported with the reason. */
export function ComputeDialog({ pointId, onClose }: { pointId: number | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-loads");
  const label = useResourceLabels({ labels: loadLabels });
  const report = useResourceLabels({ labels: reportLabels });
  const points = usePointOptions();
  const [form] = Form.useForm<Values>();
  const compute = useApiMutation(computeLoads, { handled: true });
  const result = compute.data?.data;
  const submit = (values: Values) => {
    const bias = (values.bias ?? "").trim();
    const uncertainty = {
      ...Object.fromEntries(shares.map((share) => [share, Number(values[share])])),
      ...{ bias: bias === "" ? null : Number(bias), stability: Number(values.stability) },
    };
    const { pointId, from, until, substitution, phase, source } = values;
    const { includeKinds, duplicates, qualityReason } = values;
    const asked = {
      pointId,
      from,
      until,
      substitution,
      phase,
      source,
      includeKinds,
      duplicates,
      qualityReason,
    };
    compute.mutate(
      { body: { ...asked, uncertainty } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listLoads);
          if (data.computed > 0) {
            showToast({ tone: "success", text: t("compute.done", { count: data.computed }) });
          }
          if (data.skipped.length === 0 && data.computed > 0) onClose();
        },
        onError: (error) =>
          placeFaults(form, [...names, ...shares, "bias", "stability"], error, "uncertainty"),
      },
    );
  };
  const choice = (name: "substitution" | "phase" | "source", options: readonly string[]) => (
    <Form.Item name={name} label={label(name)}>
      <Select options={options.map((value) => ({ value, label: label(`${name}.${value}`) }))} />
    </Form.Item>
  );
  return (
    <Modal
      open
      centered
      width={640}
      title={t("compute.title")}
      okText={t("compute.submit")}
      cancelText={t(result === undefined ? "compute.cancel" : "compute.close")}
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
          ...{ includeKinds: [], duplicates: "mean", qualityReason: "" },
        }}
        onFinish={submit}
      >
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
          {choice("substitution", substitution.options)}
          {choice("source", assaySource.options)}
          {choice("phase", assayPhase.options)}
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
        <p className="load-assumed">{t("compute.assumed")}</p>
        <div className="load-form load-form-narrow">
          {([...shares, "bias", "stability"] as const).map((share) => (
            <Form.Item key={share} name={share} label={t(`compute.${share}`)}>
              <Input inputMode="decimal" maxLength={8} suffix="%" />
            </Form.Item>
          ))}
        </div>
        <p className="load-quiet">{t("compute.assumedText")}</p>
      </Form>
      {result === undefined ? null : (
        <div role="status">
          {result.computed === 0 ? <strong>{t("compute.nothing")}</strong> : null}
          {result.skipped.length === 0 ? null : (
            <>
              <p>{t("compute.skipped", { count: result.skipped.length })}</p>
              <ul className="load-notes">
                {result.skipped.slice(0, maxListed).map(({ sampledOn, analyte, sample, reason }) => (
                  <li key={`${sampledOn} ${analyte} ${sample} ${reason}`}>
                    <span className="num">{sampledOn}</span> {label(`analyte.${analyte}`)}{" "}
                    <span className="code">{sample}</span>: {report(`reason.${reason}`)}
                  </li>
                ))}
                {result.skipped.length > maxListed ? (
                  <li>{t("compute.more", { count: result.skipped.length - maxListed })}</li>
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
