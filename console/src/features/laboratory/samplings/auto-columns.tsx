import type { FleetSampling } from "@tracewater/contract/laboratory/samplings";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { formatDay, formatMinute, formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { PlanLink } from "../../../pickers/plan-link.tsx";
import { useSampleLabels } from "../../../pickers/sample-labels.tsx";

const pathOf = (row: FleetSampling) =>
  `/samplingAuto/detail?time=${row.began}&deviceName=${encodeURIComponent(row.deviceName)}`;

export function useAutoColumns(): Column<FleetSampling>[] {
  const { t } = useTranslation("laboratory-samplings");
  const label = useSampleLabels();
  return [
    {
      ...{ id: "began", label: label("began"), width: 154, required: true },
      cell: (row) => (
        <PathLink
          className="num"
          to={pathOf(row)}
        >{`${formatDay(row.began)} ${formatMinute(row.began)}`}</PathLink>
      ),
    },
    {
      ...{ id: "ended", label: label("ended"), width: 64 },
      cell: (row) => <span className="num">{formatMinute(row.ended)}</span>,
    },
    {
      ...{ id: "device", label: label("device"), width: 92 },
      cell: (row) => <span className="code">{row.deviceName}</span>,
    },
    { id: "slot", label: label("slot"), width: 52, align: "right", cell: (row) => row.slot },
    {
      ...{ id: "bottle", label: label("bodyCode"), width: 104 },
      cell: (row) => <span className="code">{row.bodyCode ?? "—"}</span>,
    },
    {
      ...{ id: "point", label: label("point"), width: 134 },
      cell: (row) => (row.pointCode === null ? "—" : `${row.pointCode} ${row.pointName}`),
    },
    { ...{ id: "plan", label: label("plan"), width: 128 }, cell: (row) => <PlanLink plan={row.plan} /> },
    {
      ...{ id: "aliquots", label: t("auto.aliquots"), width: 92 },
      cell: (row) => <Aliquots row={row} />,
    },
    {
      ...{ id: "volume", label: label("volume"), unit: "mL", width: 94, align: "right" },
      cell: (row) => <Quantity value={row.volume} digits={0} />,
    },
    {
      ...{ id: "boxTemp", label: t("auto.boxTempMax"), unit: "°C", width: 138, align: "right" },
      cell: (row) => <Quantity value={row.boxTempMax} digits={1} alarm={(row.boxTempMax ?? 0) > 8} />,
    },
  ];
}

export function Aliquots({ row }: { row: FleetSampling }) {
  const { t } = useTranslation("laboratory-samplings");
  const text = t("auto.takenOf", { taken: row.taken, planned: row.planned });
  return <State tone={row.missed === 0 ? "ok" : "warn"} label={text} />;
}

/** An automatic sampling on a phone. */
export function AutoCard({ row, extra }: { row: FleetSampling; extra?: ReactNode }) {
  return (
    <div className="record-card">
      <span className="record-line">
        <PathLink to={pathOf(row)}>{formatMoment(row.began)}</PathLink>
        <Aliquots row={row} />
      </span>
      <span className="record-line record-quiet">
        <span className="code">
          {row.deviceName} · {row.slot} {row.bodyCode === null ? "" : `· ${row.bodyCode}`}
        </span>
        <Quantity value={row.volume} digits={0} unit="mL" />
      </span>
      {row.plan === null ? null : <PlanLink plan={row.plan} />}
      {extra === undefined ? null : <span>{extra}</span>}
    </div>
  );
}
