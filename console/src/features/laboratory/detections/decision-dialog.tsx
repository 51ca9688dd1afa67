import { decideDetection, getDetection, listDetections } from "@tracewater/contract/laboratory/detections";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Radio from "antd/es/radio";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";

type Values = { decision: "release" | "reject"; reason: string };

/** Takes a withheld run as good nonetheless, or rejects it; with a reason. */
export function DecisionDialog({ detectionId, onClose }: { detectionId: number; onClose: () => void }) {
  const { t } = useTranslation("laboratory-detections");
  const [form] = Form.useForm<Values>();
  const decide = useApiMutation(decideDetection, { handled: true });
  return (
    <FormDialog<Values>
      form={form}
      title={t("decide.title")}
      width={520}
      submitText={t("decide.submit")}
      initialValues={{ decision: "release", reason: "" }}
      isSaving={decide.isPending}
      unplaced={decide.error?.message ?? null}
      onSubmit={(values) =>
        decide.mutate(
          { body: { detectionId, ...values } },
          {
            onSuccess: () => {
              void invalidate(getDetection);
              void invalidate(listDetections);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
      above={<p className="record-quiet">{t("withheldText")}</p>}
    >
      <Form.Item name="decision" label={t("decide.decision")}>
        <Radio.Group
          options={[
            { value: "release", label: t("decide.release") },
            { value: "reject", label: t("decide.reject") },
          ]}
        />
      </Form.Item>
      <Form.Item name="reason" label={t("reason")} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
