import { type Ref, useMemo } from "react";
import { EmptyState } from "../kit/empty-state.tsx";
import { ErrorBox } from "../kit/error-box.tsx";
import { Loading } from "../kit/loading.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { chartHeight, chartOption } from "./chart-option.ts";
import type { ChartBar } from "./chart-panel.ts";
import { useChartTranslation } from "./chart-translation.ts";
import { type ChartHandle, EChart } from "./e-chart.tsx";
import { SeriesTable } from "./series-table.tsx";
import { useChartLabels, useChartTokens } from "./use-chart-labels.ts";
import type { Panels } from "./use-panels.ts";
import { weekendsOf } from "./weekends.ts";

/**
 * Any properties of a device over any span: each with an axis of its own, all with one cursor; gaps as gaps, lowest to
 * highest as a band, limits as bands and lines. `usePanels` fetches what it draws.
 */
export function SeriesChart(props: {
  fetched: Panels;
  panelHeight: number;
  /** The table of what is drawn instead of the drawing. */
  asTable?: boolean;
  /** A narrower margin and no titles for a chart that is in a card with a title. */
  plain?: boolean;
  bars?: readonly ChartBar[];
  ref?: Ref<ChartHandle> | undefined;
}) {
  const { fetched, panelHeight, plain = false, bars } = props;
  const { panels, begin, end, sight, error } = fetched;
  const t = useChartTranslation();
  const words = useChartLabels();
  const tokens = useChartTokens();
  const weekends = useMemo(() => weekendsOf(begin, end), [begin, end]);
  const option = useMemo(
    () =>
      chartOption({
        ...{ panels, weekends, begin, end, tokens, words, panelHeight, plain },
        ...(bars === undefined ? {} : { bars }),
        ...(sight === undefined ? {} : { sight }),
      }),
    [panels, weekends, begin, end, sight, tokens, words, panelHeight, plain, bars],
  );
  const isEmpty = panels.every((panel) => panel.series.points.length === 0);
  if (error !== null && isEmpty) return <ErrorBox error={error} onRetry={() => void fetched.refetch()} />;
  if (fetched.isPending) return <Loading lines={plain ? 4 : 8} />;
  if (isEmpty)
    return <EmptyState title={t("chart.nothing")} text={plain ? undefined : t("chart.nothingText")} />;
  if (props.asTable === true) return <SeriesTable panels={panels} />;
  return (
    <>
      {plain ? null : <ChartLegend panels={panels} hasWeekend={weekends.length > 0} />}
      <EChart
        ref={props.ref}
        option={option}
        height={chartHeight(panels.length, panelHeight, plain)}
        label={panels.map((panel) => panel.title).join(", ")}
        onZoom={fetched.onZoom}
      />
    </>
  );
}
