import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { ChartSpline, Plus, Table, X } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import { Downloads } from "../../../charts/chart-downloads.tsx";
import type { ChartHandle } from "../../../charts/e-chart.tsx";
import { SeriesChart } from "../../../charts/series-chart.tsx";
import { SpanChoice } from "../../../charts/span-choice.tsx";
import { maxCharts, readShown, readSpan, spanAt, writeSpan } from "../../../charts/spans.ts";
import { usePanels } from "../../../charts/use-panels.ts";
import { useChartProperties } from "../../../device/device-properties.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { familyPermission } from "../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { isNumeric, type ModelProperty } from "../../../device/values.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useNow } from "../../../kit/ticking.ts";
import { ConflictList } from "./conflict-list.tsx";
import { HoldButton } from "./legal-hold-drawer.tsx";

/** Any numeric property over any span, each with its own axis, all with one cursor. */
export const SeriesCard = memo(function SeriesCard({
  open,
  model,
}: {
  open: OpenDevice;
  model: ProductModel;
}) {
  const [search, setSearch] = useSearchParams();
  const { t } = useDeviceTexts();
  const handle = useRef<ChartHandle>(null);
  const numeric = useMemo(
    () => model.properties.filter((property) => isNumeric(property.dataType)),
    [model.properties],
  );
  const known = numeric.map((property) => property.identifier);
  const shown = readShown(search, known, open.familyConfig.firstCharts);
  const span = readSpan(search, { kind: "24h" });
  const show = (next: string[]) => {
    const changed = new URLSearchParams(search);
    changed.set("show", next.join(","));
    setSearch(changed, { replace: true });
  };
  const properties = useChartProperties(open.familyConfig, numeric, shown);
  const [asTable, setAsTable] = useState(false);
  const { begin, end } = spanAt(span, useNow(60_000));
  const isLive = span.kind !== "custom";
  const fetched = usePanels({ deviceId: open.device.id, properties, begin, end, isLive });
  const panelHeight = usePanelHeight(shown.length);
  const mayExport = hasPermission(familyPermission(open.familyConfig, "export"), useSession());
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
          <Button
            icon={asTable ? <ChartSpline size={16} /> : <Table size={16} />}
            aria-label={t(asTable ? "chart.asChart" : "chart.asTable")}
            title={t(asTable ? "chart.asChart" : "chart.asTable")}
            onClick={() => setAsTable(!asTable)}
          />
          <HoldButton deviceId={open.device.id} begin={begin} end={end} />
          <Downloads {...{ begin, end, mayExport, handle }} panels={fetched.panels} device={open.device} />
        </div>
      </div>
      <div className="series-body">
        <ConflictList deviceId={open.device.id} properties={properties} begin={begin} end={end} />
        {shown.length === 0 ? (
          <EmptyState title={t("chart.choose")} text={t("chart.chooseText")} />
        ) : (
          <SeriesChart ref={handle} fetched={fetched} panelHeight={panelHeight} asTable={asTable} />
        )}
      </div>
    </Card>
  );
});

/** A panel is at least this high; fewer of them share the height of the live log next to them. */
const minPanel = 236;
const room = 416;

function usePanelHeight(panels: number): number {
  return useIsPhone() ? minPanel : Math.max(minPanel, Math.floor(room / Math.max(1, panels)));
}

function Chip(props: { property: ModelProperty | undefined; index: number; onRemove: () => void }) {
  const { property } = props;
  const { t, language } = useDeviceTexts();
  if (property === undefined) return null;
  const name = nameIn(property, language);
  return (
    <span className="series-chip">
      <i className={`series-ink series-ink-${props.index % maxCharts}`} />
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
  const { t, language } = useDeviceTexts();
  const rest = props.numeric.filter((property) => !props.shown.includes(property.identifier));
  if (rest.length === 0 || props.shown.length >= maxCharts) return null;
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
