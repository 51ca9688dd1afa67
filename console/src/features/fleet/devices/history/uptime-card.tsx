import { getDeviceUptime } from "@tracewater/contract/fleet/device-lifecycle";
import { useApi } from "../../../../api/use-api.ts";
import { spanText } from "../../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { Card } from "../../../../kit/card.tsx";
import { formatNumber } from "../../../../kit/number.ts";

const days = 30;
const apart = 10;

/** How long the device was connected on each of the last days: a bar a day, full height is the whole of it. */
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
  const first = answer.days.findIndex((one) => one.ofMs > 0);
  const last = answer.days.length - 1;
  // Nearer to the end the two days would lie over each other where the card is narrow.
  const marked = last - first < apart ? [last] : [first, last];
  return (
    <Card title={t("uptime.title")} hint={t("uptime.hint", { share: percent(answer.share) })}>
      <ul className="uptime" aria-label={t("uptime.title")}>
        {answer.days.map((one, at) => {
          const share = one.ofMs === 0 ? null : Math.min(1, one.onlineMs / one.ofMs);
          const said =
            share === null
              ? t("uptime.before", { day: one.day })
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
    </Card>
  );
}

/** 99.9 % is not the whole. */
function percent(share: number): string {
  const cut = Math.floor(share * 1000) / 10;
  return `${formatNumber(cut, cut === 100 || cut === 0 ? 0 : 1)} %`;
}

function isLow(share: number | null): boolean {
  return share !== null && share < 0.9;
}
