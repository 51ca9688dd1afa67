import { listWebhooks, removeWebhooks, type Webhook } from "@tracewater/contract/system/webhooks";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";

/** What waits for the webhook is no longer sent. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation("system-webhooks");
  return (
    <ConfirmDialog
      call={removeWebhooks}
      input={{ params: { ids: String(webhook.webhookId) } }}
      title={t("remove.title", { name: webhook.name })}
      submit={t("remove.submit")}
      stale={[listWebhooks]}
      onClose={onClose}
    >
      {t("remove.text")}
    </ConfirmDialog>
  );
}
