/** The deliveries of a webhook, with its test and the reset of its secret. */
import {
  listDeliveries,
  listWebhooks,
  resetWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from "@tracewater/contract/system/webhooks";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Pager } from "../../../kit/data-table/pager.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";

/** What was sent to one webhook, and how it ended. */
export function WebhookDeliveryDrawer(props: {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("system-webhooks");
  const [at, setAt] = useState({ page: 1, size: 20 });
  const { webhookId, name } = props.webhook;
  const query = { webhookId, pageNum: at.page, pageSize: at.size };
  const found = useApi(listDeliveries, { query }, { keepPrevious: true, handled: true, everyMs: 10_000 });
  return (
    <Drawer
      open
      size={640}
      title={name}
      onClose={props.onClose}
      extra={
        <Allowed to="system:webhook:edit">
          <WebhookActions webhookId={webhookId} onSecret={props.onSecret} />
        </Allowed>
      }
    >
      {found.data === undefined ? (
        found.error === null ? (
          <Loading lines={6} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : found.data.rows.length === 0 ? (
        <EmptyState title={t("deliveries.none")} text={t("deliveries.text")} />
      ) : (
        <>
          <ul className="webhook-deliveries">
            {found.data.rows.map((row) => (
              <WebhookDeliveryRow key={row.deliveryId} delivery={row} />
            ))}
          </ul>
          <Pager
            total={found.data.total}
            page={at.page}
            size={at.size}
            onChange={(page, size) => setAt({ page, size })}
          />
        </>
      )}
    </Drawer>
  );
}

function WebhookActions(props: { webhookId: number; onSecret: (secret: string) => void }) {
  const { webhookId, onSecret } = props;
  const { t } = useTranslation("system-webhooks");
  const send = useApiMutation(testWebhook);
  const reset = useApiMutation(resetWebhookSecret);
  const begin = () =>
    send.mutate(
      { body: { webhookId } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listDeliveries);
          void invalidate(listWebhooks);
          const isSent = data.state === "sent";
          const text = isSent
            ? t("test.sent", { status: data.statusCode })
            : t("test.failed", { reason: data.error });
          showToast({ tone: isSent ? "success" : "error", text });
        },
      },
    );
  return (
    <span className="webhook-line">
      <Button
        loading={reset.isPending}
        onClick={() =>
          reset.mutate({ body: { webhookId } }, { onSuccess: ({ data }) => onSecret(data.secret) })
        }
      >
        {t("resetSecret")}
      </Button>
      <Button type="primary" loading={send.isPending} onClick={begin}>
        {t("test.send")}
      </Button>
    </span>
  );
}

function WebhookDeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation("system-webhooks");
  const tone = delivery.state === "sent" ? "ok" : delivery.state === "failed" ? "critical" : "warn";
  const topic = delivery.topic;
  const isKnown = topic === "alarm" || topic === "result" || topic === "telemetry" || topic === "test";
  return (
    <li>
      <details>
        <summary>
          <State tone={tone} label={t(`delivery.${delivery.state}`)} />
          <span>{isKnown ? t(`topic.${topic}`) : topic}</span>
          <span className="num webhook-quiet">{delivery.statusCode ?? "—"}</span>
          <time className="num webhook-quiet">{formatMoment(delivery.at)}</time>
        </summary>
        {delivery.error === "" ? null : <p className="webhook-fault">{delivery.error}</p>}
        {delivery.nextAt === null || delivery.attempts === 0 ? null : (
          <p className="webhook-quiet">
            {t("deliveries.next", { count: delivery.attempts, time: formatMoment(delivery.nextAt) })}
          </p>
        )}
        <pre className="code">{printed(delivery.body)}</pre>
      </details>
    </li>
  );
}

/** A long body arrives cut and is no longer a JSON: as it is, then. */
function printed(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return `${body}…`;
  }
}
