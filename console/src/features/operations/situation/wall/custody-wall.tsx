/** The wall of the evidence brand: seals and boxes at the left, the map of the boxes, the custody chain at the right. */
import "./custody.css";
import { getSituation } from "@tracewater/contract/operations/situation";
import type { BoxPlace } from "@tracewater/contract/operations/situation-custody";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Loading } from "../../../../kit/loading.tsx";
import { BoxSection, OverdueSection, SealSection } from "./custody-left.tsx";
import { EventSection, HandoverSection } from "./custody-stream.tsx";
import type { MapAlarm, MapPoint } from "./map-features.ts";
import { NewAlarms } from "./new-alarms.tsx";
import { Screen, type Stage } from "./screen.tsx";
import { Brand, Clock } from "./top.tsx";
import { type Custody, useCustody } from "./use-custody.ts";
import { useNewAlarms } from "./use-new-alarms.ts";
import { WallMap } from "./wall-map.tsx";
import { evidenceTheme } from "./wall-theme.ts";

export function CustodyWall() {
  const { t } = useTranslation("operations-situation");
  return (
    <Screen label={t("custody.title")} theme={evidenceTheme}>
      {(stage) => <Wall stage={stage} />}
    </Screen>
  );
}

function Wall({ stage }: { stage: Stage }) {
  const { t } = useTranslation("operations-situation");
  const { custody, isRefused } = useCustody();
  const machines = useApi(getSituation, {}, { silent: true, keepPrevious: true, everyMs: 15_000 }).data?.data;
  const { fresh } = useNewAlarms(machines?.alarms?.rows ?? null);
  if (isRefused) return <p className="wall-reason custody-refused">{t("wall.notAllowed")}</p>;
  if (custody === null) return <Loading lines={6} />;
  return (
    <>
      <BoxMap stage={stage} places={custody.boxes?.places ?? noPlaces} />
      <aside className="wall-left">
        <Brand screen={t("custody.title")} />
        <SealSection custody={custody} />
        <BoxSection boxes={custody.boxes} />
        <OverdueSection boxes={custody.boxes} />
      </aside>
      <div className="wall-headline">
        <CustodyHeadline custody={custody} />
      </div>
      <aside className="wall-right">
        <Clock />
        <EventSection custody={custody} />
        <HandoverSection custody={custody} />
      </aside>
      <NewAlarms alarms={fresh} />
      <BoxLegend />
    </>
  );
}

/** Made of what is counted: seals that did not match, handovers that nobody took, boxes that are not back. */
function CustodyHeadline({ custody }: { custody: Custody }) {
  const { t } = useTranslation("operations-situation");
  const { seals, expired, underWay, eventsToday, boxes } = custody;
  const count = seals.mismatch + seals.broken + expired + (boxes?.overdueCount ?? 0);
  return (
    <>
      <h1>{count === 0 ? t("custody.inOrder") : t("custody.needAttention", { count })}</h1>
      <p>{t("custody.basis", { events: eventsToday, count: underWay })}</p>
    </>
  );
}

const noPlaces: readonly BoxPlace[] = [];
/** In units of the drawing; never so large that a disc pulses. */
const radius = { min: 6, max: 13 };

function BoxMap({ stage, places }: { stage: Stage; places: readonly BoxPlace[] }) {
  const { unit, composition, theme } = stage;
  const points = useMemo(() => pointsOf(places), [places]);
  const paint = useMemo(() => ({ theme, category: "cocaine" as const, hasPupils: false }), [theme]);
  const alarms = useMemo(() => alarmsOf(places), [places]);
  const isAround = composition === "upright";
  const side = Math.round((isAround ? 60 : 560) * unit);
  return (
    <WallMap
      {...{ paint, points, unit, alarms, highlights: false, labels: 12, onPoint: ignore }}
      padding={{
        ...{ left: side, right: side },
        top: Math.round((isAround ? 150 : 200) * unit),
        bottom: Math.round(130 * unit),
      }}
      chosen={null}
    />
  );
}

function pointsOf(places: readonly BoxPlace[]): MapPoint[] {
  const max = Math.max(...places.map(({ boxes }) => boxes), 1);
  return places.map(({ name, longitude, latitude, boxes, opened }, at) => ({
    ...{ pointId: at + 1, name, at: [longitude, latitude] as [number, number], load: boxes },
    ...{ isUncertain: false, rise: 0, kind: opened > 0 ? ("rising" as const) : ("stable" as const) },
    radius: Math.max(radius.min, radius.max * Math.sqrt(boxes / max)),
  }));
}

function alarmsOf(places: readonly BoxPlace[]): MapAlarm[] {
  return places.flatMap(({ alarmed, longitude, latitude }, at) =>
    alarmed === 0
      ? []
      : [{ alarmId: at + 1, severity: "critical", at: [longitude, latitude] as [number, number] }],
  );
}

const ignore = () => undefined;

function BoxLegend() {
  const { t } = useTranslation("operations-situation");
  const disc = <circle cx="10" cy="10" r="6" fill="currentColor" />;
  return (
    <footer className="wall-legend">
      <span>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {disc}
        </svg>
        {t("custody.legend.boxes")}
      </span>
      <span>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="9" fill="none" stroke="currentColor" strokeWidth="1.6" />
          {disc}
        </svg>
        {t("custody.legend.opened")}
      </span>
      <span className="wall-alarm-critical">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 1L19 10 10 19 1 10z" fill="currentColor" />
        </svg>
        {t("custody.legend.alarm")}
      </span>
    </footer>
  );
}
