import { type Delivery, warmAbove } from "@tracewater/contract/laboratory/deliveries";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { DeliveryStateMark, useDeliveryWords } from "../../../pickers/sample-words.tsx";

const pathOf = (row: Delivery) => `/laboratory/delivery?id=${row.deliveryId}`;

export function useDeliveryColumns(): Column<Delivery>[] {
  const word = useDeliveryWords();
  return [
    {
      ...{ id: "deliveryNo", label: word("deliveryNo"), width: 150, required: true },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.deliveryNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "state", label: word("state"), width: 115 },
      cell: (row) => <DeliveryStateMark state={row.state} />,
    },
    {
      ...{ id: "sampleCount", label: word("sampleCount"), width: 85, align: "right" },
      cell: (row) => row.sampleCount,
    },
    { id: "from", label: word("from"), width: 145, cell: (row) => row.unitName },
    { id: "to", label: word("to"), width: 145, cell: (row) => row.toUnitName },
    {
      ...{ id: "handedAt", label: word("handedAt"), width: 140 },
      cell: (row) => <span className="num">{formatMoment(row.handedAt).slice(0, 16)}</span>,
    },
    {
      ...{ id: "receivedAt", label: word("receivedAt"), width: 140 },
      cell: (row) => <span className="num">{formatMoment(row.receivedAt).slice(0, 16)}</span>,
    },
    {
      ...{ id: "temp", label: word("tempMax"), unit: "°C", width: 120, align: "right" },
      cell: (row) => <Quantity value={row.tempMax} digits={1} alarm={(row.tempMax ?? 0) > warmAbove} />,
    },
    {
      ...{ id: "decision", label: word("decision"), width: 175 },
      cell: (row) => (row.decision === null ? "—" : word(`decision.${row.decision}`)),
    },
    { id: "courier", label: word("courier"), width: 140, cell: (row) => row.courier || "—" },
    {
      ...{ id: "receivedBy", label: word("receivedBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.receivedBy ?? "—",
    },
  ];
}

/** A delivery on a phone. */
export function DeliveryCard({ row }: { row: Delivery }) {
  const { t } = useTranslation("laboratory-deliveries");
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink className="code" to={pathOf(row)}>
          {row.deliveryNo}
        </PathLink>
        <DeliveryStateMark state={row.state} />
      </span>
      <span className="record-quiet">
        {row.unitName} → {row.toUnitName}
      </span>
      <span className="record-line record-quiet">
        <span>{t("samples", { count: row.sampleCount })}</span>
        <span className="num">{formatMoment(row.handedAt ?? row.createdAt)}</span>
      </span>
    </div>
  );
}
