import type { assayPhase, assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { computeLoads, listLoads, type substitution } from "@tracewater/contract/laboratory/loads";
import type { SamplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import Form, { type FormInstance } from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { formatDay } from "../../../kit/moment.ts";
import { showToast } from "../../../kit/toasts.ts";
import { placeFaults } from "../../../resource/place-faults.ts";
import { ComputeResult } from "./compute-result.tsx";
import { LoadFields } from "./load-fields.tsx";

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
const monthMs = 30 * 86_400_000;

/** Loads of a point for some days; what could not be computed is reported with the reason. */
export function ComputeDialog({ pointId, onClose }: { pointId: number | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-loads");
  const [form] = Form.useForm<Values>();
  const { submit, isPending, result, error } = useComputeLoads(form, onClose);
  return (
    <Modal
      open
      centered
      width={640}
      title={t("compute.title")}
      okText={t("compute.submit")}
      cancelText={t(result === undefined ? "compute.cancel" : "compute.close")}
      confirmLoading={isPending}
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
        <LoadFields />
        <UncertaintyFields />
      </Form>
      {result === undefined ? null : <ComputeResult result={result} />}
      {error === null || error.fields.length > 0 ? null : (
        <p className="load-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
  );
}

function useComputeLoads(form: FormInstance<Values>, onClose: () => void) {
  const { t } = useTranslation("laboratory-loads");
  const compute = useApiMutation(computeLoads, { handled: true });
  const submit = (values: Values) =>
    compute.mutate(
      { body: toRequest(values) },
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
  return { submit, isPending: compute.isPending, result: compute.data?.data, error: compute.error };
}

function toRequest(values: Values) {
  const bias = (values.bias ?? "").trim();
  const { pointId, from, until, substitution, phase, source } = values;
  const { includeKinds, duplicates, qualityReason } = values;
  return {
    pointId,
    from,
    until,
    substitution,
    phase,
    source,
    includeKinds,
    duplicates,
    qualityReason,
    uncertainty: {
      ...Object.fromEntries(shares.map((share) => [share, Number(values[share])])),
      bias: bias === "" ? null : Number(bias),
      stability: Number(values.stability),
    },
  };
}

/** The shares of the uncertainty that are assumed, in percent. */
function UncertaintyFields() {
  const { t } = useTranslation("laboratory-loads");
  return (
    <>
      <p className="load-assumed">{t("compute.assumed")}</p>
      <div className="load-form load-form-narrow">
        {([...shares, "bias", "stability"] as const).map((share) => (
          <Form.Item key={share} name={share} label={t(`compute.${share}`)}>
            <Input inputMode="decimal" maxLength={8} suffix="%" />
          </Form.Item>
        ))}
      </div>
      <p className="load-quiet">{t("compute.assumedText")}</p>
    </>
  );
}
