import "./charts.css";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";

export type ChartHandle = { picture: (background: string) => string | null };

/** A canvas that ECharts draws on; the library is fetched with the first chart. Options are merged, so zoom stays. */
export function EChart(props: {
  option: EChartsCoreOption;
  height: number;
  label: string;
  /** The part of the span that is in sight after a zoom, as shares of it; null for the whole. */
  onZoom?: (part: { from: number; to: number } | null) => void;
  ref?: Ref<ChartHandle> | undefined;
}) {
  const { option } = props;
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const zoomed = useEffectEvent((part: { from: number; to: number } | null) => props.onZoom?.(part));

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let made: EChartsType | null = null;
    let gone = false;
    const observer = new ResizeObserver(() => made?.resize());
    void import("./echarts-parts.ts").then(({ initChart }) => {
      if (gone) return;
      made = initChart(element);
      observer.observe(element);
      made.on("datazoom", () => zoomed(made === null ? null : partInSight(made)));
      setChart(made);
    });
    return () => {
      gone = true;
      observer.disconnect();
      made?.dispose();
      setChart(null);
    };
  }, []);

  useEffect(() => {
    chart?.setOption(option, {
      replaceMerge: ["series", "grid", "xAxis", "yAxis", "title"],
      lazyUpdate: true,
    });
  }, [chart, option]);

  useImperativeHandle(
    props.ref,
    () => ({
      picture: (backgroundColor) =>
        chart?.getDataURL({ type: "png", pixelRatio: 2, backgroundColor }) ?? null,
    }),
    [chart],
  );

  return (
    <div
      ref={place}
      className="chart-canvas"
      role="img"
      aria-label={props.label}
      style={{ height: props.height }}
    />
  );
}

function partInSight(chart: EChartsType): { from: number; to: number } | null {
  const zooms: unknown = chart.getOption()["dataZoom"];
  const zoom: unknown = Array.isArray(zooms) ? zooms[0] : null;
  if (typeof zoom !== "object" || zoom === null) return null;
  const [start, end] = [Reflect.get(zoom, "start"), Reflect.get(zoom, "end")];
  if (typeof start !== "number" || typeof end !== "number" || end - start > 99) return null;
  return { from: start / 100, to: end / 100 };
}
