import "./webhooks.css";
import { listWebhooks, type Webhook } from "@tracewater/contract/system/webhooks";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { type OpenWebhook, useWebhookColumns, WebhookCard } from "./webhook-columns.tsx";
import { WebhookDeliveryDrawer } from "./webhook-delivery-drawer.tsx";
import { WebhookForm } from "./webhook-form.tsx";

/** Addresses outside that are notified of alarms, results and readings. */
export default function WebhookListPage() {
  return (
    <PermittedPage to="system:webhook:list">
      <WebhookList />
    </PermittedPage>
  );
}

function WebhookList() {
  const { t } = useTranslation("system-webhooks");
  const { filters, change } = useUrlFilters([]);
  const [open, setOpen] = useState<OpenWebhook | null>(null);
  const query = { pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listWebhooks, { query }, { keepPrevious: true, handled: true, everyMs: 30_000 });
  const columns = useWebhookColumns(setOpen);
  return (
    <PageFrame fill>
      <Card flush fill className="webhook-rows">
        <TableToolbar
          tableId="webhook"
          columns={columns}
          onRefresh={() => void found.refetch()}
          refreshing={found.isFetching}
        >
          <Allowed to="system:webhook:add">
            <Button
              type="primary"
              icon={<Plus size={16} />}
              onClick={() => setOpen({ kind: "form", webhook: null })}
            >
              {t("add")}
            </Button>
          </Allowed>
        </TableToolbar>
        <QueryRows
          found={found}
          id="webhook"
          columns={columns}
          rowKey={(row) => String(row.webhookId)}
          onRowClick={(row) => setOpen({ kind: "deliveries", webhook: row })}
          empty={
            <EmptyList
              title={t("none.title")}
              text={t("none.text")}
              add={{ to: "system:webhook:add", onClick: () => setOpen({ kind: "form", webhook: null }) }}
            />
          }
          cards={(row) => <WebhookCard webhook={row} onOpen={setOpen} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {open === null ? null : <Dialog open={open} onOpen={setOpen} />}
    </PageFrame>
  );
}

function Dialog({ open, onOpen }: { open: OpenWebhook; onOpen: (next: OpenWebhook | null) => void }) {
  const close = () => onOpen(null);
  const show = (secret: string) => onOpen({ kind: "secret", secret });
  switch (open.kind) {
    case "form":
      return <WebhookForm webhook={open.webhook} onSecret={show} onClose={close} />;
    case "deliveries":
      return (
        <WebhookDeliveryDrawer webhook={open.webhook satisfies Webhook} onSecret={show} onClose={close} />
      );
    case "secret":
      return <ShownSecret secret={open.secret} onClose={close} />;
    case "remove":
      return <RemoveDialog webhook={open.webhook} onClose={close} />;
  }
}
