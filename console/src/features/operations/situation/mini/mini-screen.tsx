/** The small screen: one number, its trend, a map without a map library, and the gravest alarm. */

import "./mini.css";
import { analyteCategory } from "@tracewater/contract/laboratory/factors";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { shortChange } from "../../../../charts/short-change.ts";
import { formatMinute } from "../../../../kit/moment.ts";
import { useRouteTitle } from "../../../../kit/route-metadata.tsx";
import { useNow } from "../../../../kit/ticking.ts";
import { useNameOf } from "../../../../pickers/alarm-labels.tsx";
import { arrowOf, headlineOf, trendOf } from "../wall/change-headline.ts";
import { mapPointsOf } from "../wall/map-features.ts";
import { CategoryMark, SeverityMark, Spark } from "../wall/marks.tsx";
import { shownLoad } from "../wall/numbers.ts";
import { Screen } from "../wall/screen.tsx";
import { Brand, useOldText } from "../wall/top.tsx";
import { useCategory } from "../wall/use-category.ts";
import { useWallData, type WallData } from "../wall/use-wall-data.ts";
import { MiniMap } from "./mini-map.tsx";

export function MiniScreen() {
  const title = useRouteTitle();
  return (
    <Screen label={title}>
      {(stage) => <Mini upright={stage.composition === "upright"} title={title} />}
    </Screen>
  );
}

function Mini({ upright, title }: { upright: boolean; title: string }) {
  const { category: asked, choose, take } = useCategory();
  const data = useWallData(asked);
  const { category } = data;
  useEffect(() => take(data.loads));
  const points = mapPointsOf(data.points, data.span?.reference ?? null);
  return (
    <div className={upright ? "mini mini-upright" : "mini"}>
      <MiniMap points={points} category={category} />
      <div className="mini-left">
        <Brand screen={title} />
        <Figure data={data} category={category} />
        <div className="mini-turns">
          {analyteCategory.options.map((one) => (
            <Turn key={one} category={one} isLit={one === category} onChoose={choose} />
          ))}
        </div>
      </div>
      <MiniClock gap={data.loadsGap} />
      <AlarmBar data={data} />
    </div>
  );
}

function Turn(props: {
  category: (typeof analyteCategory.options)[number];
  isLit: boolean;
  onChoose: (category: (typeof analyteCategory.options)[number]) => void;
}) {
  const { t } = useTranslation("operations-situation");
  return (
    <button
      type="button"
      aria-pressed={props.isLit}
      aria-label={t(`category.${props.category}`)}
      onClick={() => props.onChoose(props.category)}
    >
      <CategoryMark category={props.category} />
    </button>
  );
}

function Figure({ data, category }: { data: WallData; category: (typeof analyteCategory.options)[number] }) {
  const { t } = useTranslation("operations-situation");
  const load = data.loads?.categories.find((one) => one.category === category) ?? null;
  const name = t(`category.${category}`);
  const { key, percent } = headlineOf(load);
  if (!data.mayLoads) return <p className="mini-words">{t("wall.notAllowed")}</p>;
  if (load === null || load.mean === null || data.loads === null)
    return (
      <p className="mini-words">
        <CategoryMark category={category} /> {t(`headline.${key}`, { category: name, percent })}
      </p>
    );
  const { text } = shortChange(load);
  const { course } = load;
  return (
    <>
      <p className="mini-name">
        <CategoryMark category={category} /> {name}
      </p>
      <p className="mini-number" style={{ color: `var(--wall-cat-${category})` }}>
        {shownLoad(load.mean)}
      </p>
      <p className="wall-second">
        {t("wall.unit")}, {t("mini.plants", { count: load.plants })}
        <br />
        {t("wall.span", { from: data.loads.from, until: data.loads.until })}
        <br />
        {t("wall.source")}
      </p>
      <p className="mini-change">
        {text === null ? (
          <small>{t(`headline.${key}`, { category: name, percent })}</small>
        ) : (
          <>
            {arrowOf[trendOf(load)]} {text} <small>{t("wall.paired", { count: load.pairedPlants })}</small>
          </>
        )}
      </p>
      <div className="mini-trend">
        <Spark values={course.map(({ mean }) => mean)} colour={`var(--wall-cat-${category})`} />
        <span>{course[0]?.from}</span>
        <span>{data.loads.until}</span>
      </div>
    </>
  );
}

function MiniClock({ gap }: { gap: WallData["loadsGap"] }) {
  const old = useOldText(gap, formatMinute);
  return (
    <header className="mini-clock">
      <time>{formatMinute(useNow())}</time>
      {old === null ? null : <span>{old}</span>}
    </header>
  );
}

/** The gravest open alarm; its colour is its state, and without one the bar says so. */
function AlarmBar({ data }: { data: WallData }) {
  const { t } = useTranslation("operations-situation");
  const nameOf = useNameOf();
  const alarms = data.machines?.alarms;
  const first = alarms?.rows[0];
  if (first === undefined)
    return (
      <footer className="mini-bar">
        {data.machines === null ? "" : alarms === null ? t("wall.notAllowed") : t("wall.noAlarms")}
      </footer>
    );
  return (
    <footer className={`mini-bar mini-bar-${first.severity}`}>
      <SeverityMark severity={first.severity} />
      <strong>{nameOf(first)}</strong>
      <span>{first.pointName ?? (first.nickname || first.deviceName)}</span>
      <span className="mini-more">
        {t("list.alarms", { count: alarms?.open ?? 0 })} · {formatMinute(first.raisedAt)}
      </span>
    </footer>
  );
}
