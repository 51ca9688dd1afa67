/** The situation wall: chemistry at the left, the map, machines at the right; one category at a time. */
import { type AnalyteCategory, analyteCategory } from "@tracewater/contract/laboratory/factors";
import type { SituationDevice } from "@tracewater/contract/operations/situation";
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { changeUserChoices, mapThemes, useUserChoices } from "../../../../api/user-choices.ts";
import { Loading } from "../../../../kit/loading.tsx";
import { type DemoWalk, useDemo } from "../use-demo.ts";
import { AreasNote } from "./areas-note.tsx";
import { CategoryList } from "./category-list.tsx";
import { trendOf } from "./change-headline.ts";
import { Choices, Legend } from "./foot.tsx";
import { Headline } from "./headline.tsx";
import { AlarmSection, FleetSection, SamplingSection } from "./machines.tsx";
import { mapPointsOf } from "./map-features.ts";
import { NewAlarms } from "./new-alarms.tsx";
import { PointCard } from "./point-card.tsx";
import { Ranking } from "./ranking.tsx";
import { Screen, type Stage } from "./screen.tsx";
import { Brand, Clock, GapNote } from "./top.tsx";
import { useCategory } from "./use-category.ts";
import { useChosen } from "./use-chosen.ts";
import { useNewAlarms } from "./use-new-alarms.ts";
import { useNextDetail } from "./use-next-detail.ts";
import { useUnitAreas } from "./use-unit-areas.ts";
import { useWallData, type WallData } from "./use-wall-data.ts";
import { WallMap } from "./wall-map.tsx";

const Story = lazy(async () => ({ default: (await import("./story.tsx")).Story }));

export function SituationWall({ isPreview = false }: { isPreview?: boolean }) {
  const { t } = useTranslation("operations-situation");
  return <Screen label={t("wall.title")}>{(stage) => <Wall stage={stage} isPreview={isPreview} />}</Screen>;
}

function Wall({ stage, isPreview }: { stage: Stage; isPreview: boolean }) {
  const { category: asked, next, choose, take } = useCategory();
  const data = useWallData(asked);
  const { category } = data;
  useEffect(() => take(data.loads));
  const choices = useUserChoices(stage.userName);
  const alarms = useNewAlarms(data.machines?.alarms?.rows ?? null);
  const rising = useMemo(() => risingOf(data.points), [data.points]);
  const demo = useDemo({
    ...{ isOn: choices.demoMode && !isPreview, devices: data.devices, rising, alarmedId: alarms.alarmedId },
  });
  const chosen = useChosen(data, demo);
  useNextDetail(data, demo, category);
  const [hasAreas, setAreas] = useState(false);
  const units = useUnitAreas(category, { isOn: hasAreas && data.mayLoads });
  const toggleAreas = () => setAreas((now) => !now);
  const [isPrinting, setPrinting] = useState(false);
  useKeys({ isOn: !isPreview, stage, demo, onChoose: choose, onLeave: chosen.clear, toggleAreas });
  const hasTwo = stage.composition === "wide" && next !== category;
  if (data.machines === null) return <Loading lines={6} />;
  return (
    <>
      <MapOf
        {...{ stage, data, category, chosen, units, alarms: alarms.fresh, isHalf: hasTwo }}
        highlights={choices.polygonHighlight}
      />
      {hasTwo ? (
        <SecondMap {...{ stage, category: next, chosen, hasAreas }} highlights={choices.polygonHighlight} />
      ) : null}
      <Left {...{ stage, data, category, choose, chosen, demo }} />
      <div className="wall-headline">
        <Headline loads={data.loads} category={category} />
        <AreasNote units={units} />
      </div>
      <aside className="wall-right">
        <Clock gap={data.loadsGap} />
        <FleetSection machines={data.machines} />
        <AlarmSection machines={data.machines} rows={alarmRows} fresh={alarms.fresh.length} />
        <SamplingSection machines={data.machines} rows={samplingRows} />
        {isPreview ? null : (
          <Choices
            userName={stage.userName}
            {...{ demo, hasAreas, toggleAreas, nextName: nextNameOf(data, demo) }}
            onExport={() => setPrinting(true)}
          />
        )}
      </aside>
      <NewAlarms alarms={alarms.fresh} />
      <Suspense fallback={null}>
        {isPrinting ? <Story {...{ data, category, rising }} onDone={() => setPrinting(false)} /> : null}
      </Suspense>
      <Legend reference={data.span?.reference ?? null} />
    </>
  );
}

/** Where there is room for two maps, the second shows the category that comes next. */
function SecondMap({
  hasAreas,
  ...props
}: Omit<Shared, "data"> & { highlights: boolean; hasAreas: boolean }) {
  const data = useWallData(props.category);
  const { category } = data;
  const units = useUnitAreas(category, { isOn: hasAreas && data.mayLoads });
  return (
    <div className="wall-second-map">
      <MapOf {...{ ...props, category, data, units }} alarms={noAlarms} isHalf />
      <div className="wall-headline wall-second-headline">
        <Headline loads={data.loads} category={category} />
        <GapNote gap={data.loadsGap} />
      </div>
    </div>
  );
}

/** The place of the demo's next stop. */
function nextNameOf({ devices }: WallData, { state }: DemoWalk): string {
  const next = devices.find(({ deviceId }) => deviceId === state.randomStartDeviceId);
  return next === undefined ? "" : (next.pointName ?? (next.nickname || next.deviceName));
}

/** So many that the choices at the foot have their lines, with five families above. */
const alarmRows = 3;
const samplingRows = 3;

const noAlarms: ReturnType<typeof useNewAlarms>["fresh"] = [];

type Shared = {
  stage: Stage;
  data: WallData;
  category: AnalyteCategory;
  chosen: ReturnType<typeof useChosen>;
};

function MapOf(
  props: Shared & {
    highlights: boolean;
    units: ReturnType<typeof useUnitAreas>;
    alarms: ReturnType<typeof useNewAlarms>["fresh"];
    /** The columns do not lie over it. */
    isHalf?: boolean;
  },
) {
  const { stage, data, category, chosen } = props;
  const { unit, composition, theme } = stage;
  const points = useMemo(
    () => mapPointsOf(data.points, data.span?.reference ?? null),
    [data.points, data.span?.reference],
  );
  const paint = useMemo(
    () => ({ theme, category, hasPupils: theme.accent === "#5ad1ff" }),
    [theme, category],
  );
  const alarms = props.alarms.flatMap(({ alarmId, longitude, latitude, severity }) =>
    longitude === null || latitude === null
      ? []
      : [{ alarmId, severity, at: [longitude, latitude] as [number, number] }],
  );
  // The columns lie over the map only where it is as wide as the screen.
  const isAround = composition === "upright" || props.isHalf === true;
  const side = (units: number) => Math.round((isAround ? 60 : units) * unit);
  // Headline and legend lie over every map.
  const rise = (units: number, around: number) => Math.round((isAround ? around : units) * unit);
  const left = chosen.point === null ? 560 : 764;
  return (
    <WallMap
      {...{ paint, points, unit, alarms, highlights: props.highlights, labels: 7, units: props.units }}
      padding={{ left: side(left), right: side(560), top: rise(200, 150), bottom: rise(130, 170) }}
      chosen={chosen.at === null ? null : { pointId: chosen.point?.pointId ?? null, at: chosen.at }}
      onPoint={chosen.choose}
    />
  );
}

function Left(props: Shared & { choose: (category: AnalyteCategory) => void; demo: DemoWalk }) {
  const { t } = useTranslation("operations-situation");
  const { data, category, chosen, demo } = props;
  const { mayLoads, loadsGap } = data;
  const reason = mayLoads ? null : t("wall.notAllowed");
  const failed = loadsGap === null ? null : t("wall.loadsFailed");
  const { point } = chosen;
  if (point !== null) {
    const loadPoint = data.points.find(({ pointId }) => pointId === point.pointId) ?? null;
    return (
      <aside className="wall-left wall-left-card">
        <Brand screen={t("wall.point")} />
        <PointCard
          {...{ point, loadPoint, category, until: data.span?.until ?? null, onClose: chosen.clear }}
          devices={devicesAt(data.devices, point.pointId, chosen.deviceId)}
          chartOf={demo.state.isShowEchart ? chosen.deviceId : null}
        />
      </aside>
    );
  }
  return (
    <aside className="wall-left">
      <Brand screen={t("wall.title")} />
      <CategoryList
        {...{ loads: data.loads, reason: reason ?? failed, lit: category, onChoose: props.choose }}
      />
      <Ranking
        {...{ category, points: data.points, rows: 6, onChoose: chosen.choose }}
        reason={reason ?? (data.span === null ? failed : null)}
        until={data.span?.until ?? null}
      />
      <p className="wall-source">{t("wall.source")}</p>
    </aside>
  );
}

function devicesAt(devices: readonly SituationDevice[], pointId: number | null, deviceId: number | null) {
  return devices.filter((one) => (pointId === null ? one.deviceId === deviceId : one.pointId === pointId));
}

function risingOf(points: WallData["points"]): Map<number, number> {
  return new Map(
    points
      .filter((point) => trendOf(point) === "rising")
      .map((point) => [point.pointId, point.change?.percent ?? 0]),
  );
}

/**
 * Numbers choose a category; T changes the theme, A shows areas in place of catchments, D starts the demo, C opens charts;
 * any key lets the demo rest.
 */
function useKeys(props: {
  isOn: boolean;
  stage: Stage;
  demo: DemoWalk;
  onChoose: (category: AnalyteCategory) => void;
  onLeave: () => void;
  toggleAreas: () => void;
}) {
  const { userName } = props.stage;
  const { demoMode, mapTheme } = useUserChoices(userName);
  const themeAt = mapThemes.indexOf(mapTheme);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const category = analyteCategory.options[Number(key) - 1];
    if (category !== undefined) props.onChoose(category);
    if (key === "t")
      changeUserChoices(userName, { mapTheme: mapThemes[(themeAt + 1) % mapThemes.length] ?? mapTheme });
    if (key === "d") return changeUserChoices(userName, { demoMode: !demoMode });
    if (key === "a") props.toggleAreas();
    if (key === "c") props.demo.toggleCharts();
    if (key === "escape") props.onLeave();
    props.demo.pause();
  });
  const touch = useEffectEvent(() => props.demo.pause());
  useEffect(() => {
    if (!props.isOn) return;
    const onKey = (event: KeyboardEvent) => press(event);
    const onTouch = () => touch();
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onTouch);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onTouch);
    };
  }, [props.isOn]);
}
