import { type EntrustmentDetail, recuseFromEntrustment } from "@tracewater/contract/evidence/entrustments";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { refreshEvidence } from "./refresh-evidence.ts";
import { useStaffOptions } from "./use-staff.ts";

type Values = { userId: number; ground: string; replacementId?: number };

const names = ["userId", "ground", "replacementId"] as const;

/** Recuses an account; where it examines or reviews the entrustment, somebody takes over. */
export function RecuseDialog(props: { entrustment: EntrustmentDetail; onClose: () => void }) {
  const { entrustment, onClose } = props;
  const { t } = useTranslation("evidence-entrustments");
  const [form] = Form.useForm<Values>();
  const userId = Form.useWatch<number | undefined>("userId", form);
  const staff = useStaffOptions();
  const recuse = useApiMutation(recuseFromEntrustment, { handled: true });
  const { firstExaminer, secondExaminer, reviewer } = entrustment;
  const hasRole = [firstExaminer, secondExaminer, reviewer].some((one) => one?.userId === userId);
  const submit = (values: Values) =>
    recuse.mutate(
      { body: { ...values, entrustmentId: entrustment.entrustmentId } },
      {
        onSuccess: () => {
          refreshEvidence();
          showToast({ tone: "success", text: t("act.done") });
          onClose();
        },
        onError: (error: ApiError) => placeFaults(form, [...names], error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.title", { act: t("act.recuse"), no: entrustment.entrustmentNo })}
      width={520}
      submitText={t("act.recuse")}
      isSaving={recuse.isPending}
      unplaced={unplacedOf(recuse.error, names)}
      onSubmit={submit}
      onClose={onClose}
      above={<p>{t("recuse.text")}</p>}
    >
      <Form.Item name="userId" label={t("recuse.person")} rules={[{ required: true }]}>
        <Select showSearch={{ optionFilterProp: "label" }} {...staff} />
      </Form.Item>
      <Form.Item name="ground" label={t("person.ground")} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      {hasRole ? (
        <Form.Item name="replacementId" label={t("recuse.replacement")} rules={[{ required: true }]}>
          <Select showSearch={{ optionFilterProp: "label" }} {...staff} />
        </Form.Item>
      ) : null}
    </FormDialog>
  );
}
