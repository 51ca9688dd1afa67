import {
  applyDetection,
  type DetectionBottle,
  type DetectionDetail,
  getDetection,
  listDetectionBottles,
  listDetections,
} from "@tracewater/contract/laboratory/detections";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";

type Values = { bodyCode: string; reason: string };

/** Takes a run over as results of a bottle that held the water of its time. */
export function ApplyDialog({ run, onClose }: { run: DetectionDetail; onClose: () => void }) {
  const { t } = useTranslation("laboratory-detections");
  const [form] = Form.useForm<Values>();
  const { detectionId } = run;
  const offered = useApi(listDetectionBottles, { params: { id: detectionId } }, { handled: true });
  const apply = useApiMutation(applyDetection, { handled: true });
  const bottles = offered.data?.data ?? [];
  const submit = ({ bodyCode, reason }: Values) => {
    const bottle = bottles.find((one) => one.bodyCode === bodyCode);
    if (bottle === undefined) return;
    apply.mutate(
      { body: { detectionId, bodyCode, sampledOn: bottle.sampledOn, reason } },
      {
        onSuccess: ({ data }) => {
          void invalidate(getDetection);
          void invalidate(listDetections);
          showToast({ tone: "success", text: t("apply.done", { count: data.ids.length }) });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t("apply.title")}
      width={560}
      submitText={t("apply.submit")}
      initialValues={{ reason: "" }}
      isSaving={apply.isPending}
      unplaced={apply.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
      above={<p className="record-quiet">{t("apply.hint")}</p>}
    >
      <Form.Item name="bodyCode" label={t("apply.bottle")} rules={[{ required: true }]}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          loading={offered.isPending}
          options={bottles.map((one) => ({ value: one.bodyCode, label: nameOf(one) }))}
          notFoundContent={t("apply.none")}
        />
      </Form.Item>
      <Form.Item name="reason" label={t("apply.reason")}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

/** A sample before a place; the day on which it was begun. */
function nameOf({ bodyCode, sampleNo, deviceName, slot, sampledOn }: DetectionBottle): string {
  const place = slot === null ? deviceName : `${deviceName ?? ""} ${slot}`.trim();
  return [bodyCode, sampleNo ?? place, sampledOn].filter((one) => one !== null && one !== "").join(" · ");
}
