/** The story of the demo on paper: the whole map, then a page for each stop; the browser prints it or keeps it as PDF. */
import "./story.css";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { SituationDevice } from "@tracewater/contract/operations/situation";
import { type CSSProperties, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatDay, formatMinute } from "../../../../kit/moment.ts";
import { MiniMap } from "../mini/mini-map.tsx";
import { storyStops } from "../story-stops.ts";
import { CategoryList } from "./category-list.tsx";
import { Headline } from "./headline.tsx";
import { type MapPoint, mapPointsOf } from "./map-features.ts";
import { PointCard } from "./point-card.tsx";
import type { WallData } from "./use-wall-data.ts";
import { themeStyle, wallThemes } from "./wall-theme.ts";

/** Paper is light, and 1 unit of the drawing is so large on it. */
const paperStyle = { ...themeStyle(wallThemes.themeQHC), "--u": "0.6px" } as CSSProperties;

export function Story(props: {
  data: WallData;
  category: AnalyteCategory;
  rising: ReadonlyMap<number, number>;
  onDone: () => void;
}) {
  const { data, category } = props;
  const place = useRef<HTMLDivElement>(null);
  usePrint(place, props.onDone);
  const points = mapPointsOf(data.points, data.span?.reference ?? null);
  const stops = storyStops(data.devices, props.rising);
  return createPortal(
    <div ref={place} className="wall wall-story" style={paperStyle}>
      <Overview {...{ data, category, points, count: stops.length }} />
      {stops.map((stop) => (
        <Still key={stop.deviceId} {...{ data, category, points, stop }} />
      ))}
    </div>,
    document.body,
  );
}

function Overview(props: {
  data: WallData;
  category: AnalyteCategory;
  points: readonly MapPoint[];
  count: number;
}) {
  const { t } = useTranslation("operations-situation");
  const { data, category, points } = props;
  const now = Date.now();
  return (
    <section className="story-page">
      <div className="story-left">
        <Headline loads={data.loads} category={category} />
        <MiniMap points={points} category={category} />
      </div>
      <div className="story-right">
        <CategoryList loads={data.loads} reason={null} lit={category} onChoose={ignore} />
        <p className="wall-basis">
          {t("story.made", { time: `${formatDay(now)} ${formatMinute(now)}`, count: props.count })}
        </p>
      </div>
    </section>
  );
}

function Still(props: {
  data: WallData;
  category: AnalyteCategory;
  points: readonly MapPoint[];
  stop: SituationDevice;
}) {
  const { data, category, points, stop } = props;
  const loadPoint = data.points.find(({ pointId }) => pointId === stop.pointId) ?? null;
  const here = points.filter(({ pointId }) => pointId === stop.pointId);
  const devices = data.devices.filter(({ deviceId, pointId }) =>
    stop.pointId === null ? deviceId === stop.deviceId : pointId === stop.pointId,
  );
  const name = stop.pointName ?? (stop.nickname || stop.deviceName);
  return (
    <section className="story-page">
      <div className="story-left">
        <MiniMap points={here} category={category} />
      </div>
      <div className="story-right">
        <PointCard
          {...{ loadPoint, category, devices, until: data.span?.until ?? null, chartOf: null }}
          point={{ pointId: stop.pointId, name }}
          onClose={ignore}
        />
      </div>
    </section>
  );
}

const ignore = () => undefined;
const askEveryMs = 250;
/** A card whose figures do not come is printed without them. */
const maxWaitMs = 10_000;

/** Prints once every card says something; the story is gone with the dialog. */
function usePrint(place: { current: HTMLDivElement | null }, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const finish = () => done();
    addEventListener("afterprint", finish);
    const began = Date.now();
    const timer = setInterval(() => {
      const cards = [...(place.current?.querySelectorAll(".wall-card") ?? [])];
      const isReady = cards.every((card) => card.querySelector(".wall-value, .wall-reason") !== null);
      if (!isReady && Date.now() - began < maxWaitMs) return;
      clearInterval(timer);
      window.print();
    }, askEveryMs);
    return () => {
      clearInterval(timer);
      removeEventListener("afterprint", finish);
    };
  }, [place]);
}
