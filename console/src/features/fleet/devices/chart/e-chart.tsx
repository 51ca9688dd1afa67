import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";

export type ChartHandle = { picture: (background: string) => string | null };

/** A canvas that ECharts draws on; the library is fetched with the first chart. Options are merged, so zoom stays. */
export function EChart(props: {
  option: EChartsCoreOption;
  height: number;
  label: string;
  ref?: Ref<ChartHandle>;
}) {
  const { option } = props;
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);

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
      className="device-chart"
      role="img"
      aria-label={props.label}
      style={{ height: props.height }}
    />
  );
}
