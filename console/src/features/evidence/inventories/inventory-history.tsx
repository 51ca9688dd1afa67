import { type Inventory, listInventories } from "@tracewater/contract/evidence/inventories";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";

/** The newest inventories with what each found. */
export function InventoryHistory() {
  const { t } = useTranslation("evidence-inventories");
  const found = useApi(listInventories, { query: { pageSize: 50 } }, { handled: true });
  const rows = found.data?.rows ?? [];
  return (
    <Card title={t("history.title")} hint={t("history.hint")}>
      {found.data === undefined ? (
        found.error === null ? (
          <Loading lines={4} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState title={t("history.none")} text={t("history.noneText")} />
      ) : (
        <ul className="inventory-items">
          {rows.map((row) => (
            <li key={row.inventoryId}>
              <PathLink className="code" to={`/evidence/inventory?id=${row.inventoryId}`}>
                {row.inventoryNo}
              </PathLink>
              <span>{row.place}</span>
              <span className="record-quiet num">
                {formatMoment(row.madeAt)} · {row.madeBy}
              </span>
              <Outcome row={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Outcome({ row }: { row: Inventory }) {
  const { t } = useTranslation("evidence-inventories");
  const { missing, stray, unknown, found } = row;
  const isRight = missing + stray + unknown === 0;
  return (
    <State
      tone={isRight ? "ok" : "critical"}
      label={
        isRight ? t("history.all", { count: found }) : t("history.some", { found, missing, stray, unknown })
      }
    />
  );
}
