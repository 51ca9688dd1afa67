import {
  getAccountRequest,
  listAccountRequests,
  refuseAccountRequest,
} from "@tracewater/contract/system/account-requests";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = { reason: string };

const names = ["reason"] as const;

/** Refuses a request with a reason that its applicant reads. */
export function RefuseForm(props: { requestId: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation("system-account-requests");
  const [form] = Form.useForm<Values>();
  const refuse = useApiMutation(refuseAccountRequest, { handled: true });
  const submit = ({ reason }: Values) =>
    refuse.mutate(
      { body: { requestId: props.requestId, reason } },
      {
        onError: (error) => placeFaults(form, names, error),
        onSuccess: () => {
          void invalidate(listAccountRequests);
          void invalidate(getAccountRequest);
          props.onDone();
        },
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("refuse.title")}
      width={480}
      submitText={t("refuse.open")}
      initialValues={{ reason: "" }}
      isSaving={refuse.isPending}
      unplaced={unplacedOf(refuse.error, names)}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Form.Item
        name="reason"
        label={t("field.reason")}
        extra={t("refuse.hint")}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input.TextArea rows={3} maxLength={500} ref={focusOnOpen} />
      </Form.Item>
    </FormDialog>
  );
}
