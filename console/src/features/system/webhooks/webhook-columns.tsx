import type { Webhook } from "@tracewater/contract/system/webhooks";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { Age } from "../../../kit/age.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { RowMenu } from "../../../kit/row-menu.tsx";
import { State } from "../../../kit/state.tsx";

/** What is open over the list. */
export type OpenWebhook =
  | { kind: "form"; webhook: Webhook | null }
  | { kind: "deliveries"; webhook: Webhook }
  | { kind: "remove"; webhook: Webhook }
  | { kind: "secret"; secret: string };

type Props = { webhook: Webhook; onOpen: (open: OpenWebhook) => void };

export function useWebhookColumns(onOpen: Props["onOpen"]): Column<Webhook>[] {
  const { t } = useTranslation("system-webhooks");
  return [
    { id: "name", label: t("name"), width: 180, required: true, cell: (row) => row.name },
    { id: "url", label: t("url"), width: 320, cell: (row) => <span className="code">{row.url}</span> },
    { id: "topics", label: t("topics"), width: 190, cell: (row) => <Topics webhook={row} /> },
    { id: "status", label: t("status"), width: 110, cell: (row) => <WebhookState webhook={row} /> },
    { id: "lastSentAt", label: t("lastSent"), width: 120, cell: (row) => <Age at={row.lastSentAt} /> },
    { id: "lastFailedAt", label: t("lastFailed"), width: 120, cell: (row) => <Age at={row.lastFailedAt} /> },
    {
      id: "waiting",
      label: t("waiting"),
      width: 90,
      align: "right",
      cell: (row) => <span className="num">{row.waiting}</span>,
    },
    actionsColumn(t("actions"), 92, (row) => <Actions webhook={row} onOpen={onOpen} />),
  ];
}

function Topics({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("system-webhooks");
  return <>{webhook.topics.map((topic) => t(`topic.${topic}`)).join(t("comma"))}</>;
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("system-webhooks");
  return <State tone={webhook.status === "0" ? "ok" : "off"} label={t(`state.${webhook.status}`)} />;
}

function Actions({ webhook, onOpen }: Props) {
  const { t } = useTranslation("system-webhooks");
  const { name } = webhook;
  return (
    <span className="webhook-actions">
      <Allowed to="system:webhook:edit">
        <IconButton
          label={t("changeOne", { name })}
          onClick={(event) => {
            event.stopPropagation();
            onOpen({ kind: "form", webhook });
          }}
        >
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to="system:webhook:remove">
        <RowMenu
          name={name}
          items={[
            {
              ...{ key: "delete", icon: <Trash2 size={16} />, danger: true },
              label: t("removeOne", { name }),
              onClick: () => onOpen({ kind: "remove", webhook }),
            },
          ]}
        />
      </Allowed>
    </span>
  );
}

export function WebhookCard({ webhook, onOpen }: Props) {
  return (
    <div className="webhook-card">
      <span className="webhook-line">
        <button
          type="button"
          className="webhook-name"
          onClick={() => onOpen({ kind: "deliveries", webhook })}
        >
          {webhook.name}
        </button>
        <WebhookState webhook={webhook} />
      </span>
      <span className="code">{webhook.url}</span>
      <span className="webhook-line webhook-quiet">
        <Topics webhook={webhook} />
        <Actions webhook={webhook} onOpen={onOpen} />
      </span>
    </div>
  );
}
