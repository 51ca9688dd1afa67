import type { ProductModel } from "@tracewater/contract/fleet/products";
import { listEvents } from "@tracewater/contract/fleet/telemetry";
import { nameIn } from "@tracewater/contract/locales";
import Segmented from "antd/es/segmented";
import { memo, useMemo, useState } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { useChartTranslation as useChartTexts } from "../../../../charts/chart-translation.ts";
import { SeriesChart } from "../../../../charts/series-chart.tsx";
import { spanAt, spanKinds } from "../../../../charts/spans.ts";
import { usePanels } from "../../../../charts/use-panels.ts";
import { useChartProperties } from "../../../../device/device-properties.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { useNow } from "../../../../kit/ticking.ts";

const panelHeight = 200;

/** What the family is about over a span of the user's choice: the flow with the aliquots taken from it, a concentration. */
export const InfoChart = memo(function InfoChart({ open, model }: { open: OpenDevice; model: ProductModel }) {
  const { t, language } = useDeviceTexts();
  const spanLabels = useChartTexts();
  const { identifier, bars } = open.familyConfig.infoChart;
  const property = model.properties.find((candidate) => candidate.identifier === identifier);
  const [kind, setKind] = useState<(typeof spanKinds)[number]>("24h");
  return (
    <section className="group">
      <header className="group-head">
        <h2>
          {bars === null
            ? property
              ? nameIn(property, language)
              : identifier
            : t(`info.chart.${bars.title}`)}
        </h2>
        <span className="group-hint">{t(`span.last.${kind}`)}</span>
        {bars === null ? null : (
          <span className="group-legend">
            <i className="legend-line" /> {t("info.chart.line")}
            <i className="legend-bar" /> {t("info.chart.bars")}
          </span>
        )}
        <Segmented
          size="small"
          className={bars === null ? "group-choice" : ""}
          value={kind}
          onChange={setKind}
          options={spanKinds.map((value) => ({ value, label: spanLabels(`span.${value}`) }))}
        />
      </header>
      <Chart open={open} model={model} kind={kind} />
    </section>
  );
});

function Chart(props: { open: OpenDevice; model: ProductModel; kind: (typeof spanKinds)[number] }) {
  const { open, model, kind } = props;
  const { identifier, bars: barsOf } = open.familyConfig.infoChart;
  const { begin, end } = spanAt({ kind }, useNow(300_000) + 300_000);
  const deviceId = open.device.id;
  const properties = useChartProperties(open.familyConfig, model.properties, [identifier]);
  // The limits of this property are with its value above.
  const unlimited = useMemo(() => properties.map((one) => ({ ...one, limits: undefined })), [properties]);
  const fetched = usePanels({ deviceId, properties: unlimited, begin, end, isLive: true });
  const events = useApi(
    listEvents,
    { query: { deviceId, identifier: barsOf?.event, beginTime: begin, endTime: end, pageSize: 500 } },
    { enabled: barsOf !== null },
  );
  const rows = events.data?.rows;
  const bars = useMemo(
    () =>
      barsOf === null
        ? undefined
        : (rows ?? []).flatMap((row) => {
            const value = row.params[barsOf.member];
            return typeof value === "number" ? [{ at: row.at, value }] : [];
          }),
    [rows, barsOf],
  );
  return (
    <SeriesChart
      fetched={fetched}
      panelHeight={panelHeight}
      plain
      {...(bars === undefined ? {} : { bars })}
    />
  );
}
