/** The map alone: one category, a slider over the weeks of a year, two periods next to each other, catchments. */
import "./explorer.css";
import {
  type AnalyteCategory,
  analyteCategory,
  firstCategory,
} from "@tracewater/contract/laboratory/factors";
import { type CSSProperties, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { changeUserChoices, useUserChoices } from "../../../../api/user-choices.ts";
import { useRouteTitle } from "../../../../kit/route-metadata.tsx";
import { AreasNote } from "./areas-note.tsx";
import { Legend } from "./foot.tsx";
import { Headline } from "./headline.tsx";
import { type MapPoint, mapPointsOf } from "./map-features.ts";
import { CategoryMark } from "./marks.tsx";
import { PointCard } from "./point-card.tsx";
import { Screen, type Stage } from "./screen.tsx";
import { Brand, GapNote } from "./top.tsx";
import { useUnitAreas } from "./use-unit-areas.ts";
import { useWallData, type WallData } from "./use-wall-data.ts";
import { WallMap } from "./wall-map.tsx";

const weeks = 52;
/** Pixels of a unit at least: who explores sits in front of it, maybe with a phone. */
const minUnit = 0.625;

export function MapScreen() {
  const title = useRouteTitle();
  return (
    <Screen label={title} hasOwnLayout>
      {(stage) => <Explorer stage={{ ...stage, unit: Math.max(minUnit, stage.unit) }} title={title} />}
    </Screen>
  );
}

function Explorer({ stage, title }: { stage: Stage; title: string }) {
  const { t } = useTranslation("operations-situation");
  const [category, setCategory] = useState(firstCategory);
  const [back, setBack] = useState(0);
  const [other, setOther] = useState<number | null>(null);
  const [pointId, setPointId] = useState<number | null>(null);
  const [hasAreas, setAreas] = useState(false);
  const { polygonHighlight } = useUserChoices(stage.userName);
  const now = useWallData(category);
  const newest = now.loads?.until ?? null;
  const around = useMemo(() => mapPointsOf(now.points, null), [now.points]);
  const panes = other === null ? [back] : [back, other];
  return (
    <div
      className={`explorer explorer-${stage.composition}`}
      style={{ "--u": `${stage.unit}px` } as CSSProperties}
    >
      <Head {...{ title, category, onCategory: setCategory }} />
      <div className="explorer-panes">
        {panes.map((ago, at) => (
          <Pane
            // biome-ignore lint/suspicious/noArrayIndexKey: the panes are told apart by their place alone
            key={at}
            {...{ stage, category, pointId, hasAreas, around, onPoint: setPointId }}
            until={ago === 0 ? undefined : weeksBefore(newest, ago)}
          />
        ))}
      </div>
      <div className="explorer-foot">
        <Slider label={t("explorer.period")} {...{ newest, value: back, onChange: setBack }} />
        <button
          type="button"
          aria-pressed={other !== null}
          onClick={() => setOther(other === null ? Math.min(weeks, back + 4) : null)}
        >
          {t("explorer.compare")}
        </button>
        {other === null ? null : (
          <Slider label={t("explorer.other")} {...{ newest, value: other, onChange: setOther }} />
        )}
        <button
          type="button"
          aria-pressed={polygonHighlight}
          onClick={() => changeUserChoices(stage.userName, { polygonHighlight: !polygonHighlight })}
        >
          {t("wall.highlight")}
        </button>
        <button type="button" aria-pressed={hasAreas} onClick={() => setAreas(!hasAreas)}>
          {t("areas.toggle")}
        </button>
      </div>
    </div>
  );
}

function Head(props: {
  title: string;
  category: AnalyteCategory;
  onCategory: (category: AnalyteCategory) => void;
}) {
  const { t } = useTranslation("operations-situation");
  return (
    <div className="explorer-head">
      <Brand screen={props.title} />
      <fieldset className="explorer-categories" aria-label={t("wall.categories")}>
        {analyteCategory.options.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === props.category}
            onClick={() => props.onCategory(one)}
          >
            <CategoryMark category={one} /> {t(`category.${one}`)}
          </button>
        ))}
      </fieldset>
      <a href="/visual">{t("back")}</a>
    </div>
  );
}

function weeksBefore(newest: string | null, ago: number): string | undefined {
  if (newest === null) return undefined;
  return new Date(Date.parse(`${newest}T00:00:00Z`) - ago * 7 * 86_400_000).toISOString().slice(0, 10);
}

/** To the right is now. */
function Slider(props: {
  label: string;
  newest: string | null;
  value: number;
  onChange: (weeksAgo: number) => void;
}) {
  const { t } = useTranslation("operations-situation");
  const until = weeksBefore(props.newest, props.value);
  return (
    <label className="explorer-slider">
      <span>
        {props.label} {until === undefined ? "" : t("explorer.until", { until })}
      </span>
      <input
        type="range"
        min={0}
        max={weeks}
        value={weeks - props.value}
        aria-valuetext={until ?? t("headline.none", { category: "" })}
        onChange={(event) => props.onChange(weeks - Number(event.target.value))}
      />
    </label>
  );
}

function Pane(props: {
  stage: Stage;
  category: AnalyteCategory;
  until: string | undefined;
  pointId: number | null;
  hasAreas: boolean;
  /** Points of the newest period: every period is shown on the part of the earth that they are in. */
  around: readonly MapPoint[];
  onPoint: (pointId: number | null) => void;
}) {
  const { t } = useTranslation("operations-situation");
  const { stage, pointId } = props;
  const { unit, theme } = stage;
  const { polygonHighlight } = useUserChoices(stage.userName);
  const data = useWallData(props.category, props.until);
  const { category } = data;
  const units = useUnitAreas(category, { isOn: props.hasAreas && data.mayLoads, until: props.until });
  const points = useMemo(
    () => mapPointsOf(data.points, data.span?.reference ?? null),
    [data.points, data.span?.reference],
  );
  const paint = useMemo(
    () => ({ theme, category, hasPupils: theme.accent === "#5ad1ff" }),
    [theme, category],
  );
  const chosen = points.find((one) => one.pointId === pointId);
  const side = Math.round(60 * unit);
  return (
    <div className="explorer-pane">
      <WallMap
        {...{
          paint,
          points,
          around: props.around,
          unit,
          alarms: [],
          highlights: polygonHighlight,
          labels: 12,
          units,
        }}
        padding={{ left: side, right: side, top: Math.round(140 * unit), bottom: Math.round(110 * unit) }}
        chosen={chosen === undefined ? null : { pointId: chosen.pointId, at: chosen.at }}
        onPoint={props.onPoint}
      />
      <div className="explorer-title">
        {data.mayLoads ? <Headline loads={data.loads} category={category} /> : <p>{t("wall.notAllowed")}</p>}
        {data.mayLoads ? <p>{t("wall.source")}</p> : null}
        <AreasNote units={units} />
        <GapNote gap={data.loadsGap} />
      </div>
      <Legend reference={data.span?.reference ?? null} />
      <ChosenPoint {...{ data, category, pointId, onClose: () => props.onPoint(null) }} />
    </div>
  );
}

function ChosenPoint(props: {
  data: WallData;
  category: AnalyteCategory;
  pointId: number | null;
  onClose: () => void;
}) {
  const { data, pointId } = props;
  const loadPoint = data.points.find((one) => one.pointId === pointId);
  if (loadPoint === undefined) return null;
  return (
    <aside className="explorer-card">
      <PointCard
        {...{ loadPoint, category: props.category, until: data.span?.until ?? null, chartOf: null }}
        point={loadPoint}
        devices={data.devices.filter((one) => one.pointId === pointId)}
        onClose={props.onClose}
      />
    </aside>
  );
}
