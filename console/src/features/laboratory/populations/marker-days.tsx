import {
  type Marker,
  marker as markerName,
  type PointPopulation,
  type PopulationDay,
  removeMarkerResult,
} from "@tracewater/contract/laboratory/populations";
import Button from "antd/es/button";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { Quantity } from "../../../kit/quantity.tsx";

type Props = { data: PointPopulation; mayEdit: boolean; onEnter: () => void; onChanged: () => void };

/** The markers of each day, with the population that each of them gives. */
export function MarkerDays({ data, mayEdit, onEnter, onChanged }: Props) {
  const { t } = useTranslation("laboratory-populations");
  const present = markerName.options.filter((name) =>
    data.days.some((day) => day.markers.some((one) => one.marker === name)),
  );
  const cell = (day: PopulationDay, name: Marker) => (
    <MarkerCell day={day} name={name} mayEdit={mayEdit} onChanged={onChanged} />
  );
  const columns: Column<PopulationDay>[] = [
    { id: "day", label: t("day"), width: 110, cell: (day) => <span className="num">{day.day}</span> },
    {
      ...{ id: "sample", label: t("sample"), width: 150 },
      cell: (day) => <span className="code">{day.sampleNo ?? "—"}</span>,
    },
    {
      ...{ id: "flow", label: t("flow"), unit: "m³/d", width: 110, align: "right" },
      cell: (day) => <Quantity value={day.flow} digits={0} />,
    },
    ...present.map(
      (name): Column<PopulationDay> => ({
        ...{ id: name, label: t(`methods.${name}`), unit: unitOf(name), width: 170, align: "right" },
        cell: (day) => cell(day, name),
      }),
    ),
  ];
  return (
    <Card
      title={t("markers.title")}
      hint={t("markers.hint")}
      extra={
        mayEdit ? (
          <Button icon={<Plus size={15} />} onClick={onEnter}>
            {t("markers.enter")}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        id="population_days"
        columns={columns}
        rows={data.days.toReversed()}
        rowKey={(day) => day.day}
        empty={<EmptyState title={t("markers.none")} text={t("markers.noneText")} />}
        cards={(day) => (
          <div className="record-card">
            <span className="record-line">
              <strong className="num">{day.day}</strong>
              <Quantity value={day.flow} digits={0} unit="m³/d" />
            </span>
            {day.markers.map((one) => (
              <span key={one.marker} className="record-line">
                <span className="population-quiet">{t(`methods.${one.marker}`)}</span>
                {cell(day, one.marker)}
              </span>
            ))}
          </div>
        )}
      />
    </Card>
  );
}

function unitOf(name: Marker): string {
  return name === "cotinine" ? "μg/L" : "mg/L";
}

type CellProps = { day: PopulationDay; name: Marker; mayEdit: boolean; onChanged: () => void };

function MarkerCell({ day, name, mayEdit, onChanged }: CellProps) {
  const { t } = useTranslation("laboratory-populations");
  const remove = useApiMutation(removeMarkerResult);
  const found = day.markers.find((one) => one.marker === name);
  if (found === undefined) return <span className="population-quiet">—</span>;
  const { markerId } = found;
  return (
    <span className="population-cell">
      <span className="population-lines">
        <Quantity value={found.concentration} uncertainty={found.uncertainty} />
        <span className="population-quiet num">
          {found.population === null ? "—" : t("inhabitants", { number: formatNumber(found.population) })}
        </span>
      </span>
      {mayEdit && markerId !== null ? (
        <IconButton
          label={t("markers.remove", { marker: t(`methods.${name}`), day: day.day })}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params: { id: markerId } }, { onSuccess: onChanged })}
        >
          <Trash2 />
        </IconButton>
      ) : null}
    </span>
  );
}
