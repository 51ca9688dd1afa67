import type { ProductModel } from "@tracewater/contract/fleet/products";
import { listEvents } from "@tracewater/contract/fleet/telemetry";
import Segmented from "antd/es/segmented";
import { memo, useMemo, useState } from "react";
import { useApi } from "../../../../api/use-api.ts";
import { Blank } from "../../../../kit/blank.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { useNow } from "../../../../kit/ticking.ts";
import { chartHeight, chartOption } from "../chart/chart-option.ts";
import { longestSilence } from "../chart/chart-panel.ts";
import { EChart } from "../chart/e-chart.tsx";
import { growSeries, useSeries } from "../chart/live-series.ts";
import { withGaps } from "../chart/series-shape.ts";
import { spanAt, spanKinds } from "../chart/spans.ts";
import { useChartTokens, useChartWords } from "../chart/use-chart-words.ts";
import { staleAfterMs } from "../families/family-facts.ts";
import { nameIn } from "../log/log-summary.ts";
import { useLiveBatch } from "../model/live-batch.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { digitsOf, isNumeric } from "../model/values.ts";
import { useWords } from "../model/words.ts";

const panelHeight = 200;

/** What the family is about over a span of the user's choice: the flow with the aliquots taken from it, a concentration. */
export const InfoChart = memo(function InfoChart({ open, model }: { open: OpenDevice; model: ProductModel }) {
  const { t, language } = useWords();
  const { identifier, bars } = open.facts.infoChart;
  const property = model.properties.find((candidate) => candidate.identifier === identifier);
  const [kind, setKind] = useState<(typeof spanKinds)[number]>("24h");
  return (
    <section className="group">
      <header className="group-head">
        <h2>{bars === null && property ? nameIn(property, language) : t(`info.chart.${identifier}`)}</h2>
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
          options={spanKinds.map((value) => ({ value, label: t(`span.${value}`) }))}
        />
      </header>
      <Chart open={open} model={model} kind={kind} />
    </section>
  );
});

function Chart(props: { open: OpenDevice; model: ProductModel; kind: (typeof spanKinds)[number] }) {
  const { open, model, kind } = props;
  const { t, language } = useWords();
  const { identifier, bars: barsOf } = open.facts.infoChart;
  const { begin, end } = spanAt({ kind }, useNow(300_000) + 300_000);
  const deviceId = open.device.id;
  const query = { deviceId, identifiers: [identifier], begin, end, points: 480 };
  const { data, error, isPending, refetch } = useSeries(query);
  const events = useApi(
    listEvents,
    { query: { deviceId, identifier: barsOf?.event, beginTime: begin, endTime: end, pageSize: 500 } },
    { enabled: barsOf !== null },
  );
  useLiveBatch([`device:${deviceId}`], (news) => growSeries(query, news));
  const late = staleAfterMs(open.facts, open.device.latest);
  const words = useChartWords();
  const tokens = useChartTokens();
  const series = data?.data[0];
  const property = model.properties.find((candidate) => candidate.identifier === identifier);
  const rows = events.data?.rows;
  const option = useMemo(() => {
    const type = property?.dataType;
    const panel = {
      identifier,
      title: property === undefined ? identifier : nameIn(property, language),
      unit: type !== undefined && isNumeric(type) ? (type.unit ?? "") : "",
      digits: type !== undefined && isNumeric(type) ? (digitsOf(type.step, type.type) ?? 0) : 0,
      points: withGaps(series?.points ?? [], longestSilence(late, begin, end)),
      reduced: series?.reduced ?? false,
      limits: undefined,
    };
    const bars = (rows ?? []).flatMap((row) => {
      const value = barsOf === null ? null : row.params[barsOf.member];
      return typeof value === "number" ? [{ at: row.at, value }] : [];
    });
    return chartOption({ panels: [panel], begin, end, tokens, words, panelHeight, plain: true, bars });
  }, [series, rows, begin, end, tokens, words, property, identifier, language, barsOf, late]);
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Loading lines={4} />;
  if (series === undefined || series.points.length === 0) return <Blank title={t("chart.nothing")} />;
  return (
    <EChart
      option={option}
      height={chartHeight(1, panelHeight, true)}
      label={property === undefined ? identifier : nameIn(property, language)}
    />
  );
}
