import { addWebhook, changeWebhook, listWebhooks, type Webhook } from "@tracewater/contract/system/webhooks";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { useAlarmLabels } from "../../../pickers/alarm-labels.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

type Values = Pick<Webhook, "name" | "url" | "topics" | "minSeverity" | "status">;

const topics = ["alarm", "result", "telemetry"] as const;
const severities = ["info", "warning", "major", "critical"] as const;
const names = ["name", "url", "topics", "minSeverity", "status"] as const;

/** A new webhook, whose secret is shown once it is kept, or a change of one. */
export function WebhookForm(props: {
  webhook: Webhook | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("system-webhooks");
  const label = useAlarmLabels();
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addWebhook, { handled: true });
  const change = useApiMutation(changeWebhook, { handled: true });
  const chosen = Form.useWatch("topics", form) ?? props.webhook?.topics ?? [];
  const onError = (error: ApiError) => placeFaults(form, names, error);
  const submit = (given: Values) => {
    const body = { ...given, minSeverity: given.minSeverity ?? "info" };
    const { webhook } = props;
    if (webhook !== null) {
      const done = { onError, onSuccess: () => finish(null) };
      change.mutate({ body: { ...body, webhookId: webhook.webhookId } }, done);
    } else add.mutate({ body }, { onError, onSuccess: ({ data }) => finish(data.secret) });
  };
  const finish = (secret: string | null) => {
    void invalidate(listWebhooks);
    if (secret === null) props.onClose();
    else props.onSecret(secret);
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t(props.webhook === null ? "add" : "change")}
      width={560}
      initialValues={props.webhook ?? { topics: ["alarm"], minSeverity: "info", status: "0" }}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Form.Item name="name" label={t("name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} ref={focusOnOpen} />
      </Form.Item>
      <Form.Item
        name="url"
        label={t("url")}
        rules={[{ required: true, whitespace: true }]}
        extra={t("urlHint")}
      >
        <Input maxLength={1000} placeholder="https://" />
      </Form.Item>
      <Form.Item name="topics" label={t("topics")} rules={[{ required: true }]}>
        <Select mode="multiple" options={topics.map((value) => ({ value, label: t(`topic.${value}`) }))} />
      </Form.Item>
      {chosen.includes("alarm") ? (
        <Form.Item name="minSeverity" label={t("minSeverity")}>
          <Select options={severities.map((value) => ({ value, label: label(`severity.${value}`) }))} />
        </Form.Item>
      ) : null}
      <Form.Item name="status" label={t("status")}>
        <Select options={(["0", "1"] as const).map((value) => ({ value, label: t(`state.${value}`) }))} />
      </Form.Item>
    </FormDialog>
  );
}
