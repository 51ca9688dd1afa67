import { type AppAction, listAppActions } from "@tracewater/contract/system/app-users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";

/** What somebody did, newest first, from the operation log. */
export function AppActions({ userId }: { userId: number }) {
  const { t } = useTranslation("system-app-users");
  const [at, setAt] = useState({ page: 1, size: 20 });
  const input = { params: { id: userId }, query: { pageNum: at.page, pageSize: at.size } };
  const found = useApi(listAppActions, input, { keepPrevious: true, handled: true });
  return (
    <Card title={t("actions.title")} flush>
      <QueryRows
        found={found}
        id="app_actions"
        columns={useColumns()}
        rowKey={(row) => String(row.operId)}
        empty={<EmptyState title={t("actions.none")} text={t("actions.noneText")} />}
        cards={(row) => (
          <div className="record-card">
            <span className="record-line">
              <strong>{row.title}</strong>
              <Outcome row={row} />
            </span>
            <span className="record-line record-quiet">
              <span>{row.subject}</span>
              <span className="num">{formatMoment(row.at)}</span>
            </span>
          </div>
        )}
        page={at.page}
        size={at.size}
        onPage={(page, size) => setAt({ page, size })}
      />
    </Card>
  );
}

function Outcome({ row }: { row: AppAction }) {
  const { t } = useTranslation("system-app-users");
  return row.status === "0" ? (
    <State tone="ok" label={t("actions.done")} />
  ) : (
    <State tone="warn" label={row.errorMsg || t("actions.refused")} />
  );
}

function useColumns(): Column<AppAction>[] {
  const { t } = useTranslation("system-app-users");
  return [
    {
      id: "at",
      label: t("actions.at"),
      width: 170,
      cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
    },
    { id: "title", label: t("actions.what"), width: 220, required: true, cell: (row) => row.title },
    { id: "subject", label: t("actions.subject"), width: 280, cell: (row) => row.subject || "—" },
    { id: "status", label: t("actions.result"), width: 200, cell: (row) => <Outcome row={row} /> },
    {
      id: "address",
      label: t("actions.address"),
      width: 140,
      cell: (row) => <span className="code">{row.address}</span>,
    },
  ];
}
