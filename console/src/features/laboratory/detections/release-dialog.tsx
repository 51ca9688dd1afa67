import { getDetection, releaseDetectionHold } from "@tracewater/contract/laboratory/detections";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";

/** The bottle that a find kept at the sampler is free from then on. */
export function ReleaseDialog({ detectionId, onClose }: { detectionId: number; onClose: () => void }) {
  const { t } = useTranslation("laboratory-detections");
  const [form] = Form.useForm<{ reason: string }>();
  const release = useApiMutation(releaseDetectionHold, { handled: true });
  return (
    <FormDialog<{ reason: string }>
      form={form}
      title={t("release.title")}
      width={480}
      submitText={t("release.submit")}
      isSaving={release.isPending}
      unplaced={release.error?.message ?? null}
      onSubmit={({ reason }) =>
        release.mutate(
          { body: { detectionId, reason } },
          {
            onSuccess: () => {
              void invalidate(getDetection);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Form.Item name="reason" label={t("reason")} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
