import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import Button from "antd/es/button";
import { ChartSpline, Table } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { Downloads } from "../../../../charts/chart-downloads.tsx";
import type { ChartHandle } from "../../../../charts/e-chart.tsx";
import { SeriesChart } from "../../../../charts/series-chart.tsx";
import { SpanChoice } from "../../../../charts/span-choice.tsx";
import { readSpan, spanAt, writeSpan } from "../../../../charts/spans.ts";
import { type ChartProperty, usePanels } from "../../../../charts/use-panels.ts";
import { Card } from "../../../../kit/card.tsx";
import { useNow } from "../../../../kit/ticking.ts";
import { useLocale } from "../../../../kit/use-localized.ts";
import type { MonitoringConfig } from "./monitoring-config.ts";

type Property = ProductModel["properties"][number];

const panelHeight = 220;

/** The box's temperature over any span with the band that it has to keep, and what is around it. */
export function EnvChart(props: {
  device: DeviceDetail;
  properties: readonly Property[] | undefined;
  monitoring: MonitoringConfig;
}) {
  const { device, monitoring, properties: known } = props;
  const { t } = useTranslation("field-samplers");
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const [asTable, setAsTable] = useState(false);
  const handle = useRef<ChartHandle>(null);
  const span = readSpan(search, { kind: "24h" });
  const { begin, end } = spanAt(span, useNow(60_000));
  const properties = useMemo(
    () =>
      monitoring.chart.flatMap(({ identifier, limits }): ChartProperty[] => {
        const property = known?.find((one) => one.identifier === identifier);
        if (property === undefined) return [];
        const unit = "unit" in property.dataType ? (property.dataType.unit ?? "") : "";
        return [{ identifier, title: nameIn(property, locale), unit, digits: 1, limits }];
      }),
    [known, monitoring, locale],
  );
  const isLive = span.kind !== "custom";
  const fetched = usePanels({ deviceId: device.id, properties, begin, end, isLive });
  const mayExport = hasPermission(monitoring.exportPermission, useSession());
  const other = t(asTable ? "look.asChart" : "look.asTable");
  return (
    <Card
      title={t("look.env")}
      extra={
        <div className="look-tools">
          <SpanChoice
            span={span}
            onChange={(next) => setSearch(writeSpan(search, next), { replace: true })}
          />
          <Button
            icon={asTable ? <ChartSpline size={16} /> : <Table size={16} />}
            aria-label={other}
            title={other}
            onClick={() => setAsTable(!asTable)}
          />
          <Downloads panels={fetched.panels} device={device} {...{ begin, end, mayExport, handle }} />
        </div>
      }
    >
      <SeriesChart ref={handle} fetched={fetched} panelHeight={panelHeight} asTable={asTable} />
    </Card>
  );
}
