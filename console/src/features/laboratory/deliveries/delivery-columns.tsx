import { type SampleDelivery, warmAbove } from "@tracewater/contract/laboratory/sample-deliveries";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { DeliveryStateMark, useDeliveryLabels } from "../../../pickers/sample-labels.tsx";

const pathOf = (row: SampleDelivery) => `/laboratory/delivery?id=${row.deliveryId}`;

export function useDeliveryColumns(): Column<SampleDelivery>[] {
  const label = useDeliveryLabels();
  return [
    {
      ...{ id: "deliveryNo", label: label("deliveryNo"), width: 150, required: true },
      cell: (row) => (
        <PathLink className="code" to={pathOf(row)}>
          {row.deliveryNo}
        </PathLink>
      ),
    },
    {
      ...{ id: "state", label: label("state"), width: 115 },
      cell: (row) => <DeliveryStateMark state={row.state} />,
    },
    {
      ...{ id: "sampleCount", label: label("sampleCount"), width: 80, align: "right" },
      cell: (row) => row.sampleCount,
    },
    { id: "from", label: label("from"), width: 130, flexible: true, cell: (row) => row.unitName },
    { id: "to", label: label("to"), width: 130, flexible: true, cell: (row) => row.toUnitName },
    {
      ...{ id: "handedAt", label: label("handedAt"), width: 140 },
      cell: (row) => <span className="num">{formatMoment(row.handedAt).slice(0, 16)}</span>,
    },
    {
      ...{ id: "receivedAt", label: label("receivedAt"), width: 140 },
      cell: (row) => <span className="num">{formatMoment(row.receivedAt).slice(0, 16)}</span>,
    },
    {
      ...{ id: "temp", label: label("tempMax"), unit: "°C", width: 118, align: "right" },
      cell: (row) => <Quantity value={row.tempMax} digits={1} alarm={(row.tempMax ?? 0) > warmAbove} />,
    },
    {
      ...{ id: "decision", label: label("decision"), width: 125 },
      cell: (row) => (row.decision === null ? "—" : label(`decision.${row.decision}`)),
    },
    {
      id: "courier",
      label: label("courier"),
      width: 140,
      hiddenAtFirst: true,
      cell: (row) => row.courier || "—",
    },
    {
      ...{ id: "receivedBy", label: label("receivedBy"), width: 120, hiddenAtFirst: true },
      cell: (row) => row.receivedBy ?? "—",
    },
  ];
}

/** A delivery on a phone. */
export function DeliveryCard({ row }: { row: SampleDelivery }) {
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
