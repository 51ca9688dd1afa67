import type { CityLoad, CityPlantLoad } from "@tracewater/contract/laboratory/city-loads";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { MeasuredMean } from "./measured-mean.tsx";

type Asked = { analyte: string; from: string; until: string };

/** The plants of a city: what each weighs, and why one is left out. */
export function PlantTable({ city, asked }: { city: CityLoad; asked: Asked }) {
  const { t } = useTranslation("laboratory-cities");
  const total = city.population;
  const link = (one: CityPlantLoad) => {
    const query = new URLSearchParams({ pointId: String(one.pointId), analyte: asked.analyte });
    if (asked.from !== "") query.set("from", asked.from);
    if (asked.until !== "") query.set("until", asked.until);
    return <PathLink to={`/laboratory/load?${query}`}>{one.name}</PathLink>;
  };
  const weight = ({ leftOut, population }: CityPlantLoad) =>
    leftOut === null && population !== null ? Math.round((population / total) * 100) : null;
  const state = ({ leftOut }: CityPlantLoad) =>
    leftOut === null ? (
      <State tone="ok" label={t("included")} />
    ) : (
      <State tone="warn" label={t(`leftOut.${leftOut}`)} />
    );
  const columns: Column<CityPlantLoad>[] = [
    { id: "name", label: t("plant"), width: 200, cell: link },
    { id: "code", label: t("code"), width: 120, cell: (one) => <span className="code">{one.code}</span> },
    {
      ...{ id: "mean", label: t("mean"), unit: "mg/d/1000", width: 160, align: "right" },
      cell: (one) => <MeasuredMean one={one} />,
    },
    {
      ...{ id: "days", label: t("daysWith"), width: 90, align: "right" },
      cell: (one) => <Quantity value={one.days} />,
    },
    {
      ...{ id: "population", label: t("population"), width: 120, align: "right" },
      cell: (one) => <Quantity value={one.population} digits={0} />,
    },
    {
      ...{ id: "weight", label: t("weight"), unit: "%", width: 90, align: "right" },
      cell: (one) => <Quantity value={weight(one)} />,
    },
    { id: "state", label: t("state"), width: 190, cell: state },
  ];
  return (
    <DataTable
      id="city_plants"
      columns={columns}
      rows={city.plants}
      rowKey={(one) => String(one.pointId)}
      cards={(one) => (
        <div className="record-card">
          <span className="record-line">
            {link(one)}
            <MeasuredMean one={one} unit="mg/d/1000" />
          </span>
          <span className="record-line">
            <Quantity value={one.population} digits={0} />
            {state(one)}
          </span>
        </div>
      )}
    />
  );
}
