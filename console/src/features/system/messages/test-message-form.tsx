import {
  listMessageLog,
  type MessageChannel,
  messageChannel,
  sendTestMessage,
} from "@tracewater/contract/system/messages";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = { channel: MessageChannel; address: string };

const names = ["channel", "address"] as const;

/** Sends a message at once and says how it ended. */
export function TestMessageForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("system-messages");
  const [form] = Form.useForm<Values>();
  const send = useApiMutation(sendTestMessage, { handled: true });
  const channel = Form.useWatch("channel", form) ?? "mail";
  const submit = (body: Values) =>
    send.mutate(
      { body },
      {
        onError: (error) => placeFaults(form, names, error),
        onSuccess: ({ data }) => {
          void invalidate(listMessageLog);
          const isSent = data.state === "sent";
          showToast({
            tone: isSent ? "success" : "error",
            text: isSent ? t("test.sent") : t("test.failed", { reason: data.error }),
          });
          if (isSent) onClose();
        },
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("test.open")}
      width={480}
      submitText={t("test.send")}
      initialValues={{ channel: "mail", address: "" }}
      isSaving={send.isPending}
      unplaced={unplacedOf(send.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="channel" label={t("column.channel")}>
        <Select options={messageChannel.options.map((value) => ({ value, label: t(`channel.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="address"
        label={t(`test.address.${channel}`)}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input maxLength={100} inputMode={channel === "mail" ? "email" : "tel"} ref={focusOnOpen} />
      </Form.Item>
    </FormDialog>
  );
}
