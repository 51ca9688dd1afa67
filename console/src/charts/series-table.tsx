import { useMemo } from "react";
import type { Column } from "../kit/data-table/column.ts";
import { DataTable } from "../kit/data-table/data-table.tsx";
import { formatMoment } from "../kit/moment.ts";
import { formatNumber } from "../kit/number.ts";
import type { Panel } from "./chart-panel.ts";
import { useChartTranslation } from "./chart-translation.ts";
import { type Bucket, layeredRuns } from "./series-shape.ts";

type Row = Bucket & { key: string; panel: Panel };

/** What a chart draws, in numbers, newest first. */
export function SeriesTable({ panels }: { panels: readonly Panel[] }) {
  const t = useChartTranslation();
  const rows = useMemo(
    () =>
      panels
        .flatMap((panel) =>
          layeredRuns(panel)
            .flat()
            .map((bucket): Row => ({ ...bucket, panel, key: `${panel.identifier} ${bucket.at}` })),
        )
        .sort((a, b) => b.at - a.at),
    [panels],
  );
  const columns = useMemo((): Column<Row>[] => {
    const number = (value: number, { panel }: Row) => formatNumber(value, panel.digits);
    const withUnit = (value: number, row: Row) =>
      row.panel.unit === "" ? number(value, row) : `${number(value, row)} ${row.panel.unit}`;
    const some = rows.some((row) => row.count > 1);
    const extremes: Column<Row>[] = [
      { id: "low", label: t("table.low"), width: 120, align: "right", cell: (row) => number(row.low, row) },
      {
        id: "high",
        label: t("table.high"),
        width: 120,
        align: "right",
        cell: (row) => number(row.high, row),
      },
      {
        id: "count",
        label: t("table.count"),
        width: 90,
        align: "right",
        cell: (row) => formatNumber(row.count, 0),
      },
    ];
    const property: Column<Row> = {
      id: "property",
      label: t("table.property"),
      width: 160,
      cell: (row) => row.panel.title,
    };
    return [
      { id: "at", label: t("table.time"), width: 180, required: true, cell: (row) => formatMoment(row.at) },
      ...(panels.length > 1 ? [property] : []),
      {
        id: "mean",
        label: t("table.mean"),
        width: 150,
        align: "right",
        required: true,
        cell: (row) => withUnit(row.mean, row),
      },
      ...(some ? extremes : []),
    ];
  }, [rows, t, panels.length]);
  return (
    <section className="chart-table" aria-label={t("table.name")}>
      <DataTable
        id="series-table"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        cards={(row) => <RowCard row={row} title={panels.length > 1 ? row.panel.title : null} />}
      />
    </section>
  );
}

/** A line of the table on a phone. */
function RowCard({ row, title }: { row: Row; title: string | null }) {
  const t = useChartTranslation();
  const { panel, low, high, mean, count } = row;
  const print = (value: number) => formatNumber(value, panel.digits);
  return (
    <div className="chart-table-card">
      <span>
        {formatMoment(row.at)}
        {title === null ? null : <span className="chart-quiet"> {title}</span>}
      </span>
      <b>
        {print(mean)} {panel.unit}
      </b>
      {count > 1 ? (
        <span className="chart-quiet">
          {print(low)} – {print(high)} · {t("chart.values", { count })}
        </span>
      ) : null}
    </div>
  );
}
