/** The form of a sample: adds one, changes it, or after the seal corrects it. */
import {
  addSampling,
  changeSampling,
  correctSampling,
  getSampling,
  listSamplings,
  type Sampling,
} from "@tracewater/contract/laboratory/samplings";
import { personLabel } from "@tracewater/contract/system/person-label";
import Form, { type FormInstance } from "antd/es/form";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { SamplingFields } from "./sampling-fields.tsx";
import { numberFields, type SamplingValues, startValues, toBody } from "./sampling-values.ts";

const names = [
  ...([
    "bodyCode",
    "kind",
    "pointId",
    "planId",
    "began",
    "ended",
    "samplerPerson",
    "flowSource",
    "note",
    "reason",
  ] as const),
  ...numberFields,
];

/**
 * A sample taken by hand, a change of one, or after the seal its correction with a reason; what the server refuses is
 * at its field.
 */
export function SamplingForm({ sampling, onClose }: { sampling: Sampling | null; onClose: () => void }) {
  const { t } = useTranslation("laboratory-samplings");
  const [form] = Form.useForm<SamplingValues>();
  const session = useSession();
  const { submit, isSaving, unplaced } = useSaveSampling(form, sampling, onClose);
  const what = actionOf(sampling);
  return (
    <Modal
      open
      centered
      width={760}
      title={t(`${what}.title`, { no: sampling?.sampleNo })}
      okText={t("form.save")}
      cancelText={t("form.cancel")}
      confirmLoading={isSaving}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<SamplingValues>
        form={form}
        layout="vertical"
        scrollToFirstError
        className="record-form"
        initialValues={startValues(sampling, session === null ? "" : personLabel(session.user))}
        onFinish={submit}
        // A plan is of one point.
        onValuesChange={(changed) => {
          if ("pointId" in changed) form.setFieldsValue({ planId: null });
        }}
      >
        <SamplingFields sampling={sampling} isCorrection={what === "correct"} />
      </Form>
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced}
        </p>
      )}
    </Modal>
  );
}

function actionOf(sampling: Sampling | null): "add" | "change" | "correct" {
  if (sampling === null) return "add";
  return sampling.state === "taken" ? "change" : "correct";
}

function useSaveSampling(form: FormInstance<SamplingValues>, sampling: Sampling | null, onClose: () => void) {
  const { t } = useTranslation("laboratory-samplings");
  const add = useApiMutation(addSampling, { handled: true });
  const change = useApiMutation(changeSampling, { handled: true });
  const correct = useApiMutation(correctSampling, { handled: true });
  const what = actionOf(sampling);
  const done = {
    onSuccess: () => {
      void invalidate(listSamplings);
      void invalidate(getSampling);
      showToast({ tone: "success", text: t(`${what}.done`) });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = (values: SamplingValues) => {
    const { body, faults } = toBody(values, sampling, {
      notTime: t("form.notTime"),
      notNumber: t("form.notNumber"),
    });
    if (body === null) form.setFields(faults);
    else if (sampling === null) add.mutate({ body: { ...body, bodyCode: values.bodyCode } }, done);
    else {
      const changed = { ...body, samplingId: sampling.samplingId };
      if (what === "change") change.mutate({ body: changed }, done);
      else correct.mutate({ body: { ...changed, reason: values.reason ?? "" } }, done);
    }
  };
  return {
    submit,
    isSaving: add.isPending || change.isPending || correct.isPending,
    unplaced: unplacedOf(add.error ?? change.error ?? correct.error, names),
  };
}
