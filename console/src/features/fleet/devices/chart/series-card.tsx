import type { ProductModel } from "@tracewater/contract/fleet/products";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Plus, X } from "lucide-react";
import { memo, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { Blank } from "../../../../kit/blank.tsx";
import { Card } from "../../../../kit/card.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { useNow } from "../../../../kit/ticking.ts";
import { nameIn } from "../log/log-summary.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { isNumeric, type ModelProperty } from "../model/values.ts";
import { useWords } from "../model/words.ts";
import { Downloads } from "./chart-downloads.tsx";
import { chartHeight, chartOption } from "./chart-option.ts";
import { type ChartHandle, EChart } from "./e-chart.tsx";
import { SpanChoice } from "./span-choice.tsx";
import { mostCharts, readShown, readSpan, spanAt, writeSpan } from "./spans.ts";
import { useChartTokens, useChartWords } from "./use-chart-words.ts";
import { usePanels } from "./use-panels.ts";

/** Any numeric property over any span, each with its own axis, all with one cursor. */
export const SeriesCard = memo(function SeriesCard({
  open,
  model,
}: {
  open: OpenDevice;
  model: ProductModel;
}) {
  const [search, setSearch] = useSearchParams();
  const { t } = useWords();
  const handle = useRef<ChartHandle>(null);
  const numeric = model.properties.filter((property) => isNumeric(property.dataType));
  const known = numeric.map((property) => property.identifier);
  const shown = readShown(search, known, open.facts.firstCharts);
  const span = readSpan(search, { kind: "24h" });
  const show = (next: string[]) => {
    const changed = new URLSearchParams(search);
    changed.set("show", next.join(","));
    setSearch(changed, { replace: true });
  };
  const chosen = numeric.filter((property) => shown.includes(property.identifier));
  const fetched = usePanels(open, chosen, shown, spanAt(span, useNow(60_000)), span.kind !== "custom");
  return (
    <Card flush className="series-card">
      <div className="series-bar">
        {shown.map((identifier, index) => (
          <Chip
            key={identifier}
            index={index}
            property={numeric.find((property) => property.identifier === identifier)}
            onRemove={() => show(shown.filter((other) => other !== identifier))}
          />
        ))}
        <AddProperty numeric={numeric} shown={shown} onAdd={(identifier) => show([...shown, identifier])} />
        <div className="series-bar-end">
          <SpanChoice
            span={span}
            onChange={(next) => setSearch(writeSpan(search, next), { replace: true })}
          />
          <Downloads panels={fetched.panels} name={open.device.deviceName} handle={handle} />
        </div>
      </div>
      <div className="series-body">
        {shown.length === 0 ? (
          <Blank title={t("chart.choose")} text={t("chart.chooseText")} />
        ) : (
          <Chart {...fetched} handle={handle} />
        )}
      </div>
    </Card>
  );
});

type Fetched = ReturnType<typeof usePanels>;

const panelHeight = 236;

function Chart(props: Fetched & { handle: React.RefObject<ChartHandle | null> }) {
  const { panels, begin, end, error } = props;
  const { t } = useWords();
  const words = useChartWords();
  const tokens = useChartTokens();
  const option = useMemo(
    () => chartOption({ panels, begin, end, tokens, words, panelHeight }),
    [panels, begin, end, tokens, words],
  );
  if (error !== null && panels.every((panel) => panel.points.length === 0)) {
    return <ErrorBox error={error} onRetry={() => void props.refetch()} />;
  }
  if (props.isPending) return <Loading lines={8} />;
  if (panels.every((panel) => panel.points.length === 0)) {
    return <Blank title={t("chart.nothing")} text={t("chart.nothingText")} />;
  }
  const label = panels.map((panel) => panel.title).join(", ");
  return (
    <EChart
      ref={props.handle}
      option={option}
      height={chartHeight(panels.length, panelHeight)}
      label={label}
    />
  );
}

function Chip(props: { property: ModelProperty | undefined; index: number; onRemove: () => void }) {
  const { property } = props;
  const { t, language } = useWords();
  if (property === undefined) return null;
  const name = nameIn(property, language);
  return (
    <span className="series-chip">
      <i className={`series-ink series-ink-${props.index % mostCharts}`} />
      {name}
      {isNumeric(property.dataType) ? <span className="device-quiet">{property.dataType.unit}</span> : null}
      <button type="button" aria-label={t("chart.remove", { name })} onClick={props.onRemove}>
        <X size={14} />
      </button>
    </span>
  );
}

function AddProperty(props: {
  numeric: ModelProperty[];
  shown: string[];
  onAdd: (identifier: string) => void;
}) {
  const { t, language } = useWords();
  const rest = props.numeric.filter((property) => !props.shown.includes(property.identifier));
  if (rest.length === 0 || props.shown.length >= mostCharts) return null;
  const items = rest.map((property) => ({ key: property.identifier, label: nameIn(property, language) }));
  return (
    <Dropdown
      trigger={["click"]}
      menu={{ items, className: "series-menu", onClick: ({ key }) => props.onAdd(key) }}
    >
      <Button type="text" icon={<Plus size={16} />}>
        {t("chart.add")}
      </Button>
    </Dropdown>
  );
}
