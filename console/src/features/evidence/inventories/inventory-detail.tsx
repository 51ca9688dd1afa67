import { getInventory, type InventoryItem } from "@tracewater/contract/evidence/inventories";
import { ClipboardCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { State } from "../../../kit/state.tsx";

/** What an inventory found, as it was when it ended. */
export function InventoryDetail({ id }: { id: number }) {
  const { t } = useTranslation("evidence-inventories");
  const { data, error, refetch } = useApi(getInventory, { params: { id } }, { handled: true });
  if (data === undefined) {
    if (error === null) return <Loading lines={10} />;
    if (error.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
    return <ErrorBox error={error} onRetry={() => void refetch()} />;
  }
  const { result, ...one } = data.data;
  const isRight = one.missing + one.stray + one.unknown === 0;
  return (
    <div className="record-stack">
      <RecordHeader
        icon={ClipboardCheck}
        name={one.inventoryNo}
        about={one.place}
        state={<State tone={isRight ? "ok" : "critical"} label={t(isRight ? "right" : "differs")} />}
        meta={[
          one.unitName,
          one.madeBy,
          formatMoment(one.madeAt),
          <PathLink key="back" to="/evidence/inventory">
            {t("back")}
          </PathLink>,
        ]}
      />
      <Found title={t("result.missing")} items={result.missing} hint={t("result.missingHint")} />
      <Found title={t("result.stray")} items={result.stray} hint={t("result.strayHint")} isStray />
      {result.unknown.length === 0 ? null : (
        <Card title={t("result.unknown")} hint={t("result.unknownHint")}>
          <p className="code">{result.unknown.join(" · ")}</p>
        </Card>
      )}
      <Found title={t("result.found")} items={result.found} hint="" />
    </div>
  );
}

function Found(props: { title: string; hint: string; items: readonly InventoryItem[]; isStray?: boolean }) {
  const { t } = useTranslation("evidence-inventories");
  const { title, hint, items, isStray = false } = props;
  if (items.length === 0) return null;
  return (
    <Card title={`${title} (${items.length})`} hint={hint}>
      <ul className="inventory-items">
        {items.map((item) => (
          <li key={item.itemId}>
            <PathLink className="code" to={`/evidence/item?id=${item.itemId}`}>
              {item.itemNo}
            </PathLink>
            <span>{item.name}</span>
            <span className="record-quiet">
              {isStray ? t("result.booked", { place: item.place || "—" }) : item.sealNo}
            </span>
            <span className="record-quiet">{item.holder}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
