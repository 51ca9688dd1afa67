/** The card of a point: its load of the lit category day by day with U, the change of the report, and its devices. */
import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import { getLoadTrend } from "@tracewater/contract/laboratory/load-series";
import { reportLabels } from "@tracewater/contract/laboratory/report-labels";
import { changeText } from "@tracewater/contract/laboratory/series-text";
import type { SituationDevice, SituationPoint } from "@tracewater/contract/operations/situation";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useApi } from "../../../../api/use-api.ts";
import { measuredTexts } from "../../../../charts/measured.tsx";
import { formatNumber } from "../../../../kit/number.ts";
import { useLocalized } from "../../../../kit/use-localized.ts";
import { pointPath } from "../../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../../resource/page-resource.ts";
import { DayBars } from "./day-bars.tsx";
import { CategoryMark, SeverityMark } from "./marks.tsx";
import { PhoneCode } from "./phone-code.tsx";
import { Reason, Section } from "./section.tsx";

const DeviceChart = lazy(() => import("../device-chart.tsx"));

export type CardPoint = { pointId: number | null; name: string };

/** A card keeps its reply as long as the loads of a screen are kept. */
const staleMs = 300_000;

export function trendInput(pointId: number, category: AnalyteCategory, until: string | null) {
  return { query: { pointId, category, ...(until === null ? {} : { until, from: fourWeeksTo(until) }) } };
}

function fourWeeksTo(until: string): string {
  return new Date(Date.parse(`${until}T00:00:00Z`) - 27 * 86_400_000).toISOString().slice(0, 10);
}

export function PointCard(props: {
  point: CardPoint;
  loadPoint: SituationPoint | null;
  category: AnalyteCategory;
  until: string | null;
  devices: readonly SituationDevice[];
  chartOf: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation("operations-situation");
  const { point, loadPoint, devices, chartOf } = props;
  return (
    <article className="wall-card" aria-label={point.name}>
      <CardHead {...{ point, loadPoint }} onClose={props.onClose} />
      {point.pointId === null ? (
        <Reason text={t("wall.noPoint")} />
      ) : (
        <PointLoad pointId={point.pointId} category={props.category} until={props.until} />
      )}
      <Section title={t("wall.devicesHere")} note={t("wall.devices", { count: devices.length })}>
        {devices.length === 0 ? (
          <Reason text={t("wall.noDevicesHere")} />
        ) : (
          <ul className="wall-rows">
            {devices.slice(0, 4).map((device) => (
              <DeviceRow key={device.deviceId} device={device} />
            ))}
          </ul>
        )}
      </Section>
      {chartOf === null ? null : (
        <Suspense fallback={null}>
          <DeviceChart deviceId={chartOf} />
        </Suspense>
      )}
    </article>
  );
}

function CardHead(props: { point: CardPoint; loadPoint: SituationPoint | null; onClose: () => void }) {
  const { t } = useTranslation("operations-situation");
  const { point, loadPoint } = props;
  return (
    <div className="wall-card-head">
      <h2 className="wall-card-name">{point.name}</h2>
      <button type="button" className="wall-close" onClick={props.onClose}>
        {t("wall.close")}
      </button>
      <p className="wall-second">
        {loadPoint === null ? null : `${loadPoint.code} · ${loadPoint.unitName}`}
        {loadPoint?.load ? ` · ${t("wall.people", { people: formatNumber(loadPoint.load.population) })}` : ""}
      </p>
      {point.pointId === null ? null : (
        <PhoneCode path={pointPath(point.pointId)} label={t("wall.onPhone")} />
      )}
    </div>
  );
}

function DeviceRow({ device }: { device: SituationDevice }) {
  const { t } = useTranslation("operations-situation");
  return (
    <li className={device.alarm === null ? "wall-alarm" : `wall-alarm wall-alarm-${device.alarm}`}>
      {device.alarm === null ? (
        <i className={`wall-square wall-square-${squareOf(device)}`} />
      ) : (
        <SeverityMark severity={device.alarm} />
      )}
      <span className="wall-name">{device.nickname || device.deviceName}</span>
      <span className="wall-time">{t(`deviceState.${device.state}`)}</span>
    </li>
  );
}

function squareOf({ state }: SituationDevice): "online" | "off" | "idle" {
  if (state === "online") return "online";
  return state === "offline" ? "off" : "idle";
}

/** The same call as the report's trend card. */
function PointLoad(props: { pointId: number; category: AnalyteCategory; until: string | null }) {
  const { t } = useTranslation("operations-situation");
  const localized = useLocalized();
  const report = useResourceLabels({ labels: reportLabels });
  const mayList = hasPermission("laboratory:load:list", useSession());
  const input = trendInput(props.pointId, props.category, props.until);
  const { data, isPending } = useApi(getLoadTrend, input, { silent: true, staleMs, enabled: mayList });
  const found = data?.data;
  const series = found?.series ?? null;
  const named = found?.analytes[0];
  const analyte = named === undefined ? null : analyteLabels[named];
  const texts = series === null ? null : measuredTexts(series.means.daily, series.expanded);
  if (!mayList) return <Reason text={t("wall.notAllowed")} />;
  if (series === null || found === undefined)
    return isPending ? null : (
      <Reason text={t("wall.noResults", { category: t(`category.${props.category}`) })} />
    );
  return (
    <Section
      title={analyte === null ? "" : localized({ en: analyte.name, zh: analyte.nameZh })}
      note={series.measure === "per1000" ? t("wall.unit") : t("wall.unitLoad")}
      basis={t("wall.daysOf", { count: series.means.days.daily, from: found.from, until: found.until })}
    >
      <p className="wall-value">
        <CategoryMark category={props.category} />
        <strong>{series.isMeanBelow ? "< LOQ" : (texts?.value ?? "—")}</strong>
        {series.isMeanBelow || texts?.uncertainty == null ? null : (
          <span>
            ± {texts.uncertainty} <small>U, k = 2</small>
          </span>
        )}
      </p>
      <p className="wall-second">
        {changeText(report, series, (value) => formatNumber(Number(Number(value).toPrecision(3))))}
      </p>
      <DayBars days={found.days} from={found.from} until={found.until} category={props.category} />
    </Section>
  );
}
