import { getSupplyForecasts, type SupplyForecast } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { State, type Tone } from "../../../kit/state.tsx";

const dayMs = 86_400_000;

/** When the reagents of the detector run out, and its waste is full. */
export function SupplyCard({ deviceName }: { deviceName: string }) {
  const { t } = useTranslation("laboratory-detections");
  const { data } = useApi(getSupplyForecasts, { query: { deviceName } }, { handled: true, everyMs: 300_000 });
  const supplies = data?.data ?? [];
  if (supplies.length === 0) return null;
  return (
    <Card title={t("supply.title")} hint={t("supply.hint")}>
      <dl className="record-facts">
        {supplies.map((one) => (
          <div key={one.identifier}>
            <dt>{t(`supply.${one.identifier}`)}</dt>
            <dd className="supply">
              <span className="num">{formatNumber(one.level)} %</span>
              <Forecast supply={one} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Forecast({ supply }: { supply: SupplyForecast }) {
  const { t } = useTranslation("laboratory-detections");
  const { forecast, end, readAt } = supply;
  if (forecast === null) return <State tone="off" shape="dash" label={t("supply.none")} />;
  const left = (forecast.earliest - readAt) / dayMs;
  const tone: Tone = left < 1 ? "critical" : left < 3 ? "warn" : "ok";
  const dayOf = (at: number) => formatMoment(at).slice(0, 10);
  const span = { from: dayOf(forecast.earliest), until: dayOf(forecast.latest) };
  return (
    <span className="supply" title={t("supply.span", { ...span, points: forecast.points })}>
      <State tone={tone} label={t(end === 0 ? "supply.empty" : "supply.full", { day: dayOf(forecast.at) })} />
      <span className="record-quiet num">
        {span.from} – {span.until}
      </span>
    </span>
  );
}
