import {
  marker,
  type PointPopulation,
  type PopulationMethod,
  usePopulationEstimate,
} from "@tracewater/contract/laboratory/populations";
import Button from "antd/es/button";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { Quantity } from "../../../kit/quantity.tsx";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { IntervalBar } from "./interval-bar.tsx";

type Props = { data: PointPopulation; mayEdit: boolean; onChanged: () => void };

/** All methods side by side, on one scale. */
export function MethodTable({ data, mayEdit, onChanged }: Props) {
  const { t } = useTranslation("laboratory-populations");
  const top = Math.max(1, ...data.methods.map((one) => Math.max(one.population ?? 0, one.high ?? 0)));
  const act = (one: PopulationMethod) =>
    mayEdit ? <UseButton data={data} method={one} onChanged={onChanged} /> : null;
  const columns: Column<PopulationMethod>[] = [
    { id: "method", label: t("method"), width: 190, cell: (one) => t(`methods.${one.method}`) },
    {
      ...{ id: "population", label: t("population"), width: 110, align: "right" },
      cell: (one) => <Quantity value={one.population} digits={0} />,
    },
    {
      ...{ id: "interval", label: t("interval"), width: 170, align: "right" },
      cell: (one) => <span className="num">{intervalText(one)}</span>,
    },
    {
      ...{ id: "uncertainty", label: "u", unit: "%", width: 70, align: "right" },
      cell: (one) => <span className="num">{percentText(one.uncertainty)}</span>,
    },
    { id: "bar", label: t("scale"), width: 200, cell: (one) => <IntervalBar one={one} top={top} /> },
    { id: "basis", label: t("basis"), width: 300, cell: (one) => <Basis one={one} /> },
    {
      ...{ id: "use", label: t("use.head"), width: 190, fixed: "right" },
      cell: (one) => (one.isUsed ? <State tone="ok" label={t("use.used")} /> : act(one)),
    },
  ];
  return (
    <DataTable
      id="population_methods"
      columns={columns}
      rows={data.methods}
      rowKey={(one) => one.method}
      cards={(one) => (
        <div className="record-card">
          <span className="record-line">
            <strong>{t(`methods.${one.method}`)}</strong>
            <Quantity value={one.population} digits={0} />
          </span>
          <span className="record-line population-quiet">
            <span className="num">{intervalText(one)}</span>
            {one.uncertainty === null ? null : (
              <span className="num">u {percentText(one.uncertainty)} %</span>
            )}
          </span>
          <IntervalBar one={one} top={top} />
          <Basis one={one} />
          {one.isUsed ? <State tone="ok" label={t("use.used")} /> : act(one)}
        </div>
      )}
    />
  );
}

function intervalText({ low, high }: PopulationMethod): string {
  return low === null || high === null ? "—" : `${formatNumber(low, 0)} – ${formatNumber(high, 0)}`;
}

function percentText(value: number | null): string {
  return value === null ? "—" : formatNumber(Number(value.toPrecision(2)));
}

/** What a figure rests on, or why there is none. */
function Basis({ one }: { one: PopulationMethod }) {
  const { t } = useTranslation("laboratory-populations");
  if (one.gap !== null) {
    const names = one.missing.map((name) => t(`parameter.${name}`)).join(t("comma"));
    return <span className="population-quiet">{t(`gap.${one.gap}`, { names })}</span>;
  }
  const parts = [
    one.since === null ? t("days", { count: one.days }) : t("since", { day: one.since }),
    one.source.replace("unverified figure", t("unverified")),
  ].filter((part) => part !== "");
  return (
    <span className="population-basis">
      <span className="population-quiet">{parts.join(" · ")}</span>
      {one.isDesign ? <State tone="warn" label={t("design")} title={t("designText")} /> : null}
    </span>
  );
}

function UseButton({
  data,
  method,
  onChanged,
}: {
  data: PointPopulation;
  method: PopulationMethod;
  onChanged: () => void;
}) {
  const { t } = useTranslation("laboratory-populations");
  const use = useApiMutation(usePopulationEstimate);
  const found = marker.safeParse(method.method).data;
  const { population } = method;
  if (found === undefined || population === null) return null;
  const { pointId, from, until } = data;
  return (
    <Button
      size="small"
      loading={use.isPending}
      onClick={() =>
        use.mutate(
          { body: { pointId, marker: found, from, until, population } },
          {
            onSuccess: () => {
              showToast({ tone: "success", text: t("use.done", { day: from }) });
              onChanged();
            },
          },
        )
      }
    >
      {t("use.act", { day: from })}
    </Button>
  );
}
