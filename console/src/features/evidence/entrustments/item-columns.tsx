import type { EvidenceItem } from "@tracewater/contract/evidence/items";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatAmount } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import { DictTag } from "../../../pickers/dict-tag.tsx";
import { entrustmentPath, isGone, itemPath, useItemLabels } from "./evidence-labels.tsx";

/** `ofOne`: within one entrustment, whose number then is left out. */
export function useItemColumns({ ofOne }: { ofOne: boolean }): Column<EvidenceItem>[] {
  const label = useItemLabels();
  const sorted = (sortKey: string) => (ofOne ? {} : { sortKey });
  const all: Column<EvidenceItem>[] = [
    {
      ...{ id: "itemNo", label: label("itemNo"), width: 150, required: true, ...sorted("itemNo") },
      cell: (row) => (
        <PathLink className="code" to={itemPath(row.itemId)}>
          {row.itemNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "name", label: label("name"), width: 170, flexible: true, ...sorted("name") },
      cell: (row) => row.name,
    },
    {
      ...{ id: "state", label: label("state"), width: 195, ...sorted("state") },
      cell: (row) => <ItemStateMark item={row} />,
    },
    {
      ...{ id: "reserve", label: label("reserve"), width: 130, align: "right" },
      cell: (row) => (
        <span className="num">
          {formatAmount(row.reserve)} / {formatAmount(row.quantity)} {label(`unit.${row.unit}`)}
        </span>
      ),
    },
    {
      ...{ id: "holder", label: label("holder"), width: 190, flexible: true },
      cell: (row) => <Holder item={row} />,
    },
    {
      ...{ id: "place", label: label("place"), width: 140, flexible: true },
      cell: (row) => row.place || "—",
    },
    {
      ...{ id: "sealNo", label: label("sealNo"), width: 110 },
      cell: (row) => <span className="code">{row.sealNo || "—"}</span>,
    },
    {
      ...{ id: "storage", label: label("storage"), width: 100 },
      cell: (row) => <DictTag type="evidence_storage" value={row.storage} />,
    },
    {
      ...{ id: "parentNo", label: label("parentNo"), width: 140, hiddenAtFirst: true },
      cell: (row) => row.parentNo ?? "—",
    },
  ];
  const ofEntrustment: Column<EvidenceItem> = {
    ...{ id: "entrustmentNo", label: label("entrustmentNo"), width: 150 },
    cell: (row) => (
      <PathLink className="code" to={entrustmentPath(row.entrustmentId)}>
        {row.entrustmentNo}
      </PathLink>
    ),
  };
  return ofOne ? all : [...all.slice(0, 2), ofEntrustment, ...all.slice(2)];
}

/** Its state; beside it what waits for a second person. */
export function ItemStateMark({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation("evidence-entrustments");
  return (
    <span className="item-state">
      <DictTag type="evidence_state" value={item.state} />
      {item.destroyAskedBy !== null && !isGone(item) ? (
        <State tone="warn" label={t("item.disposal")} />
      ) : null}
    </span>
  );
}

/** Who answers for it; a handover that nobody took yet is the giver's. */
function Holder({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation("evidence-entrustments");
  const { offer, holder } = item;
  if (offer === null) return holder;
  return (
    <span>
      {holder}{" "}
      <span className="record-quiet">
        {t(offer.isExpired ? "item.offerExpired" : "item.offered", { to: offer.to })}
      </span>
    </span>
  );
}

/** An item on a phone. */
export function ItemCard({ row }: { row: EvidenceItem }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={itemPath(row.itemId)}>
          {row.itemNo}
        </PathLink>
        <ItemStateMark item={row} />
      </span>
      <span>{row.name}</span>
      <span className="record-quiet">
        {row.holder} · {row.place}
      </span>
    </div>
  );
}
