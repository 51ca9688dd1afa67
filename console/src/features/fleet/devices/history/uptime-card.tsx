import type { ReplyOf } from "@tracewater/contract/call";
import { getDeviceUptime } from "@tracewater/contract/fleet/device-lifecycle";
import { useApi } from "../../../../api/use-api.ts";
import { spanText } from "../../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { Card } from "../../../../kit/card.tsx";
import { formatNumber } from "../../../../kit/number.ts";

const days = 30;
const apart = 10;
/** Of fewer days a chart would be mostly empty. */
const minBars = 7;

type Day = ReplyOf<typeof getDeviceUptime>["data"]["days"][number];

/** How long the device was connected on each of the last days, from the first on that it is known. */
export function UptimeCard({ deviceId }: { deviceId: number }) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const { data } = useApi(
    getDeviceUptime,
    { params: { id: deviceId }, query: { days } },
    { everyMs: 60_000, silent: true },
  );
  const answer = data?.data;
  if (answer === undefined || answer.share === null) return null;
  const known = answer.days.slice(answer.days.findIndex((one) => one.ofMs > 0));
  const ofMs = known.reduce((sum, one) => sum + one.ofMs, 0);
  const hint = t("uptime.hint", { share: percent(answer.share), span: spanText(ofMs, texts) });
  return (
    <Card title={t("uptime.title", { count: known.length })} hint={hint}>
      {known.length < minBars ? <DayList days={known} /> : <DayBars days={known} />}
    </Card>
  );
}

/** A few days: each with its share and how long it was offline. */
function DayList({ days }: { days: readonly Day[] }) {
  const texts = useDeviceTexts();
  return (
    <dl className="identity">
      {[...days].reverse().map((one) => (
        <div key={one.day}>
          <dt className="num">{one.day}</dt>
          <dd>
            {percent(shareOf(one) ?? 0)}{" "}
            {one.onlineMs >= one.ofMs ? null : (
              <span className="device-quiet">
                {texts.t("uptime.away", { away: spanText(one.ofMs - one.onlineMs, texts) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DayBars({ days }: { days: readonly Day[] }) {
  const texts = useDeviceTexts();
  const { t } = texts;
  const last = days.length - 1;
  // Nearer to each other the two days would overlap where the card is narrow.
  const marked = last < apart ? [last] : [0, last];
  return (
    <ul className="uptime" aria-label={t("uptime.title", { count: days.length })}>
      {days.map((one, at) => {
        const share = shareOf(one);
        const said =
          share === null
            ? t("uptime.none", { day: one.day })
            : t("uptime.day", {
                day: one.day,
                share: percent(share),
                away: spanText(Math.max(0, one.ofMs - one.onlineMs), texts),
                connects: one.connects,
              });
        return (
          <li key={one.day} title={said} className={share === null ? "uptime-none" : undefined}>
            <span style={{ height: `${Math.round((share ?? 0) * 100)}%` }} data-low={isLow(share)} />
            <span className="visually-hidden">{said}</span>
            {marked.includes(at) ? <time className="uptime-day">{one.day.slice(5)}</time> : null}
          </li>
        );
      })}
    </ul>
  );
}

function shareOf(day: Day): number | null {
  return day.ofMs === 0 ? null : Math.min(1, day.onlineMs / day.ofMs);
}

/** 99.9 % is not the whole. */
function percent(share: number): string {
  const cut = Math.floor(share * 1000) / 10;
  return `${formatNumber(cut, cut === 100 || cut === 0 ? 0 : 1)} %`;
}

function isLow(share: number | null): boolean {
  return share !== null && share < 0.9;
}
