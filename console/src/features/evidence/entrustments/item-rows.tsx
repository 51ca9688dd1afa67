import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ItemCard, useItemColumns } from "./item-columns.tsx";

/** The items of one entrustment, or the parts of one item. */
export function ItemRows({ items }: { items: readonly EvidenceItem[] }) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <DataTable
      id="entrustment_items"
      rows={items}
      rowKey={(row) => String(row.itemId)}
      columns={useItemColumns({ ofOne: true })}
      empty={<EmptyState title={t("none.items")} text={t("none.itemsText")} />}
      cards={(row) => <ItemCard row={row} />}
    />
  );
}
