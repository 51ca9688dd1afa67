import type { CityLoad } from "@tracewater/contract/laboratory/city-loads";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { MeasuredMean } from "./measured-mean.tsx";

const unit = "mg/d/1000";
const width = 200;
const edge = 4;

type Props = { cities: readonly CityLoad[]; chosen: CityLoad | null; onChoose: (city: CityLoad) => void };

/** Cities, the highest first, with their interval on one scale and what they cover. */
export function CityTable({ cities, chosen, onChoose }: Props) {
  const { t } = useTranslation("laboratory-cities");
  const top = Math.max(1e-9, ...cities.map((one) => Math.max(Number(one.mean ?? 0), one.high ?? 0)));
  const name = (one: CityLoad) => (
    <button type="button" className="city-open" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
      {one.city}
    </button>
  );
  const columns: Column<CityLoad>[] = [
    { id: "city", label: t("city"), width: 170, cell: name },
    { id: "country", label: t("country"), width: 120, cell: (one) => one.country || "—" },
    {
      ...{ id: "mean", label: t("mean"), unit, width: 160, align: "right" },
      cell: (one) => <MeasuredMean one={one} />,
    },
    { id: "bar", label: t("scale"), width: 220, cell: (one) => <CityBar one={one} top={top} /> },
    {
      ...{ id: "plants", label: t("plants"), width: 110, align: "right" },
      cell: (one) => <span className="num">{plantsText(one)}</span>,
    },
    {
      ...{ id: "population", label: t("population"), width: 130, align: "right" },
      cell: (one) => <span className="num">{formatNumber(one.population)}</span>,
    },
    {
      ...{ id: "share", label: t("share"), unit: "%", width: 110, align: "right" },
      cell: (one) => <span className="num">{shareText(one)}</span>,
    },
  ];
  return (
    <DataTable
      id="city_loads"
      columns={columns}
      rows={cities}
      rowKey={(one) => `${one.country} ${one.city}`}
      empty={<EmptyState title={t("none")} text={t("noneText")} />}
      cards={(one) => (
        <div className="record-card">
          <span className="record-line">
            {name(one)}
            <MeasuredMean one={one} unit={unit} />
          </span>
          <CityBar one={one} top={top} />
          <span className="city-quiet">
            {t("card", {
              plants: plantsText(one),
              population: formatNumber(one.population),
              share: shareText(one),
            })}
          </span>
        </div>
      )}
    />
  );
}

function plantsText({ plants }: CityLoad): string {
  return `${plants.filter((one) => one.leftOut === null).length} / ${plants.length}`;
}

function shareText({ share }: CityLoad): string {
  return share === null ? "—" : formatNumber(Math.round(share * 100));
}

function CityBar({ one, top }: { one: CityLoad; top: number }) {
  if (one.mean === null) return null;
  const x = (value: number) => edge + ((width - 2 * edge) * value) / top;
  return (
    <svg viewBox={`0 0 ${width} 16`} className="city-bar" aria-hidden="true">
      <rect
        x={edge}
        y="4"
        width={x(Number(one.mean)) - edge}
        height="8"
        rx="1.5"
        className="city-bar-value"
      />
      {one.low === null || one.high === null ? null : (
        <line x1={x(one.low)} x2={x(one.high)} y1="8" y2="8" className="city-bar-interval" />
      )}
    </svg>
  );
}
