import { listWebhooks, removeWebhooks, type Webhook } from "@tracewater/contract/system/webhooks";
import { useTranslation } from "react-i18next";
import { SureDialog } from "../../../resource/sure-dialog.tsx";

/** What waits for the webhook is not sent any more. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation("system-webhooks");
  return (
    <SureDialog
      call={removeWebhooks}
      input={{ params: { ids: String(webhook.webhookId) } }}
      title={t("remove.title", { name: webhook.name })}
      submit={t("remove.submit")}
      stale={[listWebhooks]}
      onClose={onClose}
    >
      {t("remove.text")}
    </SureDialog>
  );
}
